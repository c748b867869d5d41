import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastReport, nextSequence } from './sequence.ts';
import type { StateFolder } from './state-folder.ts';

vi.mock('node:fs/promises', { spy: true });

const MODULE = join(import.meta.dirname, 'sequence.ts');
let folder: StateFolder;

beforeEach(async () => {
  folder = { path: await mkdtemp(join(tmpdir(), 'vestibule-sequence-')), isUsual: false };
});

afterEach(() => rm(folder.path, { recursive: true, force: true }));

/** A process of its own that takes numbers and prints them. */
function program(count: number): readonly string[] {
  const code = `
    const { nextSequence } = await import(${JSON.stringify(MODULE)});
    const folder = ${JSON.stringify(folder)};
    for (let turn = 0; turn < ${count}; turn++) console.log(await nextSequence(folder));`;
  return ['--input-type=module', '--eval', code];
}

test('numbers begin at one, rise, and few files stay behind', async () => {
  expect(await lastReport(folder)).toBeNull();
  for (let wanted = 1; wanted <= 40; wanted++) expect(await nextSequence(folder)).toBe(wanted);
  expect((await lastReport(folder))?.sequence).toBe(40);
  expect((await readdir(join(folder.path, 'sequence'))).length).toBeLessThan(20);
});

test('several processes at once never get the same number, and each sees its own rise', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, program(40))));
  const taken = runs.map(({ stdout }) => stdout.trim().split('\n').map(Number));
  for (const numbers of taken) expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
  expect(new Set(taken.flat()).size).toBe(120);
});

test('many claims at once all come to an end', async () => {
  const numbers = await Promise.all(Array.from({ length: 24 }, () => nextSequence(folder)));
  expect(new Set(numbers).size).toBe(24);
});

test('a number that was used and tidied away is not given again', async () => {
  for (let turn = 0; turn < 40; turn++) await nextSequence(folder);
  // As after a listing that was read long ago: the claim of 2 succeeds, its file is gone.
  vi.mocked(readdir as (path: string) => Promise<string[]>).mockResolvedValueOnce(['1']);
  expect(await nextSequence(folder)).toBe(41);
});

test('a process killed in the middle leaves no lock and no number to be used twice', async () => {
  const child = spawn(process.execPath, [...program(10_000)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.split('\n').length > 20) child.kill('SIGKILL');
    });
    child.once('close', () => resolve());
  });
  const highest = Math.max(...printed.trim().split('\n').map(Number));
  expect(await nextSequence(folder)).toBeGreaterThan(highest);
});
