import type { WebSession } from '../../../repositories/people.ts';
import type { PendingSignInRow } from '../../../repositories/pending-sign-ins.ts';

/**
 * Whether a session reaches as far as this sign-in. Where the identity provider has vouched for the person in its own
 * request, the session is good for that request and for nothing else: no one has signed in here.
 */
export function mayOpen(
  session: Pick<WebSession, 'id' | 'reach'>,
  pending: Pick<PendingSignInRow, 'secondStep' | 'webSessionId'> | null,
): boolean {
  if (session.reach === 'whole') return true;
  return pending !== null && pending.secondStep !== null && pending.webSessionId === session.id;
}
