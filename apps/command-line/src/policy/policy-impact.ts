import type { CheckType, PolicyImpact, Unread } from '@vestibule/contracts';
import { type Output, timeText } from '../frame/output.ts';

interface Measured {
  readonly impact: PolicyImpact;
  /** Then what it needs is said as well. */
  readonly isDryRun: boolean;
}

/** What a policy would do to the computers and people there are. */
export function printImpact(output: Output, { impact, isDryRun }: Measured): void {
  const { computers, days, newlyBlocked, freed, blockedBefore, blockedNow, later } = impact;
  if (computers === 0) {
    output.say(`No computer has reported in the last ${days} days: whom a check would block cannot be said.`);
  } else {
    output.say(`By the last report of each of ${computersText(computers)} (the last ${days} days):`);
    output.facts([
      ['  Blocked until now', String(blockedBefore)],
      ['  Blocked from now on', `${blockedNow}${freed === 0 ? '' : `, ${freed} of those before no longer`}`],
      ['  Newly blocked', newText(newlyBlocked, impact.fixableAlone)],
      ...(later === null
        ? []
        : ([[`  From ${later.on} on`, newText(later.newlyBlocked, later.fixableAlone)]] as const)),
    ]);
  }
  printReasons(output, impact);
  printUnseen(output, impact);
  if (isDryRun && impact.isOverLimit) {
    output.say(
      `That is more than ${impact.limitPercent} percent of the people, and needs --accept-blocking ${impact.toAccept}: the computers newly blocked, today or later, and the people never or not lately seen with Workplace.`,
    );
  }
  if (impact.checks.length > 0) {
    output.line();
    output.table(
      impact.checks,
      [
        { heading: 'CHECK', cell: ({ checkType }) => checkType },
        { heading: 'NEWLY BLOCKED', cell: ({ newlyBlocked: count }) => String(count) },
        { heading: 'LATER', cell: ({ newlyBlockedLater }) => String(newlyBlockedLater) },
      ],
      '',
    );
  }
  if (impact.examples.length > 0) {
    output.line();
    output.table(
      impact.examples,
      [
        { heading: 'PERSON', cell: ({ login }) => login, isFlexible: true },
        { heading: 'COMPUTER', cell: ({ deviceName }) => deviceName, isFlexible: true },
        { heading: 'BLOCKED', cell: ({ isNow }) => (isNow ? 'now' : 'later') },
        { heading: 'CAN FIX ALONE', cell: ({ isFixableAlone }) => (isFixableAlone ? 'yes' : 'no'), isFlexible: true },
        {
          heading: 'BY',
          cell: byText,
          isFlexible: true,
          keepsWords: true,
        },
        { heading: 'REPORTED (UTC)', cell: ({ reportedAt }) => timeText(reportedAt), isFlexible: true },
      ],
      '',
    );
    const shown = impact.examples.length;
    const all = Math.max(newlyBlocked, later?.newlyBlocked ?? 0);
    if (all > shown) output.say(`and ${all - shown} more.`);
  }
}

/** What blocks and is no failed check: what could not be read, and who is not registered. */
function printReasons(output: Output, { newlyBlockedUnread, newlyBlockedUnregistered }: PolicyImpact): void {
  if (newlyBlockedUnread > 0) {
    output.say(
      `${newlyBlockedUnread} of those newly blocked because a reading could not be made (unknown: block). The list names the check and the reason.`,
    );
  }
  if (newlyBlockedUnregistered > 0) {
    output.say(
      `${newlyBlockedUnregistered} of those newly blocked because they are not registered (registration.mode). To approve those seen so far: vestibule device approve --seen-while-report-only --dry-run`,
    );
  }
}

/** What blocks a computer, in one cell. */
function byText({ checks, unread, isUnregistered }: PolicyImpact['examples'][number]): string {
  const all = [...checksText(checks, unread), ...(isUnregistered ? ['not registered'] : [])];
  return all.length === 0 ? 'its system' : all.join(', ');
}

/** Checks by name, and of those that could not be read the reason. */
export function checksText(checks: readonly CheckType[], unread: Unread): string[] {
  return checks.map((checkType) => {
    const reason = unread.find((one) => one.checkType === checkType)?.reason;
    return reason === undefined ? checkType : `${checkType} (not read: ${reason})`;
  });
}

/** People of whose computers no report says anything. */
function printUnseen(output: Output, impact: PolicyImpact): void {
  const { days, neverSeen, notSeenLately, peopleInScope, peopleWithoutReport } = impact;
  const inScope = (count: number) => `${count} of the ${peopleInScope} people in scope`;
  if (neverSeen > 0) {
    const names = namesText(impact.neverSeenExamples, neverSeen);
    output.say(
      `${inScope(neverSeen)} ${neverSeen === 1 ? 'has' : 'have'} never been seen with Workplace and will meet the page that asks to install it: ${names}`,
    );
  }
  if (notSeenLately > 0) {
    const names = namesText(impact.notSeenLatelyExamples, notSeenLately);
    output.say(
      `${inScope(notSeenLately)} ${notSeenLately === 1 ? 'was' : 'were'} last seen with Workplace more than ${days} days ago, or with a blocked computer, and may be stopped: ${names}`,
    );
  }
  if (impact.unnamedBy.length > 0) {
    const providers = impact.unnamedBy.join(', ');
    output.say(
      `Not counted: everybody who has never signed in. ${providers} names people only when they sign in. They will meet the page that asks to install Workplace too. To have them counted, import them: vestibule person import --help`,
    );
  }
  if (peopleWithoutReport > 0) {
    output.say(
      `Nothing newer is known of the computers of ${peopleWithoutReport} ${peopleWithoutReport === 1 ? 'person who has' : 'people who have'} signed in meanwhile.`,
    );
  }
}

function namesText(first: readonly string[], count: number): string {
  const more = count - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function newText(count: number, fixableAlone: number): string {
  return count === 0 ? '0' : `${count}, of which ${fixableAlone} can be fixed by the people themselves, in Workplace`;
}

export function computersText(count: number): string {
  return count === 1 ? '1 computer' : `${count} computers`;
}
