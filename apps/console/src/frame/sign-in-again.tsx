import { mySessionCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { useCallback, useEffect } from 'react';
import { useNeed } from '../hooks/guard-context.ts';
import { usePlainPorts } from '../hooks/ports-context.ts';
import { SignInElsewhere } from './sign-in-elsewhere.tsx';
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
    <SignInElsewhere onSignedIn={() => void look()} title={text(texts.again)}>
      {text(texts.againText)}
    </SignInElsewhere>
  );
}
