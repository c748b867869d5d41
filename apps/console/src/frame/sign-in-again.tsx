import { mySessionCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, LazyModalDialog } from '@vestibule/ui';
import { useCallback, useEffect } from 'react';
import { useNeed } from '../hooks/guard-context.ts';
import { usePlainPorts } from '../hooks/ports-context.ts';
import { partTexts } from '../parts/texts.ts';
import { SIGNED_IN_PATH, signInAddress } from './entry-addresses.ts';
import { needTexts as texts } from './texts.ts';

/** The session ended in the middle of something: the page stays behind, with what was typed. */
export function SignInAgain() {
  const text = useText();
  const { server, browser } = usePlainPorts();
  const { settle } = useNeed();

  const look = useCallback(async () => {
    const session = await server.ask(mySessionCall);
    if (session.ok) settle(true);
  }, [server, settle]);

  useEffect(() => browser.onReturn(() => void look()), [browser, look]);

  return (
    <LazyModalDialog
      choices={
        <>
          <ButtonLink href={signInAddress(SIGNED_IN_PATH)} kind="primary" opensNewTab>
            {text(texts.signIn)}
          </ButtonLink>
          <Button kind="quiet" onPress={() => void look()}>
            {text(texts.checkNow)}
          </Button>
        </>
      }
      closeLabel={text(partTexts.close)}
      isOpen
      onClose={() => settle(false)}
      title={text(texts.again)}
    >
      <p>{text(texts.againText)}</p>
    </LazyModalDialog>
  );
}
