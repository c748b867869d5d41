import type { FirstStep, FirstStepState, GoodToDo } from '@vestibule/contracts';
import type { Command } from 'commander';
import { examples, run } from '../frame/run.ts';

const MARKS: Readonly<Record<FirstStepState, string>> = { done: '✓', now: '→', later: '·', undone: '!' };

const NAMES: Readonly<Record<FirstStep, string>> = {
  people: 'Bring your people',
  application: 'Add one work application',
  policy: 'Write the policy',
  arrivals: 'See the first people',
  install: 'Bring extension and Workplace',
  rehearse: 'Rehearse',
  pilot: 'Enforce it for a pilot',
  everyone: 'Enforce it for everyone',
};

/** What does each of them. */
const COMMANDS: Readonly<Record<FirstStep, string>> = {
  people: 'vestibule connect --help',
  application: 'vestibule application add --help',
  policy: 'vestibule policy first',
  arrivals: 'vestibule sign-ins',
  install: 'vestibule extension --help',
  rehearse: 'vestibule policy rehearse --help',
  pilot: 'vestibule gate enforce --help',
  everyone: 'vestibule gate enforce --help',
};

const GOOD: Readonly<Record<GoodToDo, string>> = {
  support: 'No support number is set: vestibule support-block set --help',
  mail: 'No mail server is set, so invitations are handed out: vestibule mail set --help',
  'second-administrator': 'One administrator alone can sign in: vestibule person role LOGIN administrator',
};

export function addFirstStepsCommand(program: Command): void {
  const firstSteps = program
    .command('first-steps')
    .description(
      'from nothing to a policy that is enforced for everyone: where this company stands, and what comes next',
    )
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminFirstSteps');
        output.answer(found, () => {
          output.facts(found.steps.map(({ step, state, says }) => [`${MARKS[state]} ${NAMES[step]}`, says]));
          const next = found.steps.find(({ state }) => state === 'now' || state === 'undone');
          if (next !== undefined) {
            output.line();
            output.say(`Next: ${COMMANDS[next.step]}`);
          }
          const notes = [
            ...found.missing,
            ...found.goodToDo.filter(({ isDone }) => !isDone).map(({ what }) => GOOD[what]),
          ];
          if (notes.length > 0) output.line();
          output.notes(notes);
        });
      }),
    );
  examples(firstSteps, ['first-steps', 'first-steps --json']);
}
