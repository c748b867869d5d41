import type { Database } from '../database/open.ts';
import { type Device, type DeviceSession, hasEarlierDevice } from '../repositories/devices.ts';
import type { Person } from '../repositories/people.ts';

/** An installed client's account says which computer reports, not at which one the person sits: it is no factor. */
export const SECOND_FACTOR_KINDS: readonly DeviceSession['kind'][] = ['full', 'v1'];

/**
 * Whether a computer stands for its person. It has to be theirs, and an administrator has to have approved it, unless it is
 * the first that was ever registered for them: otherwise whoever knows a password would sign in once to register a computer,
 * and once more with it.
 */
export async function isSecondFactor(
  database: Database,
  { session, device }: { readonly session: DeviceSession; readonly device: Device },
  person: Person,
): Promise<boolean> {
  const isTheirs = device.state === 'approved' && device.personId === person.id;
  if (!isTheirs || !SECOND_FACTOR_KINDS.includes(session.kind)) return false;
  return device.approvedBy !== null || !(await hasEarlierDevice(database, device));
}
