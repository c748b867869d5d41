import { fromCall, fromMessage, type StepFailure, type StepResult } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';

/** The key exchange of the first version: the client's keys to the server, the session it opens for them to the client. */
export async function exchangeKeys({ client, server }: Ports): Promise<StepResult<unknown>> {
  const keys = fromMessage(await client.send('get-client-device-key', {}));
  if (!keys.ok) return keys;
  const session = fromCall(await server.call('keyExchange', { body: keys.value }), false);
  if (!session.ok) return session;
  return fromMessage(await client.send('set-server-device-key', { session: session.value }));
}

/** Whether a part of it never answered, so that its time runs on in the next try (specification, section 8). */
export function isUnanswered(failure: StepFailure): boolean {
  if (failure.kind === 'client') return failure.code === 'timed-out';
  return failure.kind === 'unreachable' && failure.status === undefined;
}
