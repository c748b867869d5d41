import { commandLine } from '@vestibule/contracts';
import type { Command } from 'commander';
import { CommandFailure, errorOf, EXIT_CODES, misuse } from '../frame/failure.ts';
import { shortId, timeText } from '../frame/output.ts';
import { changing, examples, type Run, run } from '../frame/run.ts';
import { checkAgain, DEFAULT_WAIT_SECONDS } from './support-check-again.ts';

const MARKS = { good: '✓', broken: '✗', 'not-reached': '·', 'not-needed': '-' } as const;

export function addSupportCommand(program: Command): void {
  const support = changing(program.command('support <code>'))
    .description('what a caller sees, and where their way to work ends, by the code on their page')
    .option('--ask-number', 'let their page show a number for five minutes, which they read out')
    .option('--caller-number <number>', 'the number they read out; three tries')
    .option('--check-again', 'have their computer checked again, and wait for the result')
    .option('--wait <seconds>', 'how long to wait for that', String(DEFAULT_WAIT_SECONDS))
    .action((code: string, options: SupportOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const { askNumber, callerNumber } = options;
        const [one, another] = ONE_OF.filter(([name]) => options[name] !== undefined).map(([, option]) => option);
        if (another !== undefined) throw misuse(`${one ?? ''} and ${another} do not go together.`);
        if (options.checkAgain === true) return checkAgain(session, code, options.wait);
        if (askNumber === true) return askForNumber(session, code);
        if (callerNumber !== undefined) return compareNumber(session, code, callerNumber);
        const found = await ask('adminSupport', { parameters: { code } });
        output.answer(found, () => {
          const { person, session: signIn, device, application } = found;
          output.facts([
            ['Person', `${person.displayName} (${person.login})`],
            [
              'Signed in',
              `${timeText(signIn.openedAt)} UTC, seen ${timeText(signIn.lastSeenAt)}, by ${signIn.factors.join(' and ')}`,
            ],
            ['Caller', callerText(found.caller)],
            ['Browser', signIn.userAgent],
            ['Wants', application === null ? '' : `${application.name}, since ${timeText(application.since)}`],
            [
              'Computer',
              device === null
                ? ''
                : `${device.name} (${device.state}), ${device.operatingSystem}, Workplace ${device.clientVersion}, reported ${timeText(device.reportedAt)}`,
            ],
          ]);
          output.line();
          output.facts(
            found.chain.map(({ link, state, says }) => [
              `${MARKS[state]} ${link}`,
              says === '' && state === 'not-reached' ? 'Not reached yet.' : says,
            ]),
          );
          for (const { checkType, description, evidence } of found.checks) {
            output.line();
            output.line(`${checkType}${found.blocking.includes(checkType) ? ', blocks' : ''}`);
            output.say(
              evidence === undefined ? description : `Found: ${evidence.found}. Wanted: ${evidence.wanted}.`,
              2,
            );
          }
          if (found.request !== null) {
            const { createdAt, reason, id } = found.request;
            output.line();
            output.say(`Asked for temporary access at ${timeText(createdAt)} UTC, and has no answer yet: ${reason}`);
            output.say('To say no:');
            output.line(`  vestibule access refuse ${shortId(id)} --reason TEXT`);
          }
          for (const { kind, expiresAt, usesLeft, reason, waitsForApproval } of found.grants) {
            output.say(
              waitsForApproval
                ? `Leave waits for another administrator’s approval: ${reason}`
                : `Has leave (${kind}) until ${timeText(expiresAt)} UTC, for ${usesLeft === 1 ? '1 more sign-in' : `${usesLeft} more sign-ins`}: ${reason}`,
            );
          }
          if (found.broken !== null && found.broken !== 'account') {
            output.line();
            output.say('To let them in for a while, where it is no second step of an identity provider:');
            output.line(
              `  ${commandLine({ command: ['access', 'grant'], names: [person.login], options: ['--hours', '4', '--reason', 'TEXT'] })}`,
            );
            if (found.unsupported === null) {
              output.say('After a fix, have their computer checked again:');
              output.line(`  vestibule support ${found.session.code} --check-again`);
            }
          }
          output.line();
          output.table(
            found.events,
            [
              { heading: 'TIME (UTC)', cell: ({ at }) => timeText(at) },
              { heading: 'WHAT', cell: ({ action }) => action, isFlexible: true },
              { heading: 'OUTCOME', cell: ({ outcome }) => outcome },
              { heading: 'CODE', cell: ({ code: why }) => why ?? '-', isFlexible: true },
              { heading: 'BY', cell: ({ actor }) => actor ?? '-', isFlexible: true },
            ],
            'Nothing is written down about this person.',
          );
        });
      }),
    );
  examples(support, [
    'support 7KQ-42M',
    'support 7KQ-42M --check-again',
    'support 7KQ-42M --ask-number',
    'support 7KQ-42M --caller-number 4711',
    'support 7kq42m --json',
  ]).addHelpText(
    'after',
    `
The code stands at the foot of every page of the device check but the status
page, and on a person's own page /online/session-status: two times three
letters and digits, good for a day. The correlation id of an error page does as
well.
A page that has not reached the server shows a code of its own, good as soon as
it has opened a session or sent a report.

Something was mended? With --check-again every page that they have open does
what its button "Check again" does. What held before holds until the computer
answers.

Who is calling? With --ask-number the page that has this code shows a number;
anyone who reads it out sits before that page. The page for support shows it in
every case, so have them open "Contact support" there. A wrong one ends with
exit code 5.`,
  );
}

interface SupportOptions {
  readonly askNumber?: boolean;
  readonly callerNumber?: string;
  readonly checkAgain?: boolean;
  readonly wait: string;
}

/** What one call does, next to showing. */
const ONE_OF = [
  ['askNumber', '--ask-number'],
  ['callerNumber', '--caller-number'],
  ['checkAgain', '--check-again'],
] as const;

async function askForNumber({ ask, output }: Run, code: string): Promise<void> {
  const outcome = await ask('adminAskCallerNumber', { parameters: { code } });
  output.outcome(outcome, `The page shows a number. Compare it: vestibule support ${code} --caller-number NUMBER`);
}

async function compareNumber({ ask, output }: Run, code: string, number: string): Promise<void> {
  const compared = await ask('adminTryCallerNumber', { parameters: { code }, body: { number } });
  const { isRight, triesLeft } = compared;
  if (isRight === false) {
    const another = `vestibule support ${code} --ask-number`;
    const isUsedUp = triesLeft === null || triesLeft < 1;
    const tries = triesLeft === 1 ? '1 more try.' : `${triesLeft ?? 0} more tries.`;
    const usedUp = `It is used up: the page shows none now. Have it show another: ${another}`;
    const failure = new CommandFailure(EXIT_CODES.refused, `That is not the number. ${isUsedUp ? usedUp : tries}`);
    const next = isUsedUp
      ? `Have the page show another: ${another}`
      : `Have them read it out once more. For another one: ${another}`;
    output.answer({ ...compared, error: { ...errorOf(failure, ''), next } }, () => undefined);
    throw failure;
  }
  output.answer(compared, () =>
    output.say(
      isRight === null
        ? 'Nothing was compared: each comparison is a try.'
        : 'That is the number: the caller sits at this page.',
    ),
  );
}

function callerText(
  caller: { readonly expiresAt: string; readonly triesLeft: number; readonly provenAt: string | null } | null,
): string {
  if (caller === null) return 'not proven; to ask for a number: --ask-number';
  if (caller.provenAt === null && caller.triesLeft < 1) {
    return 'not proven; the number is used up by wrong tries. To ask for another: --ask-number';
  }
  return caller.provenAt === null
    ? `not proven; the number is good until ${timeText(caller.expiresAt)} UTC`
    : `sat before this page at ${timeText(caller.provenAt)} UTC`;
}
