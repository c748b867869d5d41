import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixHistoryPath, latestFixes, type RememberedFix, rememberFixes } from './fix-history.ts';
import type { StateFolder } from './state-folder.ts';

const MODULE = join(import.meta.dirname, 'fix-history.ts');
let folder: StateFolder;

beforeEach(async () => {
  folder = { path: join(await mkdtemp(join(tmpdir(), 'vestibule-fixes-')), 'state'), isUsual: false };
});

afterEach(() => rm(join(folder.path, '..'), { recursive: true, force: true }));

function fix(id: string, change: Partial<RememberedFix> = {}): RememberedFix {
  const common = { at: '2026-11-21T08:00:00.000Z', check: 'FirewallEnable', outcome: 'fixed' } as const;
  return { id, ...common, undo: 'To take it back, run: ufw disable', ...change };
}

const ids = async () => (await latestFixes(folder)).map(({ id }) => id);

test('fixes are listed newest first, and only their owner can read them', async () => {
  expect(await latestFixes(folder)).toEqual([]);
  await rememberFixes(folder, [fix('1')]);
  await rememberFixes(folder, [fix('2'), fix('3')]);
  expect(await ids()).toEqual(['3', '2', '1']);
  expect((await latestFixes(folder))[2]).toEqual(fix('1'));
  expect((await stat(fixHistoryPath(folder))).mode & 0o777).toBe(0o600);
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
});

test('what the check said afterwards replaces that a change was made', async () => {
  await rememberFixes(folder, [fix('1', { outcome: 'changed' }), fix('2', { outcome: 'changed' })]);
  await rememberFixes(folder, [fix('1')]);
  expect(await latestFixes(folder)).toMatchObject([
    { id: '2', outcome: 'changed' },
    { id: '1', outcome: 'fixed' },
  ]);
});

test('half a line that a power cut left behind spoils no other', async () => {
  await rememberFixes(folder, [fix('1')]);
  await appendFile(fixHistoryPath(folder), '\n{"id":"2","at":"20');
  await rememberFixes(folder, [fix('3')]);
  expect(await ids()).toEqual(['3', '1']);
});

test('the newest fifty are kept, and the file stays small', async () => {
  for (let turn = 1; turn <= 300; turn++) await rememberFixes(folder, [fix(String(turn))]);
  expect(await ids()).toEqual(Array.from({ length: 50 }, (_, index) => String(300 - index)));
  expect((await readFile(fixHistoryPath(folder), 'utf8')).trim().split('\n').length).toBeLessThanOrEqual(200);
  expect((await stat(fixHistoryPath(folder))).mode & 0o777).toBe(0o600);
});

test('several processes at once lose nothing', async () => {
  const program = (name: string) => `
    const { rememberFixes } = await import(${JSON.stringify(MODULE)});
    for (let turn = 0; turn < 15; turn++) {
      await rememberFixes(${JSON.stringify(folder)}, [{ ...${JSON.stringify(fix(''))}, id: '${name}' + turn }]);
    }`;
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(name)]),
    ),
  );
  expect(new Set(await ids()).size).toBe(45);
});
