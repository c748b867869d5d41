import { type Device, type DeviceSession, findDeviceSession } from '../../repositories/devices.ts';
import { refuseBlockedDevice } from './device-session.ts';
import type { Caller } from '../../context/caller.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

export interface OwnDeviceSession {
  readonly session: DeviceSession;
  readonly device: Device;
}

/**
 * The device session a caller names by an access token, if it is the caller's own, still runs, and is of the token's
 * kind: a restricted token reaches restricted sessions only, and a full one none of them. A restricted session that the
 * client has not confirmed opens nothing.
 */
export async function findOwnDeviceSession(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<OwnDeviceSession | Refusal<'session_unknown' | 'session_expired' | 'device_blocked'>> {
  const { named = null } = caller;
  const found =
    named?.session.id === sessionId ? named : await findDeviceSession(context.database, context.company.id, sessionId);
  if (found === null || !isReachable(found.session, caller) || isUnconfirmed(found.session)) {
    return refuse('session_unknown', 'This device session is not known here.');
  }
  return whyOver(context, found) ?? found;
}

/** The restricted session a caller is about to confirm. */
export async function findRestrictedSession(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<OwnDeviceSession | Refusal<'session_unknown' | 'session_expired' | 'device_blocked'>> {
  const found = await findDeviceSession(context.database, context.company.id, sessionId);
  const isOwn = found !== null && found.session.webSessionId === caller.session.id;
  if (!isOwn || found.session.kind !== 'restricted' || isBoundElsewhere(found.session, caller)) {
    return refuse('session_unknown', 'This restricted session is not known here.');
  }
  return whyOver(context, found) ?? found;
}

function isReachable(session: DeviceSession, caller: Caller): boolean {
  const wanted = caller.accessToken?.scope === 'device-v2-restricted' ? 'restricted' : 'full';
  return session.webSessionId === caller.session.id && session.kind === wanted && !isBoundElsewhere(session, caller);
}

function isBoundElsewhere({ id }: DeviceSession, { accessToken }: Caller): boolean {
  const boundTo = accessToken?.deviceSessionId ?? null;
  return boundTo !== null && boundTo !== id;
}

function isUnconfirmed({ kind, confirmedAt }: DeviceSession): boolean {
  return kind === 'restricted' && confirmedAt === null;
}

function whyOver(
  context: ServerContext,
  { session, device }: OwnDeviceSession,
): Refusal<'session_expired' | 'device_blocked'> | null {
  // To block a computer ends its sessions as well: what is told is why, not that it is over.
  if (device.state === 'blocked') return refuseBlockedDevice();
  return session.expiresAt <= context.now() ? refuse('session_expired', 'This device session is over.') : null;
}
