import type { PolicySummary } from '@vestibule/contracts';
import type { Output } from '../frame/output.ts';

/** What a policy would do today, check by check. */
export function printSummary(output: Output, summary: PolicySummary): void {
  const { workplaceAccessPolicy: mode, isPolicyEnforced, verdictLifeSeconds } = summary;
  // One that is off for most may be asked of some: its notes say of whom.
  const judged = summary.checks.filter(({ severity, notes }) => severity !== 'off' || notes.length > 0);
  output.say(
    `${MODES[mode]}${mode === 'Strict' || isPolicyEnforced ? '' : ' It is not enforced.'} A verdict holds for ${verdictLifeSeconds} seconds.`,
  );
  if (summary.enforcedFor !== null) output.say(summary.enforcedFor);
  output.line();
  output.table(
    judged,
    [
      { heading: 'CHECK', cell: ({ checkType }) => checkType },
      { heading: 'SEVERITY', cell: ({ severity }) => severity },
      { heading: 'TODAY', cell: ({ now }) => now },
      { heading: 'IF UNKNOWN', cell: ({ unknown }) => unknown },
    ],
    'No check is made.',
  );
  const off = summary.checks.filter((check) => !judged.includes(check)).map(({ checkType }) => checkType);
  if (off.length > 0 && judged.length > 0) {
    output.line();
    output.say(`Off: ${off.join(', ')}`);
  }
  const noted = judged.filter(({ notes }) => notes.length > 0);
  if (noted.length > 0) output.line();
  for (const { checkType, notes } of noted) {
    output.line(checkType);
    for (const note of notes) output.say(note, 2);
  }
  if (summary.warnings.length > 0) output.line();
  output.notes(summary.warnings);
}

const MODES = {
  Strict: 'Strict: no one continues while a required check fails.',
  Permissive: 'Permissive: people see Continue, and it waits for what is required.',
} as const;
