import { mySessionCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { useCallback, useEffect, useRef } from 'react';
import { useNeed } from '../hooks/guard-context.ts';
import { usePlainPorts } from '../hooks/ports-context.ts';
import { SignInElsewhere } from './sign-in-elsewhere.tsx';
import { needTexts as texts } from './texts.ts';

/** A fresh proof of someone who has no factor here: a new sign-in in another tab. What waits goes on as they come back from it. */
export function ProofBySignIn() {
  const text = useText();
  const { server, browser } = usePlainPorts();
  const { settle } = useNeed();
  const startedAt = useRef<string | null>(null);

  const look = useCallback(async () => {
    const answer = await server.ask(mySessionCall);
    if (!answer.ok) return;
    const before = startedAt.current;
    startedAt.current = answer.body.session.startedAt;
    if (before !== null && before !== startedAt.current) settle(true);
  }, [server, settle]);

  useEffect(() => void look(), [look]);
  useEffect(() => browser.onReturn(() => void look()), [browser, look]);

  return (
    <SignInElsewhere onSignedIn={() => settle(true)} title={text(texts.proof)}>
      {text(texts.proofNone)}
    </SignInElsewhere>
  );
}
