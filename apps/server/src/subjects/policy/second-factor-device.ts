import type { Database } from '../../database/open.ts';
import { type Device, type DeviceSession, hasEarlierDevice } from '../../repositories/devices.ts';
import type { Person } from '../../repositories/people.ts';

/** An installed client's account says which computer reports, not at which one the person sits: it is no factor. */
export const SECOND_FACTOR_KINDS: readonly DeviceSession['kind'][] = ['full', 'v1'];

/** unapproved: an administrator who approves it makes it one; another-persons: so does one who approves it as theirs. */
export type FactorStanding = 'factor' | 'unapproved' | 'another-persons' | 'none';

/**
 * How a computer stands for its person. It has to be theirs, and an administrator has to have approved it, unless it is
 * the first that was ever registered for them: otherwise anyone who knows a password would sign in once to register a computer,
 * and once more with it.
 */
export async function factorStandingOf(
  database: Database,
  { session, device }: { readonly session: Pick<DeviceSession, 'kind'>; readonly device: Device },
  person: Pick<Person, 'id'>,
): Promise<FactorStanding> {
  if (!SECOND_FACTOR_KINDS.includes(session.kind)) return 'none';
  if (device.personId !== person.id) return device.state === 'approved' ? 'another-persons' : 'none';
  const mayBeFirst = device.state === 'approved' && device.approvedBy === null;
  return standingAsFactor(device, mayBeFirst && !(await hasEarlierDevice(database, device)));
}

/** The same of a computer of theirs, where it is known whether it is their first. */
export function standingAsFactor(
  { state, approvedBy }: Pick<Device, 'state' | 'approvedBy'>,
  isFirst: boolean,
): FactorStanding {
  if (state === 'waiting') return 'unapproved';
  if (state !== 'approved') return 'none';
  return approvedBy !== null || isFirst ? 'factor' : 'unapproved';
}
