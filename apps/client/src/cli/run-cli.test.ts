import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceReport } from '@vestibule/contracts';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import type { Evaluation } from '@vestibule/policy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from '../network/connection.ts';
import { openWeb } from '../network/web.ts';
import { type RememberedFix, rememberFixes } from '../state/fix-history.ts';
import { logPath } from '../state/log.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { CLIENT_VERSION } from '../version.ts';
import { readGlobalOptions } from './global-options.ts';
import { runCli } from './run-cli.ts';
import { formatTable, shorten } from './table.ts';

const POLICY = `version: 1
workplaceAccessPolicy: Strict
unknown: block
checks:
  OSSupported: { severity: required }
  KnownDevice: { severity: required }
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-cli-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

interface Typed {
  readonly code: number;
  readonly text: string;
  readonly complaint: string;
}

/** Types a command and gives what is printed. */
async function type(...words: string[]): Promise<Typed> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const environment = { HOME: folder };
  const code = await runCli(words, {
    program: { code: import.meta.filename, launcher: null },
    state: { path: join(folder, 'state'), isUsual: false },
    system: openLocalSystem({ rootFolder: join(folder, 'root'), environment, now: () => new Date() }),
    terminal: {
      print: (line) => lines.push(line),
      complain: (line) => complaints.push(line),
      confirm: async () => false,
    },
    developmentHelp: [],
    web: async () => openWeb(openConnection(async () => ({}))),
    random: () => 0,
  });
  return { code, text: lines.join('\n'), complaint: complaints.join('\n') };
}

describe('what is not understood', () => {
  test.each([
    [['chek'], 'There is no command "chek". Try: workplace --help'],
    [['--jsn', 'check'], 'There is no option "--jsn". Try: workplace --help'],
    [['check', '--jsn'], 'There is no option "--jsn" here. Try: workplace check --help'],
    [['check', 'now'], '"now" is one word too many. Try: workplace check --help'],
    [['fix'], 'Something is missing: workplace fix <check> [--yes]. Try: workplace fix --help'],
    [['install'], '--portal is missing. Your administrator has the whole command. Try: workplace install --help'],
    [
      ['check', '--only', 'Firewall'],
      expect.stringMatching(
        /^There is no check "Firewall". Checks: .* DeviceEncrypted,.* Try: workplace check --help$/,
      ),
    ],
    [['check', '--policy'], '--policy needs a value. Try: workplace check --help'],
    [['check', '--policy', '--json'], '--policy needs a value. Try: workplace check --help'],
    [['check', '--json=yes'], '--json takes no value. Try: workplace check --help'],
    [
      ['check', '--policy', '/nowhere.yaml'],
      'The policy file /nowhere.yaml cannot be read. Try: workplace check --help',
    ],
    [['apply-fixes', '["reboot"]'], 'That is no list of fixes. Try: workplace apply-fixes --help'],
  ])('%j gets one sentence and a hint', async (words, complaint) => {
    expect(await type(...words)).toEqual({ code: 2, text: '', complaint });
  });

  test.each([
    [{ portal: 'https://portal.example/path' }, /is no portal address/],
    [{ 'server-key': '{"kty":"EC"}' }, /no public P-256 key/],
    [{ 'server-key': '/nowhere.json' }, /cannot be read/],
    [{ 'extension-id': 'Workplace' }, /is no extension id/],
    [{ scope: 'planet' }, /no scope "planet"/],
  ])('an installation with %j is refused before anything is written', async (wrong, sentence) => {
    const options = {
      portal: 'https://portal.example',
      'server-key': JSON.stringify(publicJwk(await createSigningKey())),
      'extension-id': 'cnbmglijjmmmdgkhgonehoohiannpofe',
      ...wrong,
    };
    const { code, complaint } = await type(
      'install',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    );
    expect(code).toBe(2);
    expect(complaint).toMatch(sentence);
    expect((await type('doctor')).text).toContain('is missing');
  });
});

const COMMANDS = [
  'status',
  'check',
  'fix',
  'doctor',
  'logs',
  'install',
  'uninstall',
  'account',
  'report',
  'agent',
  'update',
];

describe('help', () => {
  test('the overview names every command a person uses and the exit codes', async () => {
    const { code, text } = await type('--help');
    expect(code).toBe(0);
    for (const word of [...COMMANDS, 'Exit codes']) expect(text).toContain(word);
    expect(text).not.toContain('apply-fixes');
  });

  test.each(COMMANDS)('%s explains itself', async (command) => {
    const { code, text } = await type(command, '--help');
    expect(code).toBe(0);
    expect(text).toContain('Examples');
    expect(await type('help', command)).toEqual({ code, text, complaint: '' });
  });

  test('the help of fix names only what can be repaired on this system', async () => {
    const { text } = await type('fix', '--help');
    expect(text).toContain('  FirewallEnable\n');
    expect(text).not.toContain('DeviceEncrypted');
  });
});

describe('logs', () => {
  const state = () => ({ path: join(folder, 'state'), isUsual: false });

  test('nothing yet is said as such', async () => {
    expect((await type('logs')).text).toBe('Nothing was logged yet: no browser has started Workplace.');
  });

  test('the newest lines, over both files, without one that a crash has cut', async () => {
    await mkdir(state().path);
    const line = (minute: number) =>
      JSON.stringify({ time: `2026-03-01T09:0${minute}:00.000Z`, process: 7, event: 'message', code: `c${minute}` });
    await writeFile(`${logPath(state())}.1`, `${line(1)}\n${line(2)}\n`);
    await writeFile(logPath(state()), `${line(3)}\n{"time":"2026-03-01T09`);
    const { code, text } = await type('logs', '--lines', '2');
    expect(code).toBe(0);
    expect(text).toBe(
      [
        '2026-03-01 09:02:00 UTC  [7]  message  code=c2',
        '2026-03-01 09:03:00 UTC  [7]  message  code=c3',
        '',
        `All of it: ${logPath(state())}`,
      ].join('\n'),
    );
    expect((await type('logs', '--json')).text.split('\n').map((one) => JSON.parse(one) as unknown)).toMatchObject([
      { code: 'c1' },
      { code: 'c2' },
      { code: 'c3' },
    ]);
  });

  test.each(['0', '-1', 'many'])('%j lines are refused', async (count) => {
    expect(await type('logs', `--lines=${count}`)).toMatchObject({ code: 2 });
  });
});

test('the doctor speaks JSON, and its exit code is the same', async () => {
  const { code, text } = await type('doctor', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(text)).toContainEqual({ ok: false, text: expect.stringContaining('is not set up') });
});

test('a refusal of the system names the file first, and where to look next', async () => {
  await writeFile(join(folder, 'state'), 'in the way');
  const key = JSON.stringify(publicJwk(await createSigningKey()));
  const id = 'cnbmglijjmmmdgkhgonehoohiannpofe';
  const words = ['--portal', 'https://portal.example', '--server-key', key, '--extension-id', id];
  const { code, complaint } = await type('install', ...words);
  expect(code).toBe(3);
  expect(complaint).toMatch(/^\/.*state cannot be used: file already exists\.\nFind out more: workplace doctor$/);
});

test('[S1.013] the report of this computer is printed as JSON', async () => {
  const { text } = await type('check', '--json');
  expect(JSON.parse(text)).toMatchObject({
    schemaVersion: 1,
    client: { version: CLIENT_VERSION, systemRoot: 'scratch' },
  });
});

test('one check alone is read and judged, however its name is written', async () => {
  await writeFile(join(folder, 'policy.yaml'), `${POLICY}  DeviceEncrypted: { severity: required }\n`);
  const { text } = await type('check', '--only', 'ossupported', '--policy', join(folder, 'policy.yaml'), '--json');
  expect((JSON.parse(text) as Evaluation).securityChecks.map(({ checkType }) => checkType)).toEqual(['OSSupported']);
  const report = await type('check', '--json', '--only', 'OSSupported', '--only', 'DeviceEncrypted');
  expect(Object.keys((JSON.parse(report.text) as DeviceReport).facts)).toEqual(['operatingSystem', 'encryption']);
});

test('a policy is judged with the reason of every problem in it', async () => {
  await writeFile(join(folder, 'policy.yaml'), POLICY);
  const judged = await type('check', '--policy', join(folder, 'policy.yaml'));
  expect(judged.code).toBe(1);
  expect(judged.text).toMatch(/UNKNOWN +OSSupported/);
  expect(judged.text).not.toContain('KnownDevice');
  await writeFile(join(folder, 'policy.yaml'), POLICY.replace('OSSupported', 'OSuported'));
  const refused = await type('check', '--policy', join(folder, 'policy.yaml'));
  expect(refused.code).toBe(2);
  expect(refused.complaint).toMatch(/line 5, column 3: [^]*Try: workplace check --help/);
});

describe('what Workplace has fixed', () => {
  const fix = (id: string, change: Partial<RememberedFix> = {}): RememberedFix => ({
    id,
    at: '2026-11-21T08:00:00.000Z',
    check: 'FirewallEnable',
    outcome: 'fixed',
    undo: 'To take it back, run as an administrator: ufw disable',
    ...change,
  });
  const state = () => ({ path: join(folder, 'state'), isUsual: false });

  test('stands in the status with the way back, also after the page has gone', async () => {
    expect((await type('status')).text).not.toContain('Fixed by Workplace');
    await rememberFixes(state(), [
      fix('1'),
      fix('2', { check: 'ScreenSaverTimeout', outcome: 'not-fixed', undo: 'Set it to 15 minutes.' }),
      fix('3', { check: 'OsAutoUpdateEnable', outcome: 'changed', undo: 'To take it back, delete /etc/a.' }),
      { id: '4', at: '2026-11-21T08:00:00.000Z', check: 'OsAutoUpdateEnable', outcome: 'not-fixed' },
    ]);
    const { text } = await type('status');
    const lines = text.slice(text.indexOf('Fixed by Workplace')).split('\n').slice(1, 8);
    expect(lines.map((line) => line.replace(/ \d+ November 2026 at \d\d:\d\d /, ' WHEN '))).toEqual([
      '  WHEN  Automatic updates (OsAutoUpdateEnable): tried, without success',
      '  WHEN  Automatic updates (OsAutoUpdateEnable): changed, and not read again',
      '    To take it back: delete /etc/a.',
      '  WHEN  Time until the screen saver starts (ScreenSaverTimeout): changed, but the check did not pass',
      '    To take it back: Set it to 15 minutes.',
      '  WHEN  Firewall (FirewallEnable)',
      '    To take it back: run as an administrator: ufw disable',
    ]);
  });

  test('is cut after ten, and says where the others are', async () => {
    await rememberFixes(
      state(),
      Array.from({ length: 12 }, (_, index) => fix(String(index))),
    );
    const { text } = await type('status');
    expect(text.match(/To take it back/g)).toHaveLength(10);
    expect(text).toContain(`  Older ones (2): ${join(folder, 'state', 'fixes.jsonl')}`);
  });

  test('a list that cannot be read does not hide the rest of the status', async () => {
    await mkdir(join(folder, 'state', 'fixes.jsonl'), { recursive: true });
    const { text } = await type('status');
    expect(text).toMatch(/^Computer[^]*What Workplace has fixed cannot be read: /);
  });

  test.runIf(process.platform === 'linux')('`workplace fix` prints the way back and writes it down', async () => {
    await writeScratchTools(join(folder, 'root'));
    const fixed = await type('fix', 'osautoupdateenable', '--yes');
    expect(fixed.text).toMatch(
      /Fixed: the check passes now\.\nTo take it back, delete .*\nLater, this is in: workplace status$/,
    );
    expect((await type('status')).text).toMatch(
      /Fixed by Workplace\n.*\(OsAutoUpdateEnable\)\n {4}To take it back: delete /,
    );
  });
});

describe('what is not repaired says why', () => {
  test.each([
    ['ScreenSaverTimeout', /could not be read\.\n.*\nNothing was changed/],
    ['AntiVirusRealtimeProtection', /(no fix for this case|could not be read)/],
  ])('%s', async (check, sentence) => {
    const { code, text } = await type('fix', check, '--yes');
    expect(code).toBe(1);
    expect(text).toMatch(sentence);
  });
});

const SCRATCH = { option: '--system-root', variable: 'WORKPLACE_SYSTEM_ROOT', help: [] };

test('where no folder can stand for the computer, its option is a word like any other', () => {
  expect(readGlobalOptions(['--system-root', '/b', 'check'], null)).toEqual({
    state: undefined,
    systemRoot: undefined,
    rest: ['--system-root', '/b', 'check'],
    incomplete: null,
  });
});

test('options of every command stand anywhere', () => {
  expect(readGlobalOptions(['--state', '/a', 'check', '--json', '--system-root=/b=c'], SCRATCH)).toEqual({
    state: '/a',
    systemRoot: '/b=c',
    rest: ['check', '--json'],
    incomplete: null,
  });
});

test.each([[['uninstall', '--state']], [['--state=', 'uninstall']], [['--state', '--system-root', '/b', 'uninstall']]])(
  '%j lacks a folder and does not fall back to the usual one',
  (words) => {
    expect(readGlobalOptions(words, SCRATCH).incomplete).toBe('--state');
  },
);

test('tables line up, long values are cut', () => {
  expect(
    formatTable([
      ['a', 'bb'],
      ['ccc', 'd'],
    ]),
  ).toBe('a    bb\nccc  d');
  expect(shorten('one\n two three', 8)).toBe('one two…');
});

/** A computer with APT whose tools answer from below the root: the test changes nothing outside its folder. */
async function writeScratchTools(root: string): Promise<void> {
  const tools = {
    'dpkg-query': 'echo "install ok installed"',
    systemctl: 'echo enabled',
  };
  for (const name of ['usr/bin', 'etc']) await mkdir(join(root, name), { recursive: true });
  await writeFile(join(root, 'etc/os-release'), 'ID=debian\n');
  for (const [name, line] of Object.entries(tools)) {
    await writeFile(join(root, 'usr/bin', name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
}
