import type { WaitingComputer } from '@vestibule/contracts';
import { addressKey } from '../../../operations/counting/address-keys.ts';
import { findDeviceSession } from '../../../repositories/devices.ts';
import { findWebSessionById } from '../../../repositories/people.ts';
import type { Database } from '../../../database/database.ts';
import { audit } from '../../audit/audit.ts';
import type { Caller } from '../../../context/caller.ts';
import { giveBack, mayTry } from '../../people/attempts.ts';
import type { OwnDeviceSession } from '../../devices/own-device-session.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { codeAttempt, readCode } from './codes.ts';
import { checkMayVouch } from './may-be-vouched-for.ts';
import { checkIsWaiting } from './reporting-computer.ts';

/** A computer that a code stands for. */
export interface Waiting extends OwnDeviceSession {
  readonly address: string;
}

export const WRONG = refuse('code_wrong', 'This code is wrong, over, or was used before.');

type CodeRefusal = Refusal<'code_wrong' | 'too_many_attempts' | 'not_possible'>;

/** Which computer a code stands for, as the person is asked about it. */
export async function describeWaitingComputer(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  code: string,
): Promise<WaitingComputer | CodeRefusal> {
  const waiting = await findWaitingComputer(context, origin, caller, code);
  if (isRefusal(waiting)) return waiting;
  const { device, session, address } = waiting;
  return {
    name: device.name,
    operatingSystem: device.operatingSystem,
    since: session.createdAt.toISOString(),
    address,
    isSameAddress: addressKey(address) === addressKey(origin.address),
  };
}

/** The computer of a code, of the person who asks. Wrong codes are counted and written down. */
export async function findWaitingComputer(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  code: string,
): Promise<Waiting | CodeRefusal> {
  const refusal = await checkMayVouch(context, context.database, caller.person, [caller.session.id]);
  if (refusal !== null) return refusal;
  const attempt = codeAttempt(context, caller, 'tried');
  if (!(await mayTry(context, attempt))) {
    return refuse('too_many_attempts', 'Too many wrong codes. Wait a minute and try again.');
  }
  const vouching = await readCode(context, caller, code);
  const found =
    vouching === null
      ? null
      : await readWaiting(context, context.database, caller, vouching.deviceSessionId, vouching.address);
  if (found === null) {
    await auditVouching(context, origin, caller, WRONG, null);
    return WRONG;
  }
  await giveBack(context, attempt);
  return checkIsWaiting(found.device) === null ? found : WRONG;
}

/** The computer as it stands now. @returns null when its person signed out there, or it is not this person's sign-in */
export async function readWaiting(
  context: ServerContext,
  database: Database,
  { person }: Caller,
  deviceSessionId: string,
  address: string,
): Promise<Waiting | null> {
  const { company, now } = context;
  const found = await findDeviceSession(database, company.id, deviceSessionId);
  if (found === null || found.session.personId !== person.id || found.session.expiresAt <= now()) return null;
  const there = await findWebSessionById(database, company.id, found.session.webSessionId, now());
  return there === null || there.person.id !== person.id ? null : { ...found, address };
}

/** Writes down that nothing was registered, and why. */
export async function auditVouching(
  context: ServerContext,
  origin: Origin,
  { person }: Caller,
  refusal: Refusal,
  waiting: Waiting | null,
): Promise<void> {
  await audit(context, origin, {
    action: 'device-vouching',
    outcome: 'refused',
    actor: person,
    target: waiting?.device.deviceId ?? null,
    details: { code: refusal.refused, reason: refusal.message },
  });
}
