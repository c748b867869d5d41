import type { PolicyExplanation, PolicySummary } from '@vestibule/contracts';
import type { Command } from 'commander';
import { readAccepted } from '../accept-blocking.ts';
import { misuse } from '../failure.ts';
import { type Output, timeText } from '../output.ts';
import { readPolicyFile } from '../policy-file.ts';
import { changing, examples, outputOf, run } from '../run.ts';
import { printImpact } from './policy-impact.ts';
import { addPolicyTryCommand } from './policy-try.ts';
import { printRehearsal } from './rehearsal.ts';
import { policyText } from './status.ts';

export function addPolicyCommands(program: Command): void {
  const policy = program
    .command('policy')
    .description('the policy: what a computer has to be like, and what happens else');
  addOfflineCommands(policy);

  const apply = changing(policy.command('apply <file>'))
    .description('let a policy hold from now on, for everybody; says first whom it would block')
    .option(
      '--accept-blocking <n>',
      'go on although it stops so many who get in today: computers, and people never or not lately seen with Workplace',
    )
    .action((file: string, options: { readonly acceptBlocking?: string }, command: Command) =>
      run(command, async ({ ask, output }) => {
        const acceptBlocking = readAccepted(options.acceptBlocking);
        const applied = await ask('adminApplyPolicy', { body: { text: await readPolicyFile(file), acceptBlocking } });
        output.answer(applied, () => {
          output.outcomeText(applied, `The policy holds from now on, as version ${applied.version}.`);
          output.line();
          printImpact(output, applied);
        });
      }),
    );
  examples(apply, [
    'policy apply policy.yaml --dry-run',
    'policy apply policy.yaml',
    'policy apply policy.yaml --accept-blocking 12',
  ]);

  const rehearsal = policy
    .command('rehearse <file>')
    .description('judge the stored reports of the last days by a policy, as if all of it held')
    .option('--days <n>', 'how many days back, up to 90', '14')
    .action((file: string, options: { readonly days: string }, command: Command) =>
      run(command, async ({ ask, output }) => {
        const days = Number(options.days);
        if (!/^\d{1,2}$/.test(options.days) || days < 1 || days > 90)
          throw misuse('--days takes a number from 1 to 90.');
        const rehearsed = await ask('adminRehearsePolicy', { body: { text: await readPolicyFile(file), days } });
        output.answer(rehearsed, () => printRehearsal(output, rehearsed));
      }),
    );
  examples(rehearsal, ['policy rehearse policy.yaml', 'policy rehearse policy.yaml --days 30 --json']);

  addPolicyTryCommand(policy);

  policy
    .command('show')
    .description('the policy that holds, check by check')
    .option('--text', 'its text instead, to be saved and changed')
    .action((options: { readonly text?: boolean }, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminPolicy');
        if (options.text === true && !output.isJson) return output.raw(found.text);
        output.answer(found, () => {
          const { createdAt, createdBy } = found;
          output.say(policyText({ ...found, ...found.summary }));
          if (createdAt !== null) output.say(`Since ${timeText(createdAt)} UTC, by ${createdBy ?? 'nobody'}.`);
          output.line();
          printSummary(output, found.summary);
        });
      }),
    );
}

/** What these need is loaded when one of them is called: every other command starts faster without. */
const offline = () => import('./policy-offline.ts');

function addOfflineCommands(policy: Command): void {
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

function printSummary(output: Output, summary: PolicySummary): void {
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
  Strict: 'Strict: nobody goes on while something required fails.',
  Permissive: 'Permissive: people see Continue, and it waits for what is required.',
} as const;

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
