import type { Command } from 'commander';
import { dayText, timeText } from '../frame/output.ts';
import { findDevice } from '../frame/resolve.ts';
import { examples, run } from '../frame/run.ts';
import { holdText, verdictSentence } from '../frame/verdict-text.ts';

interface ShowOptions {
  readonly history?: boolean;
  readonly reports?: boolean;
}

export function addDeviceShowCommand(device: Command): void {
  const show = device
    .command('show <computer>')
    .description('one computer: whether it is kept out, by what and since when')
    .option('--history', 'every change of its verdict, with what caused it')
    .option('--reports', 'its reports, and those that were refused')
    .action((text: string, { history, reports }: ShowOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const { id } = await findDevice(session, text);
        if (history === true) {
          const { changes } = await ask('adminDeviceHistory', { parameters: { id } });
          output.answer({ changes }, () =>
            output.table(
              changes,
              [
                { heading: 'AT (UTC)', cell: ({ at }) => timeText(at) },
                { heading: 'FROM', cell: ({ before }) => before },
                { heading: 'TO', cell: ({ after }) => after },
                { heading: 'BECAUSE OF', cell: ({ cause }) => cause },
                {
                  heading: 'CHECKS',
                  cell: ({ failing, unknown }) => [...failing, ...unknown].map(({ checkType }) => checkType).join(', '),
                  isFlexible: true,
                },
              ],
              'Its verdict has never changed.',
            ),
          );
          return;
        }
        if (reports === true) {
          const found = await ask('adminDeviceReports', { parameters: { id } });
          output.answer(found, () =>
            output.table(
              found.reports,
              [
                { heading: 'AT (UTC)', cell: ({ at }) => timeText(at) },
                { heading: 'NUMBER', cell: ({ sequence }) => (sequence === null ? '-' : String(sequence)) },
                { heading: 'WORKPLACE', cell: ({ clientVersion }) => clientVersion ?? '-' },
                {
                  heading: 'TAKEN',
                  cell: ({ refused }) =>
                    refused === null
                      ? 'yes'
                      : `no (${refused.code})${refused.times > 1 ? ` ${refused.times} times` : ''}`,
                  isFlexible: true,
                },
              ],
              'It has not reported, or nothing of that is kept.',
            ),
          );
          return;
        }
        const found = await ask('adminDevice', { parameters: { id } });
        output.answer(found, () => {
          const { owner, report } = found;
          output.say(verdictSentence(found));
          output.line();
          output.facts([
            ['Computer', found.label === null ? found.name : `${found.label} (${found.name})`],
            [
              'Person',
              owner === null
                ? '-'
                : `${owner.displayName} (${owner.login})${owner.blockedAt === null ? '' : ', blocked'}`,
            ],
            ['State', found.approvedBy === null ? found.state : `${found.state}, by ${found.approvedBy}`],
            ['System', found.systemVersion ?? found.operatingSystem],
            ['Workplace', found.clientVersion ?? '-'],
            [
              'Last report',
              found.lastSeenAt === null ? 'never' : `${timeText(found.lastSeenAt)} UTC, ${found.reports} kept`,
            ],
            ['Serial number', report?.serialNumber ?? ''],
            ['Managed by', report?.management?.join(', ') ?? ''],
            ['First seen', dayText(found.createdAt)],
            ['Device id', found.deviceId],
          ]);
          const unpassed = new Map([...found.failing, ...found.unknown].map((check) => [check.checkType, check]));
          for (const { checkType, checkMessage, description, evidence, state } of found.checks) {
            if (state === 'passed') continue;
            const hold = unpassed.get(checkType);
            output.line();
            output.line(`${checkMessage} [${checkType}]${hold === undefined ? '' : `: ${holdText(hold)}`}`);
            output.say(
              evidence === undefined ? description : `Found: ${evidence.found}. Wanted: ${evidence.wanted}.`,
              2,
            );
          }
          const passed = found.checks.filter(({ state }) => state === 'passed').length;
          if (found.checks.length > 0) {
            output.line();
            output.say(`${passed} of ${found.checks.length} checks are passed.`);
          }
        });
      }),
    );
  examples(show, ['device show NADIA-LT-0427', 'device show 3f2a91c4 --history', 'device show 3f2a91c4 --reports']);
}
