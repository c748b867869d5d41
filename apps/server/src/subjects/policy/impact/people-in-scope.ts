import type { PolicyImpact } from '@vestibule/contracts';
import { isEnforcedFor, type Policy } from '@vestibule/policy';
import { findReachable, type Reachable } from '../../../repositories/people-reach.ts';
import { findUpstreams } from '../../../repositories/upstreams.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import type { Known } from './who-gets-in.ts';

const EXAMPLES = 20;

type ReachCounts = Pick<
  PolicyImpact,
  | 'peopleInScope'
  | 'neverSeen'
  | 'neverSeenExamples'
  | 'notSeenLately'
  | 'notSeenLatelyExamples'
  | 'peopleWithoutReport'
>;

/** Whom a policy reaches. */
export interface PeopleInScope {
  readonly inScope: readonly Reachable[];
  /** Newly stopped by the page that asks to install Workplace. */
  readonly neverSeen: readonly Reachable[];
  /** Newly stopped, perhaps, by their computer. */
  readonly notSeenLately: readonly Reachable[];
}

/**
 * Whom a policy reaches, and who of them are newly stopped without a report of these days to judge: by the page that asks
 * to install Workplace, or perhaps by their computer.
 * @param isNewlyKeptOut whether it newly keeps out someone of whose computers nothing is known
 */
export async function findPeopleInScope(
  { database, company }: ServerContext,
  policy: Policy,
  isNewlyKeptOut: (person: Known) => boolean,
  since: Date,
): Promise<PeopleInScope> {
  const everybody = await findReachable(database, company.id, since);
  const inScope = everybody.filter((person) => meetsTheGate(person) && isReached(policy, person));
  const unknown = inScope.filter((person) => !person.hasReportToJudge && isNewlyKeptOut(person));
  return {
    inScope,
    neverSeen: unknown.filter(({ hasEverReported }) => !hasEverReported),
    notSeenLately: unknown.filter(({ hasEverReported }) => hasEverReported),
  };
}

/** The same in numbers, with the first of them by login. */
export function countReach({ inScope, neverSeen, notSeenLately }: PeopleInScope): ReachCounts {
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

/** The identity providers, by name, at which people are added when they first sign in: no one lists them before. */
export async function findUnnaming({ database, company }: ServerContext): Promise<string[]> {
  const all = await findUpstreams(database, company.id);
  return all
    .filter(({ isEnabled, settings }) => isEnabled && settings['createsPeople'] === true)
    .map(({ name }) => name);
}

/** Whether a policy is enforced for someone, wherever they go. */
export function isReached(
  policy: Pick<Policy, 'enforceFor'>,
  { id, groups }: Pick<Reachable, 'id' | 'groups'>,
): boolean {
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
