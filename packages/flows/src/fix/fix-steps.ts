import type { CheckType, FixActionType, FixOutcome, SessionData } from '@vestibule/contracts';
import { fromCall, fromMessage } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';

export interface FixInput {
  readonly ports: Ports;
  readonly session: SessionData;
  readonly types: readonly FixActionType[];
}

/**
 * Has the client repair checks: the server's leave first, then one message for the whole batch, so that the person is
 * asked once. Always answers one outcome per check; what went wrong is in its detail.
 */
export async function runFixes({ ports, session, types }: FixInput): Promise<readonly FixOutcome[]> {
  const failed = (detail: string): FixOutcome[] =>
    types.map((fixActionType) => ({ fixActionType, outcome: 'not-fixed', detail }));
  const granted = fromCall(
    await ports.server.call('fixGrant', {
      body: { sessionId: session.sessionId, fixActionTypes: [...types] },
      token: session.token,
    }),
    true,
  );
  if (!granted.ok) return failed('The server gave no leave for this fix. The check may have changed: look again.');
  const done = fromMessage(await ports.client.send('execute-fix-action', { grant: granted.value.grant }));
  if (done.ok) return done.value.outcomes;
  return failed(done.failure.kind === 'client' ? (done.failure.detail ?? done.failure.code) : done.failure.kind);
}

/** The fixes among these checks that the client itself runs; the others have windows of their own. */
export function isRunByClient(type: CheckType): type is FixActionType {
  return type !== 'ManagedDevice' && type !== 'DeviceEncrypted';
}
