import type { Command } from 'commander';
import { timeText } from '../output.ts';
import { examples, run } from '../run.ts';

const MARKS = { good: '✓', broken: '✗', 'not-reached': '·', 'not-needed': '-' } as const;

export function addSupportCommand(program: Command): void {
  const support = program
    .command('support <code>')
    .description('what a caller sees, and where their way to work ends, by the code on their page')
    .action((code: string, _options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminSupport', { parameters: { code } });
        output.answer(found, () => {
          const { person, session, device, application } = found;
          output.facts([
            ['Person', `${person.displayName} (${person.login})`],
            [
              'Signed in',
              `${timeText(session.openedAt)} UTC, seen ${timeText(session.lastSeenAt)}, by ${session.factors.join(' and ')}`,
            ],
            ['Browser', session.userAgent],
            ['Wants', application === null ? '' : `${application.name}, since ${timeText(application.since)}`],
            [
              'Computer',
              device === null
                ? ''
                : `${device.name} (${device.state}), ${device.operatingSystem}, Workplace ${device.clientVersion}, reported ${timeText(device.reportedAt)}`,
            ],
          ]);
          output.line();
          for (const { link, state, says } of found.chain) {
            output.say(`${MARKS[state]} ${link.padEnd(11)} ${says}`.trimEnd());
          }
          for (const { checkType, description, evidence } of found.checks) {
            output.line();
            output.line(`${checkType}${found.blocking.includes(checkType) ? ', blocks' : ''}`);
            output.say(
              evidence === undefined ? description : `Found: ${evidence.found}. Wanted: ${evidence.wanted}.`,
              2,
            );
          }
          if (found.askedAt !== null) {
            output.line();
            output.say(`Asked for temporary access at ${timeText(found.askedAt)} UTC, and has no answer yet.`);
          }
          for (const { kind, expiresAt, usesLeft, reason } of found.grants) {
            output.say(
              `Has leave (${kind}) until ${timeText(expiresAt)} UTC, for ${usesLeft} more sign-ins: ${reason}`,
            );
          }
          if (found.broken !== null && found.broken !== 'account') {
            output.line();
            output.say(`To let them in for a while: vestibule access grant ${person.login} --hours 4 --reason TEXT`);
          }
          output.line();
          output.table(
            found.events,
            [
              { heading: 'TIME (UTC)', cell: ({ at }) => timeText(at) },
              { heading: 'WHAT', cell: ({ action }) => action },
              { heading: 'OUTCOME', cell: ({ outcome }) => outcome },
              { heading: 'CODE', cell: ({ code: why }) => why ?? '-' },
              { heading: 'BY', cell: ({ actor }) => actor ?? '-', isFlexible: true },
            ],
            'Nothing is written down about this person.',
          );
        });
      }),
    );
  examples(support, ['support 7KQ-42M', 'support 7kq42m --json']).addHelpText(
    'after',
    `
The code stands at the foot of every page of the gate: two times three letters
and digits, good for a day. The correlation id of an error page does as well.`,
  );
}
