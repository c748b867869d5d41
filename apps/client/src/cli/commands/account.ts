import { readAccounts, writeAccount } from '../../state/accounts.ts';
import { readAgentProcess } from '../../state/agent-process.ts';
import { openKeptReadings } from '../../state/kept-readings.ts';
import { type Command, type CommandContext, type Given, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { formatTime } from '../format-time.ts';
import { formatTable } from '../table.ts';
import { takeAccount } from './set-up-agent.ts';

export const accountCommand: Command = {
  name: 'account',
  usage: '[--token TOKEN] [--remove] [--json]',
  summary: 'See or take the accounts by which this computer reports by itself',
  explanation: [
    'With an account Workplace tells your company how this computer stands without a browser extension. The page from',
    'which Workplace was downloaded gives a device token; it is good for one computer, once, and for a day. Only a portal',
    'that this computer is connected with is asked. Reports are signed with the keys of this computer.',
    'An account alone sends nothing: `workplace install --agent` keeps it reporting, `workplace report` sends one now.',
  ],
  examples: [
    'workplace account',
    'workplace account --token TOKEN',
    'workplace account --remove --portal https://portal.example',
  ],
  options: {
    token: { kind: 'text', placeholder: 'TOKEN', help: 'Take the account that this device token stands for' },
    portal: { kind: 'text', placeholder: 'ORIGIN', help: 'Of which portal, where there are several' },
    remove: { kind: 'flag', help: 'Forget the account: this computer reports there no more by itself' },
    json: { kind: 'flag', help: 'Print JSON' },
  },
  positionals: 0,
  run: async (given, context) => {
    const token = given.text('token');
    if (given.flag('remove')) return remove(given, context);
    if (token === undefined) return list(given, context);
    const claimed = await takeAccount(token, given, context);
    if (claimed === null) return EXIT_CODES.error;
    context.terminal.print(
      given.flag('json')
        ? JSON.stringify(claimed, null, 2)
        : `This computer has an account of ${claimed.companyName} at ${claimed.portal}.\nNext: workplace install --agent`,
    );
    return EXIT_CODES.fine;
  },
};

async function list(given: Given, { state, system, terminal }: CommandContext): Promise<number> {
  const [accounts, agent] = await Promise.all([readAccounts(state), readAgentProcess(state, system.now())]);
  if (accounts.state === 'damaged') {
    terminal.complain(`${accounts.detail} Remove it and take the account again.`);
    return EXIT_CODES.error;
  }
  const rows = await Promise.all(
    Object.entries(accounts.value).map(async ([portal, account]) => ({
      portal,
      ...account,
      waiting: (await openKeptReadings(state, portal).list()).length,
    })),
  );
  const nextAt = agent?.nextAt ?? null;
  if (given.flag('json')) {
    terminal.print(JSON.stringify({ accounts: rows, agent: agent && { pid: agent.pid, nextAt } }, null, 2));
    return EXIT_CODES.fine;
  }
  if (rows.length === 0) {
    terminal.print('This computer has no account: it is asked through the browser extension, when you sign in.');
    return EXIT_CODES.fine;
  }
  const told = rows.map((row) => [
    row.portal,
    row.companyName,
    row.accountId,
    row.waiting === 0 ? 'nothing waits' : `${row.waiting} waiting`,
  ]);
  terminal.print(formatTable([['PORTAL', 'COMPANY', 'ACCOUNT', 'TO BE SENT'], ...told]));
  terminal.print(
    nextAt === null
      ? '\nNothing reports at the moment. Send a report now: workplace report. Keep it reporting: workplace install --agent'
      : `\nWorkplace reports by itself and looks again at ${formatTime(nextAt)}.`,
  );
  return nextAt === null ? EXIT_CODES.attention : EXIT_CODES.fine;
}

async function remove(given: Given, { state, terminal }: CommandContext): Promise<number> {
  const accounts = await readAccounts(state);
  const origins = accounts.state === 'read' ? Object.keys(accounts.value) : [];
  const wanted = given.text('portal') ?? (origins.length === 1 ? origins[0] : undefined);
  if (wanted === undefined && origins.length > 1) {
    throw new UsageError(`Say which with --portal: ${origins.join(', ')}.`);
  }
  if (wanted === undefined || !origins.includes(wanted)) {
    terminal.print('There is no such account, so nothing was removed.');
    return EXIT_CODES.fine;
  }
  await writeAccount(state, wanted, null);
  const kept = openKeptReadings(state, wanted);
  await kept.remove(await kept.list());
  terminal.print(`This computer no longer reports to ${wanted} by itself.`);
  return EXIT_CODES.fine;
}
