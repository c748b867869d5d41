import type { Database } from '../../../database/database.ts';
import { countApprovedDevices, hasBlockedComputer, hasBlockedDevice } from '../../../repositories/devices.ts';
import type { Person } from '../../../repositories/people.ts';
import type { Caller } from '../../../context/caller.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** Whether the company lets people register a computer from one that is known, and nothing of this person's stands against it. */
export async function offersVouching(context: ServerContext, { person, session }: Caller): Promise<boolean> {
  return (await checkMayVouch(context, context.database, person, [session.id])) === null;
}

/**
 * Why no further computer of a person is registered by one that is known.
 * @param webSessionIds sign-ins in which no blocked computer may have taken part
 */
export async function checkMayVouch(
  { company, configuration }: ServerContext,
  database: Database,
  person: Pick<Person, 'id'>,
  webSessionIds: readonly string[],
): Promise<Refusal<'not_possible'> | null> {
  const { mode, maximumPerPerson } = configuration.registration;
  if (mode !== 'verified') return refuse('not_possible', 'Computers are registered in another way here.');
  if (await isAnyBlocked(database, company.id, person.id, webSessionIds)) {
    return refuse('not_possible', 'A computer of this person is blocked, so an administrator approves the next one.');
  }
  const registered = await countApprovedDevices(database, company.id, person.id);
  if (registered === 0) return refuse('not_possible', 'This person has no registered computer that could vouch.');
  return maximumPerPerson !== null && registered >= maximumPerPerson
    ? refuse('not_possible', 'This person has as many computers as the company allows.')
    : null;
}

async function isAnyBlocked(
  database: Database,
  companyId: string,
  personId: string,
  webSessionIds: readonly string[],
): Promise<boolean> {
  if (await hasBlockedComputer(database, companyId, personId)) return true;
  for (const id of webSessionIds) {
    if (await hasBlockedDevice(database, companyId, id)) return true;
  }
  return false;
}
