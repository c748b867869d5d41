import type { CompanyConfiguration } from '@vestibule/contracts';
import { isDeepStrictEqual } from 'node:util';
import { findGrants } from '../../../repositories/access-grants.ts';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { whyWayIsShut } from '../../settings/way-around.ts';

/** Who loses by new rules what temporary access they have: it is live, and leads to less, or ends sooner. */
export async function notesOnLeave(
  { database, company, now }: ServerContext,
  before: CompanyConfiguration,
  after: CompanyConfiguration,
): Promise<string[]> {
  const [was, is] = [before.temporaryAccess, after.temporaryAccess];
  if (was.until === is.until && isDeepStrictEqual(was.applications, is.applications)) return [];
  const grants = await findGrants(database, company.id, { kind: 'temporary-access', liveAt: now() });
  const places = await findAllApplications(database, company.id);
  const endOf = (way: typeof was, expiresAt: Date) =>
    Math.min(expiresAt.getTime(), way.until === null ? Infinity : Date.parse(way.until));
  const losing = grants.filter(({ waitsForApproval, applicationId, expiresAt }) => {
    if (waitsForApproval) return false;
    const ledTo = places.filter(
      ({ id, name }) => [null, id].includes(applicationId) && whyWayIsShut(was, name, now()) === null,
    );
    const leadsOn = ledTo.every(({ name }) => whyWayIsShut(is, name, now()) === null);
    return ledTo.length > 0 && (!leadsOn || endOf(is, expiresAt) < endOf(was, expiresAt));
  });
  const people = new Set(losing.map(({ personId }) => personId)).size;
  if (people === 0) return [];
  const whose = people === 1 ? 'One person has' : `${people} people have`;
  return [`${whose} temporary access that leads to less by this, or ends sooner: vestibule access list`];
}
