import { commandLine, type ShownCommand } from '@vestibule/contracts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
/** It looks like an option, with all that a shell would read something into. */
const LOGIN = "-greg$(id)'s";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  await paste(commandOf('add', ['--name', 'Greg', '--email', 'greg@alderbrook.example']));
});
afterAll(() => server.close());

const commandOf = (act: string, options: readonly string[] = []) =>
  commandLine({ command: ['person', act], names: [LOGIN], options });

/** Runs a line as a shell splits it. */
async function paste(line: string) {
  const { stdout } = await promisify(execFile)('sh', ['-c', `set -- ${line}; printf '%s\\0' "$@"`]);
  const [program, ...words] = stdout.split('\0').slice(0, -1);
  expect(program).toBe('vestibule');
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: 200,
  };
  return { code: await runCommandLine(['--data', server.dataFolder, ...words], streams), out, err };
}

const SHOWN: readonly ShownCommand[] = [
  { command: ['person', 'show'], names: [LOGIN] },
  { command: ['person', 'set'], names: [LOGIN], options: ['--group', 'Sales', 'New York'] },
  { command: ['person', 'role'], names: [LOGIN, 'auditor'] },
  { command: ['person', 'block'], names: [LOGIN], options: ['--reason', 'left us'] },
  { command: ['person', 'unblock'], names: [LOGIN], options: ['--reason', 'is back'] },
  { command: ['access', 'grant'], names: [LOGIN], options: ['--hours', '4', '--reason', 'a new laptop'] },
  { command: ['audit'], options: ['--actor', LOGIN, '--from', '2026-11-01'] },
];
test.each(SHOWN.map((shown) => [shown.command.join(' '), commandLine(shown)]))(
  '%s works as it is copied, for a login that begins with a hyphen',
  async (_name, line) => {
    expect(await paste(line)).toMatchObject({ code: 0, err: '' });
  },
);

test('the command that an answer names works as well', async () => {
  const { err } = await paste(commandOf('erase'));
  const [, look = ''] = /Look first: (.*)\. Then: --yes/.exec(err.replaceAll('\n', ' ')) ?? [];
  expect(look).toMatch(/^vestibule person erase --dry-run -- /);
  const looked = await paste(look);
  expect([looked.code, looked.err]).toEqual([0, '']);
  expect(looked.out).toMatch(/^Dry run/);

  const { out } = await paste(commandOf('show'));
  const [invite = ''] = /vestibule person invite .*/.exec(out) ?? [];
  expect(await paste(invite)).toMatchObject({ code: 0, err: '' });
});
