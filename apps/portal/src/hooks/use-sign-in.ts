import type { PendingSignIn } from '@vestibule/contracts';
import { useState } from 'react';
import { findLoginMarker } from './login-marker.ts';
import { usePorts } from './ports-context.ts';
import { useRead } from './use-read.ts';

/** Which sign-in waits, and in which mode. */
export interface SignIn {
  readonly loginMarker: string | null;
  /** Of the pending sign-in; where the server cannot be asked the cookie steers (specification, section 1). */
  readonly mode: PendingSignIn['mode'];
  /** Null where there is none, and when no one knows. */
  readonly pending: PendingSignIn | null;
}

/** The sign-in of this tab; null while the server has not answered. */
export function useSignIn(): SignIn | null {
  const { memory } = usePorts();
  const [loginMarker] = useState(() => findLoginMarker(location.search, memory));
  const [cookieMode] = useState(() => memory.read('checkInfo')?.mode ?? 'frontline');
  const answer = useRead('pendingSignIn', loginMarker === null ? null : { parameters: { loginMarker } });
  if (loginMarker === null) return { loginMarker, mode: cookieMode, pending: null };
  if (answer === null) return null;
  const pending = answer.kind === 'answer' ? answer.body : null;
  return { loginMarker, mode: pending?.mode ?? cookieMode, pending };
}
