import { type Device, findDeviceSession } from '../../../repositories/devices.ts';
import { refuseBlockedDevice } from '../../devices/device-session.ts';
import type { Caller } from '../../../context/caller.ts';
import type { OwnDeviceSession } from '../../devices/own-device-session.ts';
import { SECOND_FACTOR_KINDS } from '../../policy/second-factor-device.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** The computer that a page of this sign-in reads. One that reports by itself is not shown to be where the browser stands. */
export async function findReportingComputer(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<OwnDeviceSession | Refusal<'session_unknown' | 'device_blocked'>> {
  const found = await findDeviceSession(context.database, context.company.id, sessionId);
  const isOwn = found !== null && found.session.webSessionId === caller.session.id;
  if (!isOwn || !SECOND_FACTOR_KINDS.includes(found.session.kind) || found.session.expiresAt <= context.now()) {
    return refuse('session_unknown', 'This device session is not known here, or is over.');
  }
  return found.device.state === 'blocked' ? refuseBlockedDevice() : found;
}

/** Why a computer is not one to vouch for. */
export function checkIsWaiting({ state }: Pick<Device, 'state'>): Refusal<'not_possible'> | null {
  return state === 'waiting' ? null : refuse('not_possible', 'This computer does not wait to be registered.');
}
