import type { Command } from 'commander';
import { timeText } from '../frame/output.ts';
import { examples, run } from '../frame/run.ts';

interface HistoryOptions {
  readonly limit?: string;
  readonly after?: string;
}

/** `policy history`: every policy that was stored, to look at and to take back. */
export function addPolicyHistoryCommand(policy: Command): void {
  const history = policy
    .command('history')
    .description('every policy that was stored, the newest first: the first one holds')
    .option('--limit <n>', 'how many at once, up to 200')
    .option('--after <id>', 'the next page, as the page before says')
    .action((options: HistoryOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminPolicyVersions', { query: { ...options } });
        output.answer(found, () => {
          output.table(
            found.versions,
            [
              { heading: 'ID', cell: ({ id }) => id },
              { heading: 'SINCE (UTC)', cell: ({ createdAt }) => timeText(createdAt) },
              { heading: 'VERSION', cell: ({ version }) => version },
              { heading: 'FROM', cell: ({ source }) => source },
              { heading: 'BY', cell: ({ createdBy }) => createdBy, isFlexible: true },
            ],
            'No policy was stored yet: the built-in one holds, which stops no one.',
          );
          if (found.next === null) return;
          output.line();
          output.say('There is more. The next page is the same command with:');
          output.line(`  --after ${found.next}`);
        });
      }),
    );
  examples(history, ['policy history', 'policy history --limit 200 --json', 'policy show --of 12 > policy.yaml']);
}
