import { CHECK_TYPES, type CheckType, type PolicyImpact } from '@vestibule/contracts';
import type { Policy } from '@vestibule/policy';
import type { LoadedPolicy } from '../../../context/loaded-policy.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { type Found, IMPACT_DAYS, isNew, isNewThen, judgeChange, type JudgedChange } from './judged-change.ts';
import { countReach, findUnnaming } from './people-in-scope.ts';

/** More than that share of the people newly stopped, at any of their computers or without Workplace, is a surprise. */
export const LIMIT_PERCENT = 5;
const EXAMPLES = 20;

/** Judges a change of the policy (`judgeChange`), and counts whom it would stop. */
export async function measureImpact(
  context: ServerContext,
  after: Policy,
  before: Policy | null = context.policy.policy,
): Promise<PolicyImpact> {
  return summarizeImpact(context, await judgeChange(context, after, before));
}

/** What a judged change comes to, in numbers. */
export async function summarizeImpact(
  context: ServerContext,
  { found, laterDay, reach: judgedReach, isNewcomerKeptOut }: JudgedChange,
): Promise<PolicyImpact> {
  const reach = countReach(judgedReach);
  const newNow = found.filter((entry) => isNew(entry, entry.is));
  const people = new Set(found.map(({ past }) => past.person.id)).size;
  const peopleNewlyBlocked = countPeople(newNow);
  // What the policy that holds would do on that day anyway was said when it was applied.
  const newThen = laterDay === null ? [] : found.filter((entry) => !isNew(entry, entry.is) && isNewThen(entry));
  const stopped = countPeople([...newNow, ...newThen]);
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
