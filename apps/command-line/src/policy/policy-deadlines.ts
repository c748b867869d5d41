import type { Command } from 'commander';
import { dayText } from '../frame/output.ts';
import { examples, run } from '../frame/run.ts';

/** What stops computers from a day to come: `vestibule policy deadlines`. */
export function addDeadlinesCommand(policy: Command): void {
  const deadlines = policy
    .command('deadlines')
    .description('checks that will stop computers from a day to come, by their last report, if nothing changes')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminDeadlines');
        output.answer(found, () => {
          output.table(
            found.deadlines,
            [
              { heading: 'FROM', cell: ({ at }) => dayText(at) },
              { heading: 'CHECK', cell: ({ checkType }) => checkType },
              { heading: 'COMPUTERS', cell: ({ computers }) => String(computers) },
              { heading: 'PEOPLE', cell: ({ people }) => String(people) },
            ],
            'No date to come stops a computer.',
          );
          const [first] = found.deadlines;
          if (first !== undefined) output.say(`Which they are: vestibule device list --deadline ${first.checkType}`);
        });
      }),
    );
  examples(deadlines, ['policy deadlines', 'policy deadlines --json']);
}
