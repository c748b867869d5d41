import type { PolicyImpact, Rehearsal } from '@vestibule/contracts';
import { dayText, type Output, timeText } from '../output.ts';

/** What a policy would do to the computers there are. */
export function printImpact(output: Output, impact: PolicyImpact): void {
  const { computers, days, newlyBlocked, freed, blockedBefore, blockedNow, later, peopleWithoutReport } = impact;
  if (computers === 0) {
    output.say(`No computer has reported in the last ${days} days: whom this would block cannot be said.`);
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
  if (peopleWithoutReport > 0) {
    output.say(
      `Nothing is known of the computers of ${peopleWithoutReport} ${peopleWithoutReport === 1 ? 'person who has' : 'people who have'} signed in meanwhile.`,
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
    output.line();
    output.table(
      impact.examples,
      [
        { heading: 'PERSON', cell: ({ login }) => login, isFlexible: true },
        { heading: 'COMPUTER', cell: ({ deviceName }) => deviceName, isFlexible: true },
        { heading: 'BLOCKED', cell: ({ isNow }) => (isNow ? 'now' : 'later') },
        { heading: 'CAN FIX ALONE', cell: ({ isFixableAlone }) => (isFixableAlone ? 'yes' : 'no') },
        { heading: 'BY', cell: ({ checks }) => checks.join(', '), isFlexible: true },
        { heading: 'REPORTED (UTC)', cell: ({ reportedAt }) => timeText(reportedAt) },
      ],
      '',
    );
    const shown = impact.examples.length;
    const all = Math.max(newlyBlocked, later?.newlyBlocked ?? 0);
    if (all > shown) output.say(`and ${all - shown} more.`);
  }
}

function newText(count: number, fixableAlone: number): string {
  return count === 0 ? '0' : `${count}, of which ${fixableAlone} can be fixed by the people themselves, in Workplace`;
}

function computersText(count: number): string {
  return count === 1 ? '1 computer' : `${count} computers`;
}

/** What a policy would have done over the last days. */
export function printRehearsal(output: Output, { days, computers, everBlocked, mendedSince, checks }: Rehearsal): void {
  output.table(
    days,
    [
      { heading: 'DAY (UTC)', cell: ({ day }) => dayText(day) },
      { heading: 'COMPUTERS', cell: ({ computers: count }) => String(count) },
      { heading: 'BLOCKED BY TODAY’S', cell: ({ blockedBefore }) => String(blockedBefore) },
      { heading: 'BY THIS ONE', cell: ({ blockedThen }) => String(blockedThen) },
    ],
    'No computer has reported in these days.',
  );
  if (computers === 0) return;
  output.line();
  output.say(
    `${everBlocked} of ${computersText(computers)} would have been blocked on one day at least; ${mendedSince} of those meet it by their last report.`,
  );
  if (checks.length === 0) return;
  output.line();
  output.table(
    checks,
    [
      { heading: 'CHECK', cell: ({ checkType }) => checkType },
      { heading: 'WOULD HAVE BLOCKED', cell: ({ everBlocked: count }) => String(count) },
    ],
    '',
  );
}
