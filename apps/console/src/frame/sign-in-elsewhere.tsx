import { useText } from '@vestibule/texts';
import { Button, ButtonLink, LazyModalDialog } from '@vestibule/ui';
import { useNeed } from '../hooks/guard-context.ts';
import { partTexts } from '../parts/texts.ts';
import { SIGNED_IN_PATH, signInAddress } from './entry-addresses.ts';
import { needTexts as texts } from './texts.ts';

export interface SignInElsewhereProps {
  readonly title: string;
  readonly children: string;
  /** The person says that they have signed in. */
  readonly onSignedIn: () => void;
}

/** Asks for a sign-in in a tab of its own: the page stays behind, with what was typed. */
export function SignInElsewhere({ title, children, onSignedIn }: SignInElsewhereProps) {
  const text = useText();
  const { settle } = useNeed();
  return (
    <LazyModalDialog
      choices={
        <>
          <ButtonLink href={signInAddress(SIGNED_IN_PATH)} kind="primary" opensNewTab>
            {text(texts.signIn)}
          </ButtonLink>
          <Button kind="quiet" onPress={onSignedIn}>
            {text(texts.checkNow)}
          </Button>
        </>
      }
      closeLabel={text(partTexts.close)}
      isOpen
      onClose={() => settle(false)}
      title={title}
    >
      <p>{children}</p>
    </LazyModalDialog>
  );
}
