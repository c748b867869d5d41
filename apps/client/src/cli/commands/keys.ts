import { KEY_PLACES, whereKeysAre } from '../../keys/where-keys-are.ts';
import { readAccounts } from '../../state/accounts.ts';
import { readDevice, renewDevice } from '../../state/device.ts';
import type { Command, CommandContext, Given } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

export const keysCommand: Command = {
  name: 'keys',
  usage: '[--renew [--yes]] [--json]',
  summary: "See where this computer's keys are kept, or make new ones",
  explanation: [
    "Reports are signed with keys of this computer. On Linux they are made in the computer's TPM 2.0, where anyone who uses",
    'Workplace may open /dev/tpmrm0 when the keys are made; else they lie in a file that only you can read. Keys are never',
    'moved: --renew makes new ones in the best place there is now. The device id stays, but to your company this is another',
    'computer until it approves it: the old keys are gone.',
    'Needed when the TPM was cleared, or the disk came into another computer.',
  ],
  examples: ['workplace keys', 'workplace keys --renew'],
  options: {
    renew: { kind: 'flag', help: 'Make new keys; asks first' },
    yes: { kind: 'flag', help: 'Do not ask' },
    json: { kind: 'flag', help: 'Print JSON: { deviceId, keyProtection, detail }' },
  },
  positionals: 0,
  run: async (given, context) => (given.flag('renew') ? renew(given, context) : show(given, context)),
};

async function show(given: Given, { state, system, terminal }: CommandContext): Promise<number> {
  const read = await readDevice(state, system);
  const detail = read.ok ? `Kept ${await whereKeysAre(read.device, system)}.` : read.detail;
  const { deviceId, keyProtection } = read.ok ? read.device : { deviceId: null, keyProtection: null };
  if (given.flag('json')) terminal.print(JSON.stringify({ deviceId, keyProtection, detail }, null, 2));
  else if (read.ok) terminal.print(`Keys of device ${deviceId}\n${detail}`);
  else terminal.complain(detail);
  return read.ok ? EXIT_CODES.fine : EXIT_CODES.attention;
}

async function renew(given: Given, context: CommandContext): Promise<number> {
  const { state, system, terminal } = context;
  if (!given.flag('yes') && !(await terminal.confirm(QUESTION))) {
    terminal.print('Nothing was changed. Use --yes where there is no terminal to ask at.');
    return EXIT_CODES.attention;
  }
  const read = await renewDevice(state, system);
  if (!read.ok || given.flag('json')) return show(given, context);
  terminal.print(`New keys of device ${read.device.deviceId}, ${KEY_PLACES[read.device.keyProtection]}.`);
  terminal.print('Next: close the sign-in page and sign in again. Your company then approves this computer.');
  const accounts = await readAccounts(state);
  if (accounts.state === 'read' && Object.keys(accounts.value).length > 0) {
    terminal.print('Accounts go with the old keys. Take them again: workplace account --help');
  }
  return EXIT_CODES.fine;
}

const QUESTION = 'The old keys will be gone, and your company has to approve this computer again. Make new keys now?';
