import type { Command } from 'commander';
import { readAccepted } from '../frame/accept-blocking.ts';
import { misuse } from '../frame/failure.ts';
import { readTextFile } from '../frame/files.ts';
import { timeText } from '../frame/output.ts';
import { changing, examples, run } from '../frame/run.ts';
import { printImpact } from './policy-impact.ts';
import { printSummary } from './policy-summary.ts';
import { addDeadlinesCommand } from './policy-deadlines.ts';
import { addPolicyHistoryCommand } from './policy-history.ts';
import { addPolicyTryCommand } from './policy-try.ts';
import { printRehearsal } from './rehearsal.ts';
import { policyText } from '../companies/status.ts';

/** What is done with policy files by the one who knows their language: the server. */
export interface PolicyFiles {
  /** Adds the commands that need no server. */
  readonly addCommands: (policy: Command) => void;
  /** What is wrong with an empty file. @throws CommandFailure with every mistake in it */
  readonly refuseEmpty: (file: string) => Promise<never>;
}

interface ApplyOptions {
  readonly acceptBlocking?: string;
  readonly ifVersion?: string;
  readonly reason?: string;
}

const NO_FILES: PolicyFiles = {
  addCommands: () => undefined,
  refuseEmpty: (file) => Promise.reject(misuse(`${file} cannot be used: it is empty.`)),
};

export function addPolicyCommands(program: Command, { addCommands, refuseEmpty }: PolicyFiles = NO_FILES): void {
  const policy = program
    .command('policy')
    .description('the policy: what a computer has to be like, and what happens else');
  const readPolicyFile = async (file: string) => (await readTextFile(file)) || refuseEmpty(file);
  addCommands(policy);

  const apply = changing(policy.command('apply <file>'))
    .description('let a policy hold from now on, for everybody; says first whom it would block')
    .option(
      '--accept-blocking <n>',
      'go on although it stops so many who get in today: computers, and people never or not lately seen with Workplace',
    )
    .option('--if-version <version>', 'only while this version holds, which `policy show` names')
    .option('--reason <text>', 'why, for the audit log')
    .action((file: string, options: ApplyOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { ifVersion, reason } = options;
        const body = { text: await readPolicyFile(file), acceptBlocking: readAccepted(options.acceptBlocking), reason };
        const applied = await ask('adminApplyPolicy', { body, query: ifVersion === undefined ? {} : { ifVersion } });
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
    "policy apply policy.yaml --if-version 3f0c9b1a2d4e5f60 --reason 'the pilot is over'",
  ]);

  addDeadlinesCommand(policy);

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

  addPolicyTryCommand(policy, readPolicyFile);
  addPolicyHistoryCommand(policy);

  policy
    .command('show')
    .description('the policy that holds, check by check')
    .option('--text', 'its text instead, to be saved and changed')
    .option('--of <id>', 'the text of an earlier version instead, by its id in `policy history`')
    .action((options: { readonly text?: boolean; readonly of?: string }, command: Command) =>
      run(command, async ({ ask, output }) => {
        if (options.of !== undefined) {
          const version = await ask('adminPolicyVersion', { parameters: { id: options.of } });
          return output.answer(version, () => output.raw(version.text));
        }
        const found = await ask('adminPolicy');
        if (options.text === true && !output.isJson) return output.raw(found.text);
        output.answer(found, () => {
          const { createdAt, createdBy } = found;
          output.say(policyText({ ...found, ...found.summary }));
          if (createdAt !== null) output.say(`Since ${timeText(createdAt)} UTC, by ${createdBy ?? 'no one'}.`);
          output.line();
          printSummary(output, found.summary);
        });
      }),
    );
}
