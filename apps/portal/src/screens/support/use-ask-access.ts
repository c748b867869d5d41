import type { TemporaryAccessInfo } from '@vestibule/contracts';
import { useState } from 'react';
import type { AskAccessProps } from './ask-access.tsx';
import { usePorts } from '../../hooks/ports-context.ts';

type Asking =
  | { readonly state: 'open' | 'sending' | 'failed' }
  /** Until the server says more than it had said by then. */
  | { readonly state: 'asked'; readonly info: TemporaryAccessInfo | null };

/** Asking support for temporary access; null where no one may ask. @param info what the server last said of it */
export function useAskAccess(info: TemporaryAccessInfo | null, loginMarker: string | null): AskAccessProps | null {
  const { server } = usePorts();
  const [asking, setAsking] = useState<Asking>({ state: 'open' });
  if (info === null || !info.mayBeAsked || info.isTempAccessGranted) return null;

  async function ask(reason: string) {
    setAsking({ state: 'sending' });
    const body = { reason, ...(loginMarker === null ? {} : { loginMarker }) };
    const { kind } = await server.call('askTemporaryAccess', { body });
    setAsking(kind === 'answer' ? { state: 'asked', info } : { state: 'failed' });
  }
  const isAsked = info.isAsked || (asking.state === 'asked' && asking.info === info);
  const state = asking.state === 'asked' ? 'open' : asking.state;
  return { state: isAsked ? 'asked' : state, refusal: info.refusal, onAsk: (reason) => void ask(reason) };
}
