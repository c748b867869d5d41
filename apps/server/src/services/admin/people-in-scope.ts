import type { PolicyImpact } from '@vestibule/contracts';
import { isEnforcedFor, type Policy } from '@vestibule/policy';
import { findReachable } from '../../repositories/people-reach.ts';
import type { ServerContext } from '../server-context.ts';
import { isInstallationRequired } from '../skip-rule.ts';

const EXAMPLES = 20;

export type PeopleInScope = Pick<
  PolicyImpact,
  'peopleInScope' | 'neverSeen' | 'neverSeenExamples' | 'peopleWithoutReport'
>;

/**
 * Whom a policy reaches, and who of them would only now meet the page that asks to install Workplace: no report says
 * anything of them. Application and hour of a way round are not known before somebody comes, and count as given.
 * @param before null: as if nobody was stopped by any policy
 */
export async function measurePeople(
  context: ServerContext,
  after: Policy,
  before: Policy | null,
  since: Date,
): Promise<PeopleInScope> {
  const isReached = (policy: Policy, { id, groups }: { readonly id: string; readonly groups: readonly string[] }) =>
    isEnforcedFor(policy, { personId: id, groups, applicationName: null });
  const inScope = (await findReachable(context.database, context.company.id, since)).filter((person) =>
    isReached(after, person),
  );
  const neverSeen = inScope.filter((person) => {
    if (person.hasComputer || maySkip(context, after, person)) return false;
    return before === null || !isReached(before, person) || maySkip(context, before, person);
  });
  return {
    peopleInScope: inScope.length,
    neverSeen: neverSeen.length,
    neverSeenExamples: neverSeen.slice(0, EXAMPLES).map(({ login }) => login),
    peopleWithoutReport: inScope.filter((person) => person.hasSignedIn && person.hasComputer && !person.hasReported)
      .length,
  };
}

/** Whether the page that asks for Workplace may be left without it. */
function maySkip(
  context: ServerContext,
  { workplaceAccessPolicy }: Policy,
  person: Parameters<typeof isInstallationRequired>[1],
): boolean {
  const { skipping } = context.configuration;
  return skipping.isAllowed && workplaceAccessPolicy !== 'Strict' && !isInstallationRequired(context, person);
}
