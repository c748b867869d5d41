import { fromCall, fromMessage, type StepResult } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';

/** The key exchange of the first version: the client's keys to the server, the session it opens for them to the client. */
export async function exchangeKeys({ client, server }: Ports): Promise<StepResult<unknown>> {
  const keys = fromMessage(await client.send('get-client-device-key', {}));
  if (!keys.ok) return keys;
  const session = fromCall(await server.call('keyExchange', { body: keys.value }), false);
  if (!session.ok) return session;
  return fromMessage(await client.send('set-server-device-key', { session: session.value }));
}
