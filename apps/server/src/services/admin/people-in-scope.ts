import type { PolicyImpact } from '@vestibule/contracts';
import { furtherReach, isEnforcedFor, type Policy } from '@vestibule/policy';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import { findReachable, type Reachable } from '../../repositories/people-reach.ts';
import type { ServerContext } from '../server-context.ts';
import { isInstallationRequired } from '../skip-rule.ts';

const EXAMPLES = 20;

export type PeopleInScope = Pick<
  PolicyImpact,
  | 'peopleInScope'
  | 'neverSeen'
  | 'neverSeenExamples'
  | 'notSeenLately'
  | 'notSeenLatelyExamples'
  | 'peopleWithoutReport'
>;

/** Somebody, as policies know people. */
type Known = Pick<Reachable, 'id' | 'groups'>;

/**
 * Whom a policy stops, on the way to one application at least, where the one before let them through.
 * @param before null: as if nobody was stopped by any policy
 */
export async function findNewlyReached(
  { database, company }: ServerContext,
  after: Policy,
  before: Policy | null,
): Promise<(person: Known) => boolean> {
  if (before === null) return (person) => isReached(after, person);
  const names = (await findAllApplications(database, company.id)).map(({ name }) => name);
  const reachesFurther = furtherReach(after, before, names);
  return ({ id, groups }) => reachesFurther({ personId: id, groups });
}

/**
 * Whom a policy reaches, and who of them are newly stopped without a report of these days to judge: by the page that asks
 * to install Workplace, or perhaps by their computer. The hour of a way round is not known before somebody comes, and
 * counts as given.
 * @param before null: as if nobody was stopped by any policy
 */
export async function measurePeople(
  context: ServerContext,
  after: Policy,
  before: Policy | null,
  since: Date,
): Promise<PeopleInScope> {
  const isNewlyReached = await findNewlyReached(context, after, before);
  const everybody = await findReachable(context.database, context.company.id, since);
  const inScope = everybody.filter((person) => meetsTheGate(person) && isReached(after, person));
  const unknown = inScope.filter((person) => {
    if (person.hasReportToJudge || maySkip(context, after, person)) return false;
    return isNewlyReached(person) || (before !== null && maySkip(context, before, person));
  });
  const neverSeen = unknown.filter(({ hasEverReported }) => !hasEverReported);
  const notSeenLately = unknown.filter(({ hasEverReported }) => hasEverReported);
  return {
    peopleInScope: inScope.length,
    neverSeen: neverSeen.length,
    neverSeenExamples: firstLogins(neverSeen),
    notSeenLately: notSeenLately.length,
    notSeenLatelyExamples: firstLogins(notSeenLately),
    peopleWithoutReport: inScope.filter((person) => person.hasSignedIn && person.hasComputer && !person.hasReported)
      .length,
  };
}

function isReached(policy: Policy, { id, groups }: Known): boolean {
  return isEnforcedFor(policy, { personId: id, groups, applicationName: null });
}

function firstLogins(people: readonly Reachable[]): string[] {
  return people.slice(0, EXAMPLES).map(({ login }) => login);
}

/**
 * The gate stands before work applications alone. An administrator who signs in here, has no computer with Workplace and
 * opens no application only runs the gate: nothing of it stops them. One who goes to applications like everybody counts.
 */
export function meetsTheGate({ isLocalAdministrator, hasComputer, hasOpenedApplication }: Reachable): boolean {
  return !isLocalAdministrator || hasComputer || hasOpenedApplication;
}

/** Whether the page that asks for Workplace may be left without it. */
export function maySkip(
  context: ServerContext,
  { workplaceAccessPolicy }: Policy,
  person: Parameters<typeof isInstallationRequired>[1],
): boolean {
  const { skipping } = context.configuration;
  return skipping.isAllowed && workplaceAccessPolicy !== 'Strict' && !isInstallationRequired(context, person);
}
