import type { MessageAnswer, MessageRequest } from '@vestibule/contracts';
import type { Call } from './context.ts';
import { answer, type Result } from './result.ts';
import { checkGranted } from './session-messages.ts';

/** The server's half of a key exchange is believed like a session of the second version: by its grant. */
export async function setServerDeviceKey(
  { session }: MessageRequest<'set-server-device-key'>,
  call: Call,
): Promise<Result<MessageAnswer<'set-server-device-key'>>> {
  const granted = await checkGranted({ ...session, publicKey: session.serverPublicKey }, call);
  if (!granted.ok) return granted;
  await call.context.sessions.firstVersion.set(call.origin, session);
  return answer({});
}
