import {
  type Command,
  examples,
  misuse,
  type Output,
  outputOf,
  type PolicyFiles,
  printSummary,
} from '@vestibule/command-line';
import type { PolicyExplanation } from '@vestibule/contracts';

/** What these need is loaded when one of them is called: every other command starts faster without. */
const offline = () => import('./policy-offline.ts');

function addCommands(policy: Command): void {
  const first = policy
    .command('first')
    .description('print a policy to begin with, with a comment on each check; needs no server')
    .action(async (_options: object, command: Command) => {
      const { FIRST_POLICY } = await import('@vestibule/policy');
      const output = outputOf(command);
      output.answer({ text: FIRST_POLICY }, () => output.raw(FIRST_POLICY));
    });
  examples(first, ['policy first > policy.yaml', 'policy check policy.yaml']);

  const check = policy
    .command('check <file>')
    .description('read a policy file and say what it would do today; needs no server')
    .action(async (file: string, _options: object, command: Command) => {
      const summary = await (await offline()).describePolicyFile(file);
      const output = outputOf(command);
      output.answer(summary, () => {
        output.say(`${file} can be used.`);
        output.line();
        printSummary(output, summary);
      });
    });
  examples(check, ['policy check policy.yaml', 'policy check - --json < policy.yaml']);

  const explain = policy
    .command('explain <file>')
    .description('judge a report by a policy file, and say why for each check; needs no server')
    .requiredOption('--report <file>', 'a report, as `workplace check --json` prints it')
    .option('--login <login>', 'whose computer it is, for exemptions')
    .option('--group <name>', 'a group the person is in, for enforceFor and rules by group; may be given again', addTo)
    .option('--application <name>', 'where the person is going, for rules by application')
    .option('--unknown-device', 'as if the computer were not registered')
    .action(async (file: string, options: ExplainOptions, command: Command) => {
      const { report, login, group: groups, application, unknownDevice } = options;
      const more = { login, groups, application, isKnownDevice: unknownDevice !== true };
      const explanation = await (await offline()).explainPolicyFile(file, report, more);
      const output = outputOf(command);
      output.answer(explanation, () => printExplanation(output, explanation));
    });
  examples(explain, [
    'policy explain policy.yaml --report report.json',
    'policy explain policy.yaml --report report.json --login nadia',
    'policy explain policy.yaml --report report.json --group Sales --application Mail',
  ]);
}

const addTo = (name: string, before: readonly string[] = []) => [...before, name];

interface ExplainOptions {
  readonly report: string;
  readonly login?: string;
  readonly group?: string[];
  readonly application?: string;
  readonly unknownDevice?: boolean;
}

function printExplanation(output: Output, { mayContinue, why, scope, checks }: PolicyExplanation): void {
  output.say(`${mayContinue ? 'May go to work.' : 'Is stopped.'} ${why}`);
  if (scope !== null) output.say(scope);
  output.line();
  output.table(
    checks,
    [
      { heading: 'CHECK', cell: ({ checkType }) => checkType },
      { heading: 'SEVERITY', cell: ({ severity }) => severity },
      { heading: 'TODAY', cell: ({ now }) => now },
      { heading: 'STATE', cell: ({ state }) => state },
      { heading: 'BLOCKS', cell: ({ blocks }) => (blocks ? 'yes' : 'no') },
    ],
    'The policy makes no check.',
  );
  const inOrder = checks.toSorted((left, right) => Number(right.blocks) - Number(left.blocks));
  for (const { checkType, why: reasons, state, now, severity } of inOrder) {
    if (state === 'passed' && now === severity) continue;
    output.line();
    output.line(checkType);
    for (const reason of reasons) output.say(reason, 2);
  }
}

/** What the server knows of policy files, and a command line over the contract alone does not. */
export const POLICY_FILES: PolicyFiles = {
  addCommands,
  refuseEmpty: async (file) => {
    (await offline()).readPolicyText('', file);
    throw misuse(`${file} is empty.`);
  },
};
