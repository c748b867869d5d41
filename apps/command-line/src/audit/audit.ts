import type { Command } from 'commander';
import { changeSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CallAnswer } from '../frame/client.ts';
import { changeLines, valueText } from '../frame/change-lines.ts';
import { type Output, timeText } from '../frame/output.ts';
import { readMoment } from '../frame/read-moment.ts';
import { examples, run } from '../frame/run.ts';

interface AuditOptions {
  readonly from?: string;
  readonly until?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly action?: string;
  readonly refused?: boolean;
  readonly correlationId?: string;
  readonly reads?: boolean;
  readonly installation?: boolean;
  readonly details?: boolean;
  readonly limit?: string;
  readonly after?: string;
}

export function addAuditCommand(program: Command): void {
  const audit = program
    .command('audit')
    .description('who did what, the newest first, a page at a time')
    .option('--from <time>', 'from this day or moment on, such as 2026-11-21 or 2026-11-21T08:00Z')
    .option('--until <time>', 'up to this day or moment')
    .option('--actor <text>', 'who did it')
    .option(
      '--target <text>',
      'what it was done to; a login, e-mail address, name or id finds all that is about that person',
    )
    .option('--action <name>', 'what was done, such as sign-in or person-block')
    .option('--refused', 'only what was refused')
    .option('--correlation-id <id>', 'the code that a person or a log names')
    .option('--reads', 'also what administrators only looked at')
    .option('--installation', 'what was done to no company; at the server only')
    .option('--details', 'with everything that was written down')
    .option('--limit <n>', 'how many at once, up to 200')
    .option('--after <id>', 'the next page, as the page before says')
    .action((options: AuditOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { from, until, refused, reads, installation, details = false, ...query } = options;
        const found = await ask('adminAudit', {
          query: {
            ...query,
            ...(from === undefined ? {} : { from: readMoment(from, '00:00:00.000Z') }),
            ...(until === undefined ? {} : { until: readMoment(until, '23:59:59.999Z') }),
            ...(refused === true ? { outcome: 'refused' as const } : {}),
            ...(reads === true ? { isWithReads: 'true' as const } : {}),
            ...(installation === true ? { isOfInstallation: 'true' as const } : {}),
          },
        });
        output.answer(found, () => {
          if (details) {
            for (const [index, entry] of found.entries.entries()) {
              if (index > 0) output.line();
              printEntry(output, entry);
            }
            if (found.entries.length === 0) output.say(NOTHING);
          } else {
            output.table(
              found.entries,
              [
                { heading: 'WHEN (UTC)', cell: ({ at }) => timeText(at) },
                { heading: 'WHO', cell: ({ actor }) => actor ?? '-', isFlexible: true },
                {
                  heading: 'WHAT',
                  cell: whatText,
                  isFlexible: true,
                },
                { heading: 'TO', cell: ({ target, targetLogin }) => targetLogin ?? target ?? '-', isFlexible: true },
              ],
              NOTHING,
            );
          }
          if (found.next === null) return;
          output.line();
          output.say('There is more. The next page is the same command with:');
          output.line(`  --after ${found.next}`);
        });
      }),
    );
  examples(audit, [
    'audit --actor nadia --from 2026-11-01',
    'audit --target nadia --details',
    'audit --action person-block --details',
    'audit --correlation-id 7b0c9b0e-5d0f-4c1e-9c0a-0f2b7a1c9d11 --json',
  ]);
}

const NOTHING = 'Nothing is written down that fits.';

type Entry = CallAnswer<'adminAudit'>['entries'][number];

const changesSchema = z.array(changeSchema);

/** What was done, in a cell. Of the gate, who reads the list wants to know which way. */
function whatText({ action, outcome, details }: Entry): string {
  const { state, reason } = details;
  if (outcome !== 'done') return `${action}, refused`;
  if (action !== 'gate' || typeof state !== 'string') return action;
  return `gate, ${state}${typeof reason === 'string' ? `: ${reason}` : ''}`;
}

/** One entry with everything that was written down: what was changed first, then the rest. */
function printEntry(output: Output, entry: Entry): void {
  const { changes: written, ...rest } = entry.details;
  const changes = changesSchema.safeParse(written);
  output.line(`${timeText(entry.at)} UTC  ${entry.action}${entry.outcome === 'done' ? '' : ', refused'}`);
  output.say(
    `By ${entry.actor ?? 'no known person'}${entry.target === null ? '' : `, to ${entry.targetLogin ?? entry.target}`}`,
    2,
  );
  for (const line of (changes.success ? changes.data : []).flatMap(changeLines)) output.say(line, 2);
  for (const [name, value] of Object.entries(rest)) {
    if (value !== null && value !== undefined) output.say(`${name}: ${valueText(value)}`, 2);
  }
  output.line(`  Asked from ${entry.address || 'nowhere known'}`);
  output.line(`  Correlation id ${entry.correlationId}`);
}
