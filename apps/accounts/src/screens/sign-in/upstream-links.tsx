import type { SignInOptions } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { ButtonLink } from '@vestibule/ui';
import { signInTexts as texts } from './texts.ts';

export interface UpstreamLinksProps {
  /** The first one is the main action of the page. */
  readonly upstreams: SignInOptions['upstreams'];
}

/** The company's own identity providers. */
export function UpstreamLinks({ upstreams }: UpstreamLinksProps) {
  const text = useText();
  return upstreams.map(({ id, name, startPath }, position) => (
    <ButtonLink href={startPath} isLarge key={id} kind={position === 0 ? 'primary' : 'secondary'}>
      {text(texts.signInWith, { name })}
    </ButtonLink>
  ));
}
