import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../run-command.ts';
import { runInventory, runWindowsScript } from './run-script.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-powershell-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that stands in for PowerShell, which no other system has; started like the real one. */
async function standIn(script: string): Promise<string> {
  const path = join(folder, 'powershell');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const run = async (powershell: string, words: readonly string[] = []) =>
  runWindowsScript({
    script: 'screen-saver',
    arguments: words,
    powershell,
    environment: process.env,
    timeoutMs: 5000,
  });

test('a script is run from its file, with nothing encoded, hidden or put together', async () => {
  const result = await run(await standIn('printf "%s\\n" "$@"'), ['-Seconds', '600; $(calc)']);
  const lines = result.ok ? result.value.stdout.trimEnd().split('\n') : [];
  const [file = ''] = lines.splice(6, 1);
  expect(basename(file)).toBe('screen-saver.ps1');
  expect(lines).toEqual([
    '-NoLogo',
    '-NoProfile',
    '-NonInteractive',
    '-ExecutionPolicy',
    'Bypass',
    '-File',
    '-Seconds',
    '600; $(calc)',
  ]);
});

test.each([
  ['the execution policy', '    + FullyQualifiedErrorId : UnauthorizedAccess'],
  ['a restricted language', '    + FullyQualifiedErrorId : MethodInvocationNotSupportedInConstrainedLanguage'],
])('what %s forbids is blocked by policy', async (_, message) => {
  const powershell = await standIn(`echo '${message}' >&2; exit 1`);
  expect(await run(powershell)).toMatchObject({ ok: false, reason: 'blocked-by-policy' });
});

test('a script that fails for another reason keeps its exit code', async () => {
  expect(await run(await standIn('echo oops >&2; exit 3'))).toMatchObject({ ok: true, value: { code: 3 } });
});

test('a PowerShell that may not be started is blocked by policy', async () => {
  const path = join(folder, 'powershell');
  await writeFile(path, '');
  await chmod(path, 0o600);
  expect(await run(path)).toMatchObject({ ok: false, reason: 'blocked-by-policy' });
  const disabled = async () => ({ ok: false, reason: 'unexpected-output', detail: 'spawn UNKNOWN' }) as const;
  expect(await runInventory('powershell', {}, disabled)).toMatchObject({ ok: false, reason: 'blocked-by-policy' });
});

test('an inventory whose time is over keeps what was printed, and the process is ended', async () => {
  const powershell = await standIn(`
    printf '{"format":1,"sections":{\\r\\n"encryption":{"value":{"drive":"C:","protection":1}},\\r\\n"defen'
    sleep 600 & echo $! > ${folder}/child; wait`);
  let inventory: unknown;
  // A busy machine may not have begun to print by then: it gets longer.
  for (let timeoutMs = 400; !existsSync(`${folder}/child`); timeoutMs *= 2) {
    const short: typeof runCommand = (path, words, options) => runCommand(path, words, { ...options, timeoutMs });
    inventory = await runInventory(powershell, process.env, short);
  }
  expect(inventory).toEqual({
    ok: true,
    value: { sections: { encryption: { value: { drive: 'C:', protection: 1 } } }, missing: 'timed-out' },
  });
  const child = Number(await readFile(`${folder}/child`, 'utf8'));
  await expect.poll(() => readFile(`/proc/${child}/stat`, 'utf8').catch(() => 'gone')).toMatch(/gone|\) Z /);
});

test('an inventory that does not come at all has timed out', async () => {
  const short: typeof runCommand = (path, words, options) => runCommand(path, words, { ...options, timeoutMs: 200 });
  expect(await runInventory(await standIn('exec sleep 600'), process.env, short)).toMatchObject({
    ok: false,
    reason: 'timed-out',
  });
});
