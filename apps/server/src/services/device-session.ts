import { randomUUID } from 'node:crypto';
import type { SessionData, SessionParameters } from '@vestibule/contracts';
import {
  createServerSessionKey,
  publicJwk,
  signGrant,
  thumbprint,
  verifyAgreementKeyProof,
} from '@vestibule/device-keys';
import { createNonce } from '../crypto/nonces.ts';
import { authenticate } from '../crypto/tokens.ts';
import type { AccessToken } from '../repositories/access-tokens.ts';
import {
  createDeviceSession,
  type Device,
  type DeviceSession,
  findDeviceSession,
  registerDevice,
} from '../repositories/devices.ts';
import type { Person, WebSession } from '../repositories/people.ts';
import { audit } from './audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

const DEVICE_SESSION_LIFE_MS = 3_600_000;
const SESSION_GRANT_LIFE_S = 120;

/** A name for a web session that gives nothing away of its cookie or its id. */
export function nameOfSignIn(context: ServerContext, webSessionId: string): string {
  return authenticate(context.secret, 'sign-in', webSessionId);
}

export interface Caller {
  readonly session: WebSession;
  readonly person: Person;
  /** The access token the call was made with, where it was made with one. */
  readonly accessToken: AccessToken | null;
}

/** Opens a device session for the keys a client shows. That it holds them is proven by its first signed report. */
export async function openDeviceSession(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  parameters: SessionParameters,
  token: string,
): Promise<SessionData | Refusal<'request_malformed' | 'device_blocked'>> {
  const proof = await verifyAgreementKeyProof(parameters.agreementKeyProof, parameters, parameters.identityKey);
  if (!proof.ok) {
    await audit(context, origin, {
      action: 'device-session',
      outcome: 'refused',
      actor: caller.person.login,
      target: parameters.deviceId,
      details: { code: 'request_malformed' },
    });
    return refuse('request_malformed', 'The agreement key is not signed by the identity key.');
  }
  const device = await registerDevice(context.database, await describeDevice(context, caller, parameters));
  if (device.state === 'blocked') return refuse('device_blocked', 'This computer was blocked by an administrator.');

  const now = context.now();
  const id = randomUUID();
  const expiresAt = new Date(Math.min(now.getTime() + DEVICE_SESSION_LIFE_MS, caller.session.expiresAt.getTime()));
  const serverKey = await createServerSessionKey();
  await createDeviceSession(context.database, {
    companyId: context.company.id,
    id,
    webSessionId: caller.session.id,
    personId: caller.person.id,
    deviceRowId: device.id,
    sealedServerKey: context.masterKey.seal(JSON.stringify(serverKey), id),
    expiresAt,
    kind: 'full',
    confirmedAt: null,
    createdAt: now,
  });
  await audit(context, origin, {
    action: 'device-session',
    outcome: 'done',
    actor: caller.person.login,
    target: device.deviceId,
    details: { state: device.state, keyProtection: device.keyProtection, clientVersion: parameters.clientVersion },
  });
  const grant = await signGrant(
    {
      use: 'session',
      iss: context.publicUrl,
      deviceId: parameters.deviceId,
      origin: context.publicUrl,
      exp: Math.floor(now.getTime() / 1000) + SESSION_GRANT_LIFE_S,
      sessionId: id,
      companyName: context.company.displayName,
      serverKey: publicJwk(serverKey),
    },
    context.grantKey.key,
    context.grantKey.thumbprint,
  );
  return {
    sessionId: id,
    token,
    publicKey: publicJwk(serverKey),
    expirationTime: expiresAt.toISOString(),
    nonce: createNonce(context.secret, id, now),
    signIn: nameOfSignIn(context, caller.session.id),
    grant,
  };
}

/**
 * A device begins as waiting: showing public keys proves nothing. Its first valid report approves it, unless another key
 * holds this device id already: nobody takes over a device by naming its id.
 */
async function describeDevice(context: ServerContext, caller: Caller, parameters: SessionParameters): Promise<Device> {
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
    personId: caller.person.id,
    name: parameters.deviceName,
    operatingSystem: parameters.operatingSystem,
    lastSequence: 0,
    createdAt: context.now(),
    hasUsedV2: true,
    approvedBy: null,
    lastSeenAt: context.now(),
    label: null,
  };
}

/** The device session a caller names, if it is the caller's own and still runs. */
export async function findOwnDeviceSession(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<
  { session: DeviceSession; device: Device } | Refusal<'session_unknown' | 'session_expired' | 'device_blocked'>
> {
  const found = await findDeviceSession(context.database, context.company.id, sessionId);
  if (found === null || found.session.webSessionId !== caller.session.id) {
    return refuse('session_unknown', 'This device session is not known here.');
  }
  if (found.session.expiresAt <= context.now()) return refuse('session_expired', 'This device session is over.');
  if (found.device.state === 'blocked') {
    return refuse('device_blocked', 'This computer was blocked by an administrator.');
  }
  return found;
}
