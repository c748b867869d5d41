import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@vestibule/contracts';
import { expect, test } from 'vitest';

interface Command {
  readonly name: () => string;
  readonly commands: readonly Command[];
  readonly registeredArguments: readonly { readonly required: boolean; readonly variadic: boolean }[];
  readonly options: readonly {
    readonly long?: string;
    readonly required: boolean;
    readonly optional: boolean;
    readonly variadic: boolean;
    readonly mandatory: boolean;
  }[];
}

type PersonCommand =
  | 'block'
  | 'unblock'
  | 'invite'
  | 'signOut'
  | 'resetFactors'
  | 'role'
  | 'groups'
  | 'grant'
  | 'revoke';
type ApplicationCommand = 'add' | 'changes';
type ComputerCommand = 'approve' | 'rename' | 'block' | 'unblock' | 'retire';
type GateCommand = 'enforce' | 'observe' | 'brake' | 'beginStage' | 'addStage' | 'removeStage';
type WaitingCommand = 'approveSeen' | 'give' | 'refuse' | 'second';
type PolicyCommand = 'apply' | 'showOf' | 'tryOut';
type Make = (...values: readonly unknown[]) => string;

const root = join(import.meta.dirname, '..');
/** By its path: its types are those of a page or of a server, and this folder has others. */
const load = async <Module>(path: string) => (await import(join(root, path))) as Module;

const CONSOLE = join(root, 'apps/console/src');
const { createProgram } = await load<{ readonly createProgram: (streams: object) => Command }>(
  'apps/server/src/command-line/program.ts',
);
const { COMMANDS } = await load<{ readonly COMMANDS: Readonly<Record<string, readonly string[]>> }>(
  'apps/console/src/screens/later/commands.ts',
);
const { PERSON_COMMANDS } = await load<{ readonly PERSON_COMMANDS: Readonly<Record<PersonCommand, Make>> }>(
  'apps/console/src/screens/person/commands.ts',
);
const { ADD_COMMANDS } = await load<{ readonly ADD_COMMANDS: Readonly<Record<'add', Make>> }>(
  'apps/console/src/screens/add-person/commands.ts',
);
const { APPLICATION_COMMANDS } = await load<{
  readonly APPLICATION_COMMANDS: Readonly<
    Record<ApplicationCommand, (...values: readonly unknown[]) => string | string[]>
  >;
}>('apps/console/src/screens/applications/commands.ts');
const { GATE_COMMANDS } = await load<{ readonly GATE_COMMANDS: Readonly<Record<GateCommand, Make>> }>(
  'apps/console/src/screens/gate/commands.ts',
);
const { COMPUTER_COMMANDS } = await load<{ readonly COMPUTER_COMMANDS: Readonly<Record<ComputerCommand, Make>> }>(
  'apps/console/src/screens/computer/commands.ts',
);
const { WAITING_COMMANDS } = await load<{ readonly WAITING_COMMANDS: Readonly<Record<WaitingCommand, Make>> }>(
  'apps/console/src/screens/waiting/commands.ts',
);
const { POLICY_COMMANDS } = await load<{ readonly POLICY_COMMANDS: Readonly<Record<PolicyCommand, Make>> }>(
  'apps/console/src/screens/policy/commands.ts',
);
const { COMMAND_LINE_COMMANDS } = await load<{
  readonly COMMAND_LINE_COMMANDS: Readonly<Record<'login' | 'status' | 'logout', Make>>;
}>('apps/console/src/screens/command-line/commands.ts');
const { STEP_COMMANDS, GOOD_COMMANDS, PACKAGES_COMMANDS } = await load<{
  readonly STEP_COMMANDS: Readonly<Record<string, readonly string[]>>;
  readonly GOOD_COMMANDS: Readonly<Record<string, string>>;
  readonly PACKAGES_COMMANDS: Readonly<Record<'make', Make>>;
}>('apps/console/src/screens/first-steps/commands.ts');
const exported = new Map<string, unknown>(Object.entries(contracts));
const program = createProgram({ out: () => undefined, err: () => undefined, columns: 80 });
const sources = globSync('**/*.{ts,tsx}', { cwd: CONSOLE }).filter((file) => !/\.test\.|^testing\//.test(file));
const read = (file: string) => readFileSync(join(CONSOLE, file), 'utf8');

const grant = { hours: 4, reason: 'it’s new', application: 'Mail', uses: 3, overridesStopper: true };
const lena = { login: 'lena', displayName: 'Lena Brandt', email: 'lena@alderbrook.example', type: 'employee' };
const ofPeople = [
  ADD_COMMANDS.add({ ...lena, groups: [] }, false),
  ADD_COMMANDS.add({ ...lena, type: 'contractor', groups: ['Sales', 'New York'] }, true),
  PERSON_COMMANDS.block('greg', 'left us'),
  PERSON_COMMANDS.unblock('greg', 'is back'),
  PERSON_COMMANDS.invite('greg'),
  PERSON_COMMANDS.signOut('greg'),
  PERSON_COMMANDS.resetFactors('greg'),
  PERSON_COMMANDS.role('greg', 'administrator', true),
  PERSON_COMMANDS.role('greg', 'none', false),
  PERSON_COMMANDS.groups('greg', ['Sales', 'New York']),
  PERSON_COMMANDS.groups('greg', []),
  PERSON_COMMANDS.grant('greg', grant),
  PERSON_COMMANDS.revoke('3f2a91c4'),
];
const board = { name: 'Front desk', startUrl: null };
const ofApplications = [
  APPLICATION_COMMANDS.add({ ...board, source: { from: 'saml-metadata-url', url: 'https://board.example.com/saml' } }),
  APPLICATION_COMMANDS.add({ ...board, startUrl: 'https://board.example.com', source: { from: 'saml-metadata' } }),
  APPLICATION_COMMANDS.add({ ...board, source: { from: 'saml-record' } }),
  APPLICATION_COMMANDS.add({ ...board, source: { from: 'oidc' } }),
  APPLICATION_COMMANDS.changes(),
].flat();
const ofGate = [
  GATE_COMMANDS.enforce('the pilot is over', null),
  GATE_COMMANDS.enforce('the pilot is over', 13),
  GATE_COMMANDS.observe({ minutes: 480, isReading: false, reason: 'it broke' }),
  GATE_COMMANDS.observe({ minutes: 90, isReading: true, reason: 'it broke' }),
  GATE_COMMANDS.observe({ minutes: null, isReading: true, reason: 'it broke' }),
  GATE_COMMANDS.brake({ isOn: true, percent: 10, minimumPeople: 5 }),
  GATE_COMMANDS.beginStage(3, 'all is quiet', 13),
  GATE_COMMANDS.addStage({
    name: 'Half',
    groups: [],
    percentage: 50,
    applications: [],
    at: null,
    acceptBlocking: null,
  }),
  GATE_COMMANDS.addStage({
    name: 'First groups',
    groups: ['Sales', 'New York'],
    percentage: null,
    applications: ['Mail'],
    at: '2026-11-30T09:00:00.000Z',
    acceptBlocking: 13,
  }),
  GATE_COMMANDS.removeStage(2),
];
const ofComputers = [
  COMPUTER_COMMANDS.approve('3f2a91c4'),
  COMPUTER_COMMANDS.rename('3f2a91c4', 'Front desk'),
  COMPUTER_COMMANDS.rename('3f2a91c4', ''),
  COMPUTER_COMMANDS.block('3f2a91c4', 'lost in a train'),
  COMPUTER_COMMANDS.unblock('3f2a91c4', 'found'),
  COMPUTER_COMMANDS.retire('3f2a91c4'),
];
const id = '3f2a91c4-3d64-4f0e-9d5b-2a1f5f3b7c01';
const ofWaiting = [
  WAITING_COMMANDS.approveSeen(),
  WAITING_COMMANDS.give('greg', 4, 'it’s new', 'Mail'),
  WAITING_COMMANDS.refuse(id, 'use the other one'),
  WAITING_COMMANDS.second(id),
];
const version = '3f0c9b1a2d4e5f60';
const ofPolicy = [
  POLICY_COMMANDS.apply({ version, reason: '', accepted: null }),
  POLICY_COMMANDS.apply({ version, reason: 'it’s new', accepted: 13 }),
  POLICY_COMMANDS.showOf('12').replace(/ > policy\.yaml$/, ''),
  POLICY_COMMANDS.tryOut(4),
];
const ofCommandLine = [
  COMMAND_LINE_COMMANDS.login('https://gate.example.com'),
  COMMAND_LINE_COMMANDS.status(),
  COMMAND_LINE_COMMANDS.logout(),
];
const literal = sources.flatMap((file) =>
  [...read(file).matchAll(/command="(vestibule [^"]+)"/g)].map(([, one = '']) => one),
);
const inTexts = sources
  .filter((file) => file.endsWith('texts.ts'))
  .flatMap((file) => [...read(file).matchAll(/vestibule [a-z][^'.:]*/g)].map(([one]) => one));
const shown = [
  ...new Set([
    ...Object.values(COMMANDS).flat(),
    ...Object.values(STEP_COMMANDS).flat(),
    ...Object.values(GOOD_COMMANDS),
    PACKAGES_COMMANDS.make(),
    ...ofPeople,
    ...ofApplications,
    ...ofGate,
    ...ofComputers,
    ...ofWaiting,
    ...ofPolicy,
    ...ofCommandLine,
    ...literal,
    ...inTexts,
  ]),
];

test('finds the commands', () => {
  expect(shown.length).toBeGreaterThan(25);
  expect(literal).toContain('vestibule person import people.csv --dry-run');
  expect(inTexts).toContain('vestibule person role {login} auditor');
  expect(Object.keys(PERSON_COMMANDS)).toHaveLength(9);
  expect(Object.keys(GATE_COMMANDS)).toHaveLength(6);
  expect(Object.keys(COMPUTER_COMMANDS)).toHaveLength(5);
  expect(Object.keys(WAITING_COMMANDS)).toHaveLength(4);
  expect(Object.keys(POLICY_COMMANDS)).toHaveLength(3);
});

test.each(shown)('%s is a command', (line) => {
  expect(whatIsWrongWith(line)).toBeNull();
});

test('a word with blanks or quotation marks stays one word in a shell', () => {
  expect(PERSON_COMMANDS.block('greg', "it's over")).toBe(`vestibule person block greg --reason 'it'\\''s over'`);
});

test.each([
  PERSON_COMMANDS.block('-greg', 'left us'),
  PERSON_COMMANDS.invite('-greg'),
  ADD_COMMANDS.add({ ...lena, login: '-greg', groups: ['Sales'] }, true),
  PERSON_COMMANDS.role('-greg', 'administrator', true),
  PERSON_COMMANDS.groups('-greg', ['Sales', 'New York']),
  PERSON_COMMANDS.grant('-greg', grant),
  WAITING_COMMANDS.give('-greg', 4, 'it’s new', 'Mail'),
  COMPUTER_COMMANDS.rename('3f2a91c4', '-x'),
])('a name that begins with a hyphen is a name: %s', (line) => {
  expect(line).toMatch(/ -- (-greg|3f2a91c4 -x)( administrator)?$/);
  expect(whatIsWrongWith(line)).toBeNull();
});

test.each(sources.filter((file) => /Call\b/.test(read(file))))('%s makes calls of the contract alone', (file) => {
  const text = read(file);
  const imported = [...text.matchAll(/import \{([^}]+)\} from '@vestibule\/contracts'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^type /, '')),
  );
  const calls = imported.filter((one) => one.endsWith('Call') && one !== 'Call');
  const known: readonly unknown[] = Object.values(contracts.CALLS);
  expect(calls.filter((name) => !known.includes(exported.get(name)))).toEqual([]);
  expect(text).not.toMatch(/['"`]\/api\//);
});

/** Null where the command, its arguments and its options are there. */
function whatIsWrongWith(line: string): string | null {
  const words = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  if (words[0] !== 'vestibule') return `${line} does not begin with vestibule`;
  let command: Command = program;
  let rest = words.slice(1);
  for (;;) {
    const next: Command | undefined = command.commands.find((below) => below.name() === rest[0]);
    if (next === undefined) break;
    command = next;
    rest = rest.slice(1);
  }
  if (command.commands.length > 0) return `${rest[0] ?? ''} is no command of ${command.name()}`;
  return whatIsWrongAfter(command, rest);
}

function whatIsWrongAfter(command: Command, words: readonly string[]): string | null {
  const options = new Set<string>();
  let given = 0;
  let isValue = false;
  let isList = false;
  const end = words.indexOf('--');
  if (end !== -1) given = words.length - end - 1;
  for (const word of end === -1 ? words : words.slice(0, end)) {
    if (!word.startsWith('--')) {
      if (!isValue && !isList) given += 1;
      isValue = false;
      continue;
    }
    const option = [...command.options, ...program.options].find(({ long }) => long === word);
    if (option === undefined) return `${command.name()} has no ${word}`;
    options.add(word);
    isValue = option.required || option.optional;
    isList = option.variadic;
  }
  const needed = command.registeredArguments.filter(({ required }) => required).length;
  if (given < needed) return `${command.name()} needs ${needed} arguments`;
  const takesMore = command.registeredArguments.some(({ variadic }) => variadic);
  if (!takesMore && given > command.registeredArguments.length) return `${command.name()} has too many arguments`;
  const missing = command.options.find(({ mandatory, long }) => mandatory && !options.has(long ?? ''));
  return missing === undefined ? null : `${command.name()} needs ${missing.long ?? ''}`;
}
