import { CHECK_TYPES, type CheckType, type PolicyImpact } from '@vestibule/contracts';
import { lastRollOutDay, namesInChecks, type Policy, policyAt } from '@vestibule/policy';
import { findFirstDevices } from '../../../repositories/devices.ts';
import { type PastReport, readPastReports } from '../../../repositories/report-history.ts';
import type { LoadedPolicy } from '../../../context/loaded-policy.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { type Computer, judgeEnforced, readComputer, readPast, type Standing } from './judged-computer.ts';
import { findUnnaming, measurePeople } from './people-in-scope.ts';
import { type Door, doorsTo, findPlaces, newlyKeptOut, situationUnder } from './who-gets-in.ts';

const DAY_MS = 86_400_000;
/** How far back a computer's last report is looked for. */
export const IMPACT_DAYS = 14;
/** More than that share of the people newly stopped, at any of their computers or without Workplace, is a surprise. */
export const LIMIT_PERCENT = 5;
const EXAMPLES = 20;

/**
 * Judges the last report of every computer by the policy that holds and by one that may hold next, on the way to each
 * application. Whether the gate is observed at the moment makes no difference: this says what would be once it is enforced.
 * Anyone who was never seen with Workplace, or not in these days, has no report to judge, and is counted as well.
 * @param before null: as if no one was stopped by any policy, but where the computer is the second factor
 */
export async function measureImpact(
  context: ServerContext,
  after: Policy,
  before: Policy | null = context.policy.policy,
): Promise<PolicyImpact> {
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
  const newNow = found.filter((entry) => isNew(entry, entry.is));
  const people = new Set(found.map(({ past }) => past.person.id)).size;
  const peopleNewlyBlocked = countPeople(newNow);
  // What the policy that holds would do on that day anyway was said when it was applied.
  const newThen = laterDay === null ? [] : found.filter((entry) => !isNew(entry, entry.is) && isNewThen(entry));
  const stopped = countPeople([...newNow, ...newThen]);
  const isUnknownKeptOut = newlyKeptOut(
    holding,
    next,
    places.map((place) => ({ before: place, after: place })),
  );
  const newcomer = { id: '', groups: after.enforceFor?.groups ?? [], settings: {} };
  const isNewcomerKeptOut = isUnknownKeptOut(newcomer, []) !== null;
  const reach = await measurePeople(context, after, (person) => isUnknownKeptOut(person, []) !== null, since);
  const unknown = reach.neverSeen + reach.notSeenLately;
  const isMany = (count: number, of: number) => count > (of * LIMIT_PERCENT) / 100;
  const newLater = found.filter((entry) => isNew(entry, entry.willBe));
  const ofCheck = (list: readonly Found[], type: CheckType, of: 'is' | 'willBe') =>
    list.filter((entry) => entry[of].checks.includes(type)).length;
  const examples = found
    .filter((entry) => isNew(entry, entry.is) || isNew(entry, entry.willBe))
    .toSorted((left, right) => Number(right.is.isBlocked) - Number(left.is.isBlocked));
  return {
    days: IMPACT_DAYS,
    computers: found.length,
    unnamedBy: isNewcomerKeptOut ? await findUnnaming(context) : [],
    people,
    peopleNewlyBlocked,
    ...reach,
    blockedBefore: found.filter(({ was }) => was.isBlocked).length,
    blockedNow: found.filter(({ is }) => is.isBlocked).length,
    newlyBlocked: newNow.length,
    newlyBlockedUnread: newNow.filter(({ is }) => is.unread.length > 0).length,
    newlyBlockedUnregistered: newNow.filter(({ is }) => is.isUnregistered).length,
    freed: found.filter(({ was, is }) => was.isBlocked && !is.isBlocked).length,
    fixableAlone: newNow.filter(({ is }) => is.isFixableAlone).length,
    later:
      laterDay === null
        ? null
        : {
            on: laterDay.toISOString().slice(0, 10),
            newlyBlocked: newLater.length,
            notYetPlanned: newThen.length,
            fixableAlone: newLater.filter(({ willBe }) => willBe.isFixableAlone).length,
          },
    checks: CHECK_TYPES.map((checkType) => ({
      checkType,
      newlyBlocked: ofCheck(newNow, checkType, 'is'),
      newlyBlockedLater: ofCheck(newLater, checkType, 'willBe'),
    })).filter(({ newlyBlocked, newlyBlockedLater }) => newlyBlocked + newlyBlockedLater > 0),
    examples: examples.slice(0, EXAMPLES).map((entry) => {
      const { past, is, willBe } = entry;
      const isNow = isNew(entry, is);
      const { checks, unread, isFixableAlone, isUnregistered } = isNow ? is : willBe;
      return {
        login: past.person.login,
        deviceName: past.device.label ?? past.device.name,
        reportedAt: past.report.receivedAt.toISOString(),
        isNow,
        isFixableAlone,
        checks: [...checks],
        unread: [...unread],
        isUnregistered,
      };
    }),
    limitPercent: LIMIT_PERCENT,
    // Of whom much is known, and of all: neither many who never come nor a pilot that is small hides anybody.
    isOverLimit: isMany(stopped, people) || isMany(stopped + unknown, reach.peopleInScope),
    toAccept: newNow.length + newThen.length + unknown,
  };
}

/** How a computer stands on the way to every application. */
interface Stand extends Standing {
  /** Whether it lets its person in, by each way to each application. */
  readonly opens: readonly boolean[];
  /** It is blocked because it was not registered, whatever it reported. */
  readonly isUnregistered: boolean;
}

/** A computer by its last report: as it stands today, and on the day on which all of the policy holds. */
interface Found {
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
function isNew({ was }: Found, then: Stand): boolean {
  return then.opens.some((isOpen, place) => !isOpen && was.opens[place] === true);
}

function isNewThen({ was, willBe, wouldBe }: Found): boolean {
  return willBe.opens.some((isOpen, place) => !isOpen && was.opens[place] === true && wouldBe.opens[place] === true);
}

function countPeople(found: readonly Found[]): number {
  return new Set(found.map(({ past }) => past.person.id)).size;
}

/** Whether more would be newly stopped than may be without a word, and than were accepted. */
export function isTooMuch({ isOverLimit, toAccept }: PolicyImpact, accepted = 0): boolean {
  return isOverLimit && toAccept > accepted;
}

/** Below that number one single person is more than five percent: a saved file may block them, a command asks. */
const FEW_PEOPLE = 20;

/** Why a policy file is not taken by itself when it is saved: no one is there to be asked. @returns null: it may hold */
export async function whyFileIsSurprising(
  context: ServerContext,
  { policy }: LoadedPolicy,
  file: string,
): Promise<string | null> {
  const impact = await measureImpact(context, policy);
  const { people, peopleInScope, peopleNewlyBlocked, neverSeen, notSeenLately, toAccept, isOverLimit } = impact;
  const stopped = peopleNewlyBlocked + neverSeen + notSeenLately + (impact.later?.notYetPlanned ?? 0);
  const isOnlyOne = Math.max(people, peopleInScope) < FEW_PEOPLE && stopped <= 1;
  if (!isOverLimit || isOnlyOne) return null;
  return `It would newly block ${blockedText(impact)}. To let it hold all the same: vestibule policy apply ${file} --accept-blocking ${toAccept}`;
}

/** Who is in no number, since no one names them to the gate before they come. */
function unnamedText(providers: readonly string[]): string {
  return `everybody who has never signed in and is not imported, because ${providers.join(', ')} names people only when they sign in`;
}

/** Who would be newly stopped, as refusals say it. */
export function blockedText(impact: PolicyImpact): string {
  const { newlyBlocked, computers, peopleNewlyBlocked, people, neverSeen, notSeenLately, peopleInScope, days } = impact;
  const bySystem = impact.examples.some(
    ({ isNow, checks, isUnregistered }) => isNow && checks.length === 0 && !isUnregistered,
  )
    ? ' (some because supportedVersions leaves out their system)'
    : '';
  const { newlyBlockedUnregistered: unregistered, newlyBlockedUnread: unread } = impact;
  const byRegister = unregistered === 0 ? '' : ` (${unregistered} of them because they are not registered)`;
  const byReading = unread === 0 ? '' : ` (${unread} of them because a reading could not be made)`;
  const known = `${newlyBlocked} of ${computers} computers, those of ${peopleNewlyBlocked} of ${people} people${bySystem}${byRegister}${byReading}`;
  const { on, notYetPlanned } = impact.later ?? { on: '', notYetPlanned: 0 };
  const have = (count: number, isOne: string, areMany: string) =>
    `${count} of the ${peopleInScope} people in scope ${count === 1 ? isOne : areMany}`;
  const unseen = `${have(neverSeen, 'has', 'have')} never been seen with Workplace and would meet the page that asks to install it`;
  const late = `${have(notSeenLately, 'was', 'were')} last seen with Workplace more than ${days} days ago, or with a blocked computer, and may be stopped`;
  const then = `from ${on} on ${notYetPlanned} of ${computers} computers${newlyBlocked === 0 ? '' : ' more'}`;
  const others = [
    ...(notYetPlanned === 0 ? [] : [then]),
    ...(neverSeen === 0 ? [] : [unseen]),
    ...(notSeenLately === 0 ? [] : [late]),
    ...(impact.unnamedBy.length === 0 ? [] : [unnamedText(impact.unnamedBy)]),
  ].join('; and ');
  if (others === '') return known;
  return newlyBlocked === 0
    ? `no one by the reports of these ${days} days today, but ${others}`
    : `${known}; and ${others}`;
}
