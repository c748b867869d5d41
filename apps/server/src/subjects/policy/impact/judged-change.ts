import { lastRollOutDay, namesInChecks, type Policy, policyAt } from '@vestibule/policy';
import { findFirstDevices } from '../../../repositories/devices.ts';
import { type PastReport, readPastReports } from '../../../repositories/report-history.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { type Computer, judgeEnforced, readComputer, readPast, type Standing } from './judged-computer.ts';
import { findPeopleInScope, type PeopleInScope } from './people-in-scope.ts';
import { type Door, doorsTo, findPlaces, newlyKeptOut, situationUnder } from './who-gets-in.ts';

const DAY_MS = 86_400_000;
/** How far back a computer's last report is looked for. */
export const IMPACT_DAYS = 14;

/** A change of the policy, judged: each computer that has reported lately, and the people of whom no report says anything. */
export interface JudgedChange {
  /** On which all of the policy holds; null: it does already. */
  readonly laterDay: Date | null;
  readonly found: readonly Found[];
  readonly reach: PeopleInScope;
  /** Whether it newly keeps out someone of whom nothing is known at all. */
  readonly isNewcomerKeptOut: boolean;
}

/**
 * Judges the last report of every computer by the policy that holds and by one that may hold next, on the way to each
 * application. Whether the gate is observed at the moment makes no difference: this says what would be once it is enforced.
 * Anyone who was never seen with Workplace, or not in these days, has no report to judge, and is found as well.
 * @param before null: as if no one was stopped by any policy, but where the computer is the second factor
 */
export async function judgeChange(
  context: ServerContext,
  after: Policy,
  before: Policy | null = context.policy.policy,
): Promise<JudgedChange> {
  const now = context.now();
  const laterDay = lastRollOutDay(after, now);
  const since = new Date(now.getTime() - IMPACT_DAYS * DAY_MS);
  const [holding, next] = [situationUnder(context, before), situationUnder(context, after)];
  const places = await findPlaces(context);
  const judging = {
    context,
    firsts: await findFirstDevices(context.database, context.company.id),
    ways: places.map((place) => ({ name: place.name, doors: doorsTo(next, place) })),
    waysBefore: places.map((place) => ({ name: place.name, doors: doorsTo(holding, place) })),
    policy: after,
    policyBefore: holding.context.policy.policy,
  };
  const found: Found[] = [];
  for await (const ofDevice of readPastReports(context.database, context.company.id, since)) {
    const past = ofDevice.at(-1);
    if (past !== undefined) found.push(judgeComputer(judging, past, now, laterDay));
  }
  const isUnknownKeptOut = newlyKeptOut(
    holding,
    next,
    places.map((place) => ({ before: place, after: place })),
  );
  const newcomer = { id: '', groups: after.enforceFor?.groups ?? [], settings: {} };
  return {
    laterDay,
    found,
    isNewcomerKeptOut: isUnknownKeptOut(newcomer, []) !== null,
    reach: await findPeopleInScope(context, after, (person) => isUnknownKeptOut(person, []) !== null, since),
  };
}

/** How a computer stands on the way to every application. */
export interface Stand extends Standing {
  /** Whether it lets its person in, by each way to each application. */
  readonly opens: readonly boolean[];
  /** It is blocked because it was not registered, whatever it reported. */
  readonly isUnregistered: boolean;
}

/** A computer by its last report: as it stands today, and on the day on which all of the policy holds. */
export interface Found {
  readonly past: PastReport;
  readonly was: Stand;
  readonly is: Stand;
  readonly willBe: Stand;
  /** On that day, by the policy of before. */
  readonly wouldBe: Stand;
}

/** The ways to one application. */
interface Way {
  readonly name: string;
  readonly doors: readonly Door[];
}

interface Judging {
  readonly context: ServerContext;
  readonly firsts: ReadonlySet<string>;
  readonly ways: readonly Way[];
  readonly waysBefore: readonly Way[];
  readonly policy: Policy;
  readonly policyBefore: Policy;
}

function judgeComputer(
  { context, firsts, policy, policyBefore, ways, waysBefore }: Judging,
  last: PastReport,
  now: Date,
  laterDay: Date | null,
): Found {
  const past = readPast(last);
  const computer = readComputer(past, firsts);
  const { groups } = past.person;
  const standAt = (there: readonly Way[], held: Policy, day: Date) => {
    const then = policyAt(held, day);
    const goesByApplication = namesInChecks(then).applications.length > 0;
    const judgeFor = (applicationName: string | null) =>
      judgeEnforced(context, then, past, { groups, applicationName });
    const everywhere = goesByApplication ? null : judgeFor(null);
    const stands = there.map(({ name, doors }) => standBefore(doors, past, computer, everywhere ?? judgeFor(name)));
    return together(stands);
  };
  const was = standAt(waysBefore, policyBefore, now);
  const is = standAt(ways, policy, now);
  return laterDay === null
    ? { past: last, was, is, willBe: is, wouldBe: was }
    : {
        past: last,
        was,
        is,
        willBe: standAt(ways, policy, laterDay),
        wouldBe: standAt(waysBefore, policyBefore, laterDay),
      };
}

function standBefore(
  doors: readonly Door[],
  { person }: PastReport,
  computer: Omit<Computer, 'meetsPolicy'>,
  { isBlocked, checks, unread, isFixableAlone }: Standing,
): Stand {
  const opensWith = (meetsPolicy: boolean, isRegistered = computer.isRegistered) =>
    doors.map((door) => door(person, [{ ...computer, isRegistered, meetsPolicy: () => meetsPolicy }]));
  const opens = opensWith(!isBlocked);
  if (!opens.includes(false)) {
    return { isBlocked: false, checks: [], unread: [], isFixableAlone: false, isUnregistered: false, opens };
  }
  const ifMet = opensWith(true);
  return {
    isBlocked: true,
    checks,
    unread,
    isFixableAlone: isFixableAlone && !ifMet.includes(false),
    isUnregistered: opensWith(true, true).some((isOpen, place) => isOpen && ifMet[place] === false),
    opens,
  };
}

/** How it stands on all ways: what stops it on one of them stops it. */
function together(stands: readonly Stand[]): Stand {
  const blocked = stands.filter(({ isBlocked }) => isBlocked);
  const unread = new Map(blocked.flatMap((stand) => stand.unread.map((one) => [one.checkType, one] as const)));
  return {
    isBlocked: blocked.length > 0,
    checks: [...new Set(blocked.flatMap(({ checks }) => checks))],
    unread: [...unread.values()],
    isFixableAlone: blocked.length > 0 && blocked.every(({ isFixableAlone }) => isFixableAlone),
    isUnregistered: blocked.some(({ isUnregistered }) => isUnregistered),
    opens: stands.flatMap(({ opens }) => opens),
  };
}

/** Stopped before on one way to an application says nothing of another. */
export function isNew({ was }: Found, then: Stand): boolean {
  return then.opens.some((isOpen, place) => !isOpen && was.opens[place] === true);
}

export function isNewThen({ was, willBe, wouldBe }: Found): boolean {
  return willBe.opens.some((isOpen, place) => !isOpen && was.opens[place] === true && wouldBe.opens[place] === true);
}
