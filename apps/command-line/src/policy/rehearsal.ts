import type { Rehearsal } from '@vestibule/contracts';
import { dayText, type Output, timeText } from '../frame/output.ts';
import { checksText, computersText } from './policy-impact.ts';

/** What a policy would have done over the last days, and to whom. */
export function printRehearsal(output: Output, rehearsal: Rehearsal): void {
  const { days, computers, everBlocked, mendedSince, fixableAlone, checks, examples } = rehearsal;
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
    `${everBlocked} of ${computersText(computers)} would have been blocked on one day at least; ${mendedSince} of those meet it by their last report.${
      everBlocked > mendedSince
        ? ` Of the ${everBlocked - mendedSince} that do not, ${fixableAlone} can be fixed by the people themselves, in Workplace.`
        : ''
    }`,
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
  output.line();
  output.table(
    examples,
    [
      { heading: 'PERSON', cell: ({ login }) => login, isFlexible: true },
      { heading: 'COMPUTER', cell: ({ deviceName }) => deviceName, isFlexible: true },
      {
        heading: 'CAN FIX ALONE',
        cell: ({ isMended, isFixableAlone }) => (isMended ? 'done already' : isFixableAlone ? 'yes' : 'no'),
      },
      { heading: 'BY', cell: ({ checks: own, unread }) => checksText(own, unread).join(', '), isFlexible: true },
      { heading: 'BLOCKED LAST (UTC)', cell: ({ reportedAt }) => timeText(reportedAt) },
    ],
    '',
  );
  if (everBlocked > examples.length) output.say(`and ${everBlocked - examples.length} more.`);
}
