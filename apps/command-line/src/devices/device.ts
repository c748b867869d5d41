import {
  type CheckType,
  type DEVICE_SORTS,
  type OperatingSystem,
  type VerdictName,
  VERDICTS,
} from '@vestibule/contracts';
import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { shortId, timeText } from '../frame/output.ts';
import { findDevice, findPersonId } from '../frame/resolve.ts';
import { verdictCell } from '../frame/verdict-text.ts';
import { addDeviceShowCommand } from './device-show.ts';
import { changing, examples, run, type Run } from '../frame/run.ts';

interface ListOptions {
  readonly search?: string;
  readonly state?: 'waiting' | 'approved' | 'blocked' | 'retired';
  readonly person?: string;
  readonly verdict?: VerdictName;
  readonly system?: OperatingSystem;
  readonly clientVersion?: string;
  readonly deadline?: CheckType;
  readonly sort?: (typeof DEVICE_SORTS)[number];
  readonly limit?: string;
  readonly after?: string;
}

interface ApproveOptions {
  readonly seenWhileReportOnly?: boolean;
  readonly for?: string;
}

async function approveSeen({ ask, output }: Run): Promise<void> {
  const found = await ask('adminApproveSeenDevices');
  output.answer(found, () => {
    output.table(
      found.devices,
      [
        { heading: 'ID', cell: ({ id }) => shortId(id) },
        { heading: 'NAME', cell: ({ name }) => name, isFlexible: true },
        { heading: 'PERSON', cell: ({ login }) => login ?? '-', isFlexible: true },
        { heading: 'SYSTEM', cell: ({ operatingSystem }) => operatingSystem },
        { heading: 'FIRST SEEN (UTC)', cell: ({ firstSeenAt }) => timeText(firstSeenAt) },
        { heading: 'LAST SEEN (UTC)', cell: ({ lastSeenAt }) => timeText(lastSeenAt) },
      ],
      'No computer waits.',
    );
    const people = new Set(found.devices.map(({ login }) => login)).size;
    if (found.devices.length > 0) output.say(`${found.devices.length} computers of ${people} people.`);
    output.outcomeText(found, 'They are approved.');
  });
}

export function addDeviceCommands(program: Command): void {
  const device = program.command('device').description('computers: approve, name, block and retire them');
  const list = device
    .command('list')
    .description('computers, the one seen last coming first, a page at a time')
    .option('--state <state>', 'waiting, approved, blocked or retired')
    .option('--search <text>', 'part of the name or the login')
    .option('--person <login>', 'those of one person')
    .option('--verdict <verdict>', VERDICTS.join(', '))
    .option('--system <system>', 'windows, macos or linux')
    .option('--client-version <version>', 'those with this version of Workplace')
    .option('--deadline <check>', 'those that this check stops from a day to come')
    .option('--sort <order>', 'seen, name or since; with a hyphen before it, from the end')
    .option('--limit <n>', 'how many at once, up to 200')
    .option('--after <place>', 'the next page, as the page before says')
    .action(({ person, ...query }: ListOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const personId = person === undefined ? undefined : await findPersonId(session, person);
        const found = await ask('adminDevices', { query: { ...query, personId } });
        output.answer(found, () => {
          output.table(
            found.devices,
            [
              { heading: 'ID', cell: ({ id }) => shortId(id) },
              {
                heading: 'NAME',
                cell: ({ name, label }) => (label === null ? name : `${label} (${name})`),
                isFlexible: true,
              },
              { heading: 'PERSON', cell: ({ login }) => login ?? '-', isFlexible: true },
              { heading: 'SYSTEM', cell: ({ operatingSystem }) => operatingSystem },
              {
                heading: 'STATE',
                cell: ({ state, isSecondKey }) => (isSecondKey && state === 'waiting' ? 'waiting*' : state),
              },
              { heading: 'VERDICT', cell: verdictCell },
              { heading: 'LAST SEEN (UTC)', cell: ({ lastSeenAt }) => timeText(lastSeenAt) },
            ],
            'No computer.',
          );
          if (found.devices.some(({ isSecondKey, state }) => isSecondKey && state === 'waiting')) {
            output.say(
              '* Another key holds this computer’s id. Approving this one retires that one: ask the person first whether the computer was set up again.',
            );
          }
          if (found.devices.length < found.total) output.say(`${found.devices.length} of ${found.total} computers.`);
          if (found.beingJudged > 0) {
            output.say(`${found.beingJudged} are still judged by the policy of before; look again in a moment.`);
          }
          if (found.next !== null) output.say(`More: the same with --after ${found.next}`);
        });
      }),
    );
  examples(list, ['device list --state waiting', 'device list --person nadia', 'device list --verdict stopped']);
  addDeviceShowCommand(device);

  const approve = changing(device.command('approve [id]'))
    .description('vouch for a computer: one that waits is known, and it may be a second factor')
    .option('--for <login>', 'whose it is from now on, if another person showed it first')
    .option('--seen-while-report-only', 'every computer that waits and has reported, before the policy is enforced')
    .action((text: string | undefined, { seenWhileReportOnly = false, for: login }: ApproveOptions, command: Command) =>
      run(command, async (session) => {
        if (seenWhileReportOnly === (text !== undefined)) {
          throw misuse('Name one computer, or all of them: device approve ID, or --seen-while-report-only.');
        }
        if (text === undefined && login !== undefined)
          throw misuse('Say which computer is theirs: device approve ID --for LOGIN.');
        if (text === undefined) return approveSeen(session);
        const { id, name } = await findDevice(session, text);
        const body = login === undefined ? {} : { personId: await findPersonId(session, login) };
        const outcome = await session.ask('adminApproveDevice', { parameters: { id }, body });
        session.output.outcome(outcome, `${name} is approved.`);
      }),
    );
  examples(approve, [
    'device list --state waiting',
    'device approve 3f2a91c4',
    'device approve 3f2a91c4 --for nadia',
    'device approve --seen-while-report-only --dry-run',
  ]).addHelpText(
    'after',
    `
Someone looked at it: ask the person first whether it is theirs. A computer
that waits is known from then on. Where the device check is a second factor,
an approved computer counts as one for its own person, also one that was known
already; there only administrators approve. A computer is of the person who
showed it first, who may have only set it up: --for says whose it is. If another
key holds the computer's id, that one is retired.

--seen-while-report-only is for the days before the policy is enforced: it
names the computers and their people first. It leaves out people with a
blocked computer, and computers whose id another key holds.`,
  );

  const rename = changing(device.command('rename <id> <label>'))
    .description('give a computer a name of the company’s own; "" takes it away')
    .action((text: string, label: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const { id } = await findDevice(session, text);
        const body = { label: label === '' ? null : label };
        session.output.outcome(
          await session.ask('adminRenameDevice', { parameters: { id }, body }),
          'The computer has its name.',
        );
      }),
    );
  examples(rename, ['device rename 3f2a91c4 "Reception, left"']);

  const block = changing(device.command('block <id>'))
    .description('block a computer: its sessions end at once')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((text: string, { reason }: { readonly reason: string }, command: Command) =>
      run(command, async (session) => {
        const { id, name } = await findDevice(session, text);
        const body = { isBlocked: true, reason };
        session.output.outcome(
          await session.ask('adminBlockDevice', { parameters: { id }, body }),
          `${name} is blocked.`,
        );
      }),
    );
  examples(block, ['device block 3f2a91c4 --reason "stolen"']);

  changing(device.command('unblock <id>'))
    .description('let a computer in again')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((text: string, { reason }: { readonly reason: string }, command: Command) =>
      run(command, async (session) => {
        const { id, name } = await findDevice(session, text);
        const body = { isBlocked: false, reason };
        session.output.outcome(
          await session.ask('adminBlockDevice', { parameters: { id }, body }),
          `${name} is let in again.`,
        );
      }),
    );

  changing(device.command('retire <id>'))
    .description('retire a computer: it is known no longer')
    .action((text: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const { id, name } = await findDevice(session, text);
        session.output.outcome(await session.ask('adminRetireDevice', { parameters: { id } }), `${name} is retired.`);
      }),
    );
}
