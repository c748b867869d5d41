import type { MessageAnswer, MessageRequest } from '@vestibule/contracts';
import { openPermit, proveAgreementKey, thumbprint } from '@vestibule/device-keys';
import { readDeviceName } from '../system/device-details.ts';
import { CLIENT_VERSION } from '../version.ts';
import type { Call } from './context.ts';
import { readGrant } from './grants.ts';
import { answer, fail, type Result } from './result.ts';

/** A session, and the token in it, is given to the sign-in it was opened in and to no other. */
export async function getSessionData(
  { signIn }: MessageRequest<'devices-v2/get-session-data'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/get-session-data'>>> {
  const session = await context.sessions.get(origin);
  return answer({ session: session?.signIn === signIn ? session : null });
}

export async function getCreateSessionParameters(
  _: object,
  { context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/get-create-session-parameters'>>> {
  const opened = await context.device();
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  const { deviceId, keys } = opened.device;
  const { operatingSystem } = context.system;
  const deviceName = await readDeviceName(context.system);
  const agreementKey = keys.agreement.publicKey;
  return answer({
    deviceId,
    identityKey: keys.identity.publicKey,
    agreementKey,
    agreementKeyProof: await proveAgreementKey({ deviceId, agreementKey }, keys.identity),
    keyProtection: 'file',
    clientVersion: CLIENT_VERSION,
    deviceName,
    operatingSystem,
  });
}

/** Takes a session only when the pinned server says, for this device and portal, that it is one of its own. */
export async function setSessionData(
  { session }: MessageRequest<'devices-v2/set-session-data'>,
  call: Call,
): Promise<Result<MessageAnswer<'devices-v2/set-session-data'>>> {
  const grant = await readGrant(session.grant, 'session', call);
  if (!grant.ok) return grant;
  const isSameKey = (await thumbprint(grant.answer.serverKey)) === (await thumbprint(session.publicKey));
  if (grant.answer.sessionId !== session.sessionId || !isSameKey) {
    return fail('grant-refused', 'The grant of the session speaks of another session.');
  }
  await call.context.sessions.set(call.origin, session);
  return answer({});
}

export async function removeSessionData(
  _: object,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/remove-session-data'>>> {
  await context.sessions.remove(origin);
  return answer({});
}

export async function decryptPermit(
  { encryptedPermit, permitSalt }: MessageRequest<'devices-v2/decrypt-permit'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/decrypt-permit'>>> {
  const [opened, session] = await Promise.all([context.device(), context.sessions.get(origin)]);
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
