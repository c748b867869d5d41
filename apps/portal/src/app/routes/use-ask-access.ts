import { useState } from 'react';
import type { AskAccessProps } from '../../screens/support/ask-access.tsx';
import { usePorts } from '../ports-context.tsx';
import { useRead } from '../use-read.ts';
import type { SignIn } from '../use-sign-in.ts';

/** Asking support for temporary access; null where nobody may ask, and in modes that have none. */
export function useAskAccess(signIn: SignIn | null): AskAccessProps | null {
  const { server } = usePorts();
  const [state, setState] = useState<AskAccessProps['state']>('open');
  const query = signIn?.loginMarker ? { loginMarker: signIn.loginMarker } : {};
  const isFrontline = signIn?.mode === 'frontline';
  const answer = useRead('temporaryAccessInfo', isFrontline ? { query } : null);
  const info = answer?.kind === 'answer' ? answer.body : null;
  if (info === null || !info.mayBeAsked || info.isTempAccessGranted) return null;

  async function ask(reason: string) {
    setState('sending');
    const { kind } = await server.call('askTemporaryAccess', { body: { reason, ...query } });
    setState(kind === 'answer' ? 'asked' : 'failed');
  }
  return { state: info.isAsked ? 'asked' : state, onAsk: (reason) => void ask(reason) };
}
