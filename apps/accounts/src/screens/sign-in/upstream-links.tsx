import type { SignInOptions } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { ButtonLink } from '@vestibule/ui';
import { safeTarget } from '../../app/continue-to.ts';
import { usePorts } from '../../app/ports-context.ts';
import { signInTexts as texts } from './texts.ts';

export interface UpstreamLinksProps {
  readonly upstreams: SignInOptions['upstreams'];
  /** The first one is the main action of the page. */
  readonly isMain: boolean;
}

/** The company's own identity providers. */
export function UpstreamLinks({ upstreams, isMain }: UpstreamLinksProps) {
  const text = useText();
  const { navigation } = usePorts();
  return upstreams.map(({ id, name, startPath }, position) => {
    const target = safeTarget(startPath, navigation.origin);
    return target === null ? null : (
      <ButtonLink href={target} isLarge key={id} kind={isMain && position === 0 ? 'primary' : 'secondary'}>
        {text(texts.signInWith, { name })}
      </ButtonLink>
    );
  });
}
