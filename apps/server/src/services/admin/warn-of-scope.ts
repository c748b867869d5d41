import type { Policy } from '@vestibule/policy';
import { isSameName } from '@vestibule/policy';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import { hasGroup } from '../../repositories/admin-people.ts';
import type { ServerContext } from '../server-context.ts';

/** What `enforceFor` names and nobody has: a slip there lets everybody through. */
export async function warnOfScope(
  { database, company }: ServerContext,
  { enforceFor }: Pick<Policy, 'enforceFor'>,
): Promise<string[]> {
  const { groups = [], applications = [] } = enforceFor ?? {};
  const warnings: string[] = [];
  for (const group of groups) {
    if (await hasGroup(database, company.id, group)) continue;
    warnings.push(`enforceFor names the group ${group}, and nobody is in it: vestibule person show --help`);
  }
  const known = applications.length === 0 ? [] : await findAllApplications(database, company.id);
  for (const name of applications) {
    if (known.some((application) => isSameName(application.name, name))) continue;
    warnings.push(
      `enforceFor names the application ${name}, and there is none by that name: vestibule application list`,
    );
  }
  return warnings;
}
