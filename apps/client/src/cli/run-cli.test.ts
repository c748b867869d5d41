import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLocalSystem } from '../system/local-system.ts';
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

/** Types a command and gives what is printed. */
async function type(...words: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const lines: string[] = [];
  const environment = { HOME: folder };
  const code = await runCli(words, {
    program: { code: import.meta.filename, launcher: null },
    state: { path: join(folder, 'state'), isUsual: false },
    system: openLocalSystem({ rootFolder: join(folder, 'root'), environment, now: () => new Date() }),
    terminal: { print: (line) => lines.push(line), confirm: async () => false },
  });
  return { code, text: lines.join('\n') };
}

describe('what is not understood', () => {
  test.each([
    [['chek'], 'There is no command "chek". Try: workplace --help'],
    [['check', '--jsn'], 'There is no option "--jsn" here. Try: workplace check --help'],
    [['check', 'now'], '"now" is one word too many. Try: workplace check --help'],
    [['fix'], 'Something is missing: workplace fix <check> [--yes]. Try: workplace fix --help'],
    [['install'], '--portal is missing. Try: workplace install --help'],
    [
      ['check', '--policy', '/nowhere.yaml'],
      'The policy file /nowhere.yaml cannot be read. Try: workplace check --help',
    ],
    [['apply-fixes', '["reboot"]'], 'That is no list of fixes. Try: workplace apply-fixes --help'],
  ])('%j gets one sentence and a hint', async (words, text) => {
    expect(await type(...words)).toEqual({ code: 2, text });
  });

  test.each([
    [{ portal: 'https://portal.example/path' }, /is no portal address/],
    [{ 'server-key': '{"kty":"EC"}' }, /no public P-256 key/],
    [{ 'server-key': '/nowhere.json' }, /cannot be read/],
    [{ 'extension-id': 'Workplace' }, /is no extension id/],
    [{ scope: 'machine' }, /no scope "machine"/],
  ])('an installation with %j is refused before anything is written', async (wrong, sentence) => {
    const options = {
      portal: 'https://portal.example',
      'server-key': JSON.stringify(publicJwk(await createSigningKey())),
      'extension-id': 'cnbmglijjmmmdgkhgonehoohiannpofe',
      ...wrong,
    };
    const { code, text } = await type(
      'install',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    );
    expect(code).toBe(2);
    expect(text).toMatch(sentence);
    expect((await type('doctor')).text).toContain('is missing');
  });
});

describe('help', () => {
  test('the overview names every command a person uses and the exit codes', async () => {
    const { code, text } = await type('--help');
    expect(code).toBe(0);
    for (const word of ['status', 'check', 'fix', 'doctor', 'install', 'uninstall', 'Exit codes']) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain('apply-fixes');
  });

  test.each(['status', 'check', 'fix', 'doctor', 'install', 'uninstall'])('%s explains itself', async (command) => {
    const { code, text } = await type(command, '--help');
    expect(code).toBe(0);
    expect(text).toContain('Examples');
  });
});

test('[S1.013] the report of this computer is printed as JSON', async () => {
  const { text } = await type('check', '--json');
  expect(JSON.parse(text)).toMatchObject({ schemaVersion: 1, client: { version: '3.6.0', systemRoot: 'scratch' } });
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
  expect(refused.text).toMatch(/line 5, column 3: [^]*Try: workplace check --help/);
});

test('options of every command stand anywhere', () => {
  expect(readGlobalOptions(['--state', '/a', 'check', '--json', '--system-root=/b=c'])).toEqual({
    state: '/a',
    systemRoot: '/b=c',
    rest: ['check', '--json'],
  });
});

test('tables line up, long values are cut', () => {
  expect(
    formatTable([
      ['a', 'bb'],
      ['ccc', 'd'],
    ]),
  ).toBe('a    bb\nccc  d');
  expect(shorten('one\n two three', 8)).toBe('one two…');
});
