import { randomUUID } from 'node:crypto';
import type { SessionData, SessionParameters } from '@vestibule/contracts';
import {
  createServerSessionKey,
  type PrivateJwk,
  publicJwk,
  signGrant,
  thumbprint,
  verifyAgreementKeyProof,
} from '@vestibule/device-keys';
import { createNonce } from '../../operations/crypto/nonces.ts';
import { type Caller, nameOfSignIn } from '../../context/caller.ts';
import { createDeviceSession, type Device, type DeviceSession } from '../../repositories/devices.ts';
import { revokeWebSession } from '../../repositories/web-sessions.ts';
import { type NewDeviceSession, openSessionOfKnown } from '../../repositories/open-device-session.ts';
import { findBeginning, isAtOtherComputer } from '../../repositories/other-computer.ts';
import type { SignInNote } from '../../repositories/sign-ins.ts';
import { notingIfPossible } from '../../context/note-sign-in.ts';
import { audit } from '../audit/audit.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { endSessionOf } from '../people/end-sessions.ts';
import { computerName } from './computer-name.ts';
import { showDevice } from './show-device.ts';

const DEVICE_SESSION_LIFE_MS = 3_600_000;
const SESSION_GRANT_LIFE_S = 120;

/** A device session as it was opened, without the token it was opened with. */
export type OpenedSession = Omit<SessionData, 'token'>;

/** Opens a device session for the keys a client shows. That it holds them is proven by its first signed report. */
export async function openDeviceSession(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  parameters: SessionParameters,
  kind: DeviceSession['kind'],
): Promise<
  OpenedSession | Refusal<'access_token_wrong' | 'request_malformed' | 'device_blocked' | 'device_not_approved'>
> {
  const { id, openedFor } = caller.session;
  if (openedFor !== null && openedFor !== parameters.deviceId) {
    // A link that was made at another computer signed this browser in: anyone may have sent it. Who sits here signs in.
    await revokeWebSession(context.database, context.company.id, id, context.now());
    const refusal = refuse('access_token_wrong', 'A link of another computer signed this browser in. Sign in here.');
    await auditRefusedSession(context, origin, caller, parameters.deviceId, refusal);
    return refusal;
  }
  if (await isElsewhere(context, caller, parameters.deviceId)) {
    const refusal = await endAtOtherComputer(context, origin, caller, parameters.deviceId);
    await auditRefusedSession(context, origin, caller, parameters.deviceId, refusal);
    return refusal;
  }
  const proof = await verifyAgreementKeyProof(parameters.agreementKeyProof, parameters, parameters.identityKey);
  const described = await describeDevice(context, caller.person.id, parameters);
  if (!proof.ok) {
    const refusal = refuse('request_malformed', 'The agreement key is not signed by the identity key.');
    await auditRefusedSession(context, origin, caller, parameters.deviceId, refusal);
    return refusal;
  }
  const prepared = await prepareSession(context, caller, kind);
  const device = await openSession(context, described, prepared.row);
  const refusal = isRefusal(device) ? device : device.state === 'blocked' ? refuseBlockedDevice() : null;
  if (refusal !== null) {
    if (!isRefusal(device)) await noteBlockedDevice(context, caller, device, kind);
    await auditRefusedSession(context, origin, caller, parameters.deviceId, refusal);
    return refusal;
  }
  return isRefusal(device) ? device : describeSession(context, origin, caller, parameters, device, prepared);
}

/**
 * Cookies do not change computers by themselves: these were copied. The sign-in ends with all its windows, whichever of them
 * answered, and who sits here signs in.
 */
export async function endAtOtherComputer(
  context: ServerContext,
  origin: Origin,
  { person, session }: Pick<Caller, 'person' | 'session'>,
  deviceId: string,
): Promise<Refusal<'access_token_wrong'>> {
  const beginning = await findBeginning(context.database, context.company.id, session.id);
  await endSessionOf(context, origin, person, beginning, { otherComputer: deviceId });
  return refuse('access_token_wrong', 'This browser was signed in at another computer. Sign in here.');
}

/** Whether the session has shown another computer already: one that has proven itself. */
export function isElsewhere(
  { database, company }: ServerContext,
  { session, person }: Pick<Caller, 'person' | 'session'>,
  deviceId: string,
) {
  const given = { companyId: company.id, personId: person.id, webSessionId: session.id, deviceId };
  return isAtOtherComputer(database, given);
}

/** Keeps the session, unless the computer is blocked. One that was never seen begins to wait, where it may. */
async function openSession(
  context: ServerContext,
  described: Device,
  session: NewDeviceSession,
): Promise<Device | Refusal<'device_not_approved'>> {
  const { database } = context;
  const at = session.createdAt;
  const note: SignInNote = {
    at,
    hasAnswered: true,
    steps: [{ at: at.toISOString(), kind: 'computer', id: 'computer-answered' }],
  };
  // A computer that is known costs one question, and no lock.
  const known = await notingIfPossible(context, note, (possible) =>
    openSessionOfKnown(database, described, session, possible),
  );
  if (known !== null) return known;
  const shown = await showDevice(database, described);
  if (!isRefusal(shown) && shown.state !== 'blocked') {
    const opened = { ...session, deviceRowId: shown.id };
    await notingIfPossible(context, note, (possible) => createDeviceSession(database, opened, possible));
  }
  return shown;
}

/** A session that is over: no leave of whatever kind opens a sign-in in which a blocked computer took part. */
async function noteBlockedDevice(
  { database, company, masterKey, now }: ServerContext,
  { session, person }: Caller,
  device: Device,
  kind: DeviceSession['kind'],
): Promise<void> {
  const id = randomUUID();
  const at = now();
  const closed = {
    companyId: company.id,
    id,
    webSessionId: session.id,
    personId: person.id,
    deviceRowId: device.id,
    sealedServerKey: masterKey.seal('', id),
    expiresAt: at,
    kind,
    confirmedAt: null,
    createdAt: at,
  };
  await createDeviceSession(database, closed);
}

/** Writes down that a device was not let open a session, and why. */
export async function auditRefusedSession(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  deviceId: string,
  refusal: Refusal,
): Promise<void> {
  await audit(context, origin, {
    action: 'device-session',
    outcome: 'refused',
    actor: caller.person,
    target: deviceId,
    details: { code: refusal.refused },
  });
}

export function refuseBlockedDevice(): Refusal<'device_blocked'> {
  return refuse('device_blocked', 'This computer was blocked by an administrator.');
}

interface Prepared {
  readonly row: NewDeviceSession;
  readonly serverKey: PrivateJwk;
}

/** A session with keys of its own, before it is known whose computer it is of. */
async function prepareSession(
  { company, masterKey, now }: ServerContext,
  { session, person }: Caller,
  kind: DeviceSession['kind'],
): Promise<Prepared> {
  const createdAt = now();
  const id = randomUUID();
  const serverKey = await createServerSessionKey();
  const row = {
    companyId: company.id,
    id,
    webSessionId: session.id,
    personId: person.id,
    sealedServerKey: masterKey.seal(JSON.stringify(serverKey), id),
    expiresAt: new Date(Math.min(createdAt.getTime() + DEVICE_SESSION_LIFE_MS, session.expiresAt.getTime())),
    kind,
    confirmedAt: null,
    createdAt,
  };
  return { row, serverKey };
}

async function describeSession(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  parameters: SessionParameters,
  device: Device,
  { row: { id, kind, expiresAt, createdAt }, serverKey }: Prepared,
): Promise<OpenedSession> {
  await audit(context, origin, {
    action: 'device-session',
    outcome: 'done',
    actor: caller.person,
    target: device.deviceId,
    about: device.id,
    details: {
      kind,
      state: device.state,
      keyProtection: device.keyProtection,
      clientVersion: parameters.clientVersion,
    },
  });
  const grant = await signGrant(
    {
      use: 'session',
      iss: context.publicUrl,
      deviceId: parameters.deviceId,
      origin: context.publicUrl,
      exp: Math.floor(createdAt.getTime() / 1000) + SESSION_GRANT_LIFE_S,
      sessionId: id,
      companyName: context.company.displayName,
      serverKey: publicJwk(serverKey),
    },
    context.grantKey.key,
    context.grantKey.thumbprint,
  );
  return {
    sessionId: id,
    publicKey: publicJwk(serverKey),
    expirationTime: expiresAt.toISOString(),
    nonce: createNonce(context.secret, id, createdAt),
    signIn: nameOfSignIn(context, caller.session.id),
    grant,
  };
}

/**
 * A device begins as waiting: showing public keys proves nothing. Its first valid report approves it, unless another key
 * holds this device id already: no one takes over a device by naming its id.
 */
export async function describeDevice(
  context: ServerContext,
  personId: string,
  parameters: SessionParameters,
): Promise<Device> {
  const keyThumbprint = await thumbprint(parameters.identityKey);
  return {
    companyId: context.company.id,
    id: randomUUID(),
    deviceId: parameters.deviceId,
    keyThumbprint,
    identityKey: parameters.identityKey,
    agreementKey: parameters.agreementKey,
    keyProtection: parameters.keyProtection,
    state: 'waiting',
    stateBeforeBlock: null,
    personId,
    name: computerName(parameters.deviceName, parameters.deviceId),
    operatingSystem: parameters.operatingSystem,
    lastSequence: 0,
    createdAt: context.now(),
    hasUsedV2: false,
    approvedBy: null,
    lastSeenAt: null,
    label: null,
  };
}
