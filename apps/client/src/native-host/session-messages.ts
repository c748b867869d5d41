import type { MessageAnswer, MessageRequest, SessionData, SessionParameters } from '@vestibule/contracts';
import { openPermit, thumbprint } from '@vestibule/device-keys';
import { showDevice } from '../report/show-device.ts';
import type { Call } from './context.ts';
import { readGrant } from './grants.ts';
import { answer, fail, type Result } from './result.ts';

/** A session, and the token in it, is given to the sign-in it was opened in and to no other. */
export async function getSessionData(
  { signIn }: MessageRequest<'devices-v2/get-session-data'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/get-session-data'>>> {
  const session = await context.sessions.full.get(origin);
  return answer({ session: session?.signIn === signIn ? session : null });
}

/** The same for every kind of session: the keys of this device, and that they are of one device. */
export async function getSessionParameters(_: object, { context }: Call): Promise<Result<SessionParameters>> {
  const opened = await context.device();
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  return answer(await showDevice(opened.device, context.system));
}

export async function setSessionData(
  { session }: MessageRequest<'devices-v2/set-session-data'>,
  call: Call,
): Promise<Result<MessageAnswer<'devices-v2/set-session-data'>>> {
  const granted = await checkGranted(session, call);
  if (!granted.ok) return granted;
  await call.context.sessions.full.set(call.origin, session);
  return answer({});
}

/** A session is taken only when the pinned server says, for this device and portal, that it is one of its own. */
export async function checkGranted(
  { sessionId, publicKey, grant }: Pick<SessionData, 'sessionId' | 'publicKey' | 'grant'>,
  call: Call,
): Promise<Result<null>> {
  const granted = await readGrant(grant, 'session', call);
  if (!granted.ok) return granted;
  const isSameKey = (await thumbprint(granted.answer.serverKey)) === (await thumbprint(publicKey));
  return granted.answer.sessionId === sessionId && isSameKey
    ? answer(null)
    : fail('grant-refused', 'The grant of the session speaks of another session.');
}

export async function removeSessionData(
  _: object,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/remove-session-data'>>> {
  await context.sessions.full.remove(origin);
  return answer({});
}

export async function decryptPermit(
  { encryptedPermit, permitSalt }: MessageRequest<'devices-v2/decrypt-permit'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/decrypt-permit'>>> {
  const [opened, session] = await Promise.all([context.device(), context.sessions.full.get(origin)]);
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  if (session === null) return fail('session-missing', 'There is no session to open the permit with.');
  const { deviceId, keys } = opened.device;
  const permit = await openPermit({
    encryptedPermit,
    permitSalt,
    deviceAgreementKey: keys.agreement,
    sessionServerPublicKey: session.publicKey,
    context: { version: 1, sessionId: session.sessionId, deviceId },
  });
  return permit.ok
    ? answer({ permit: permit.value })
    : fail('client-error', 'The permit is not for this computer and session.', permit.code);
}
