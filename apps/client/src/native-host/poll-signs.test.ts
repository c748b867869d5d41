import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pollSigns, type SignPoll } from './poll-signs.ts';

const INTERVAL_MS = 20;

let folder: string;
let poll: SignPoll;
let seen: string[][];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-poll-'));
  seen = [];
});
afterEach(async () => {
  poll.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (signs: Record<string, readonly string[]>) => {
  poll = pollSigns({
    signs: new Map(Object.entries(signs)),
    onChange: (groups) => seen.push([...groups]),
    intervalMs: INTERVAL_MS,
  });
};
const pass = () => new Promise((resolve) => setTimeout(resolve, 10 * INTERVAL_MS));
async function expectSeen(count: number): Promise<void> {
  await expect.poll(() => seen.length, { interval: 5, timeout: 15_000 }).toBe(count);
}

test('tells the groups of what changed, was made, was replaced or went away, and nothing else', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  await writeFile(one, 'a');
  start({ firewall: [one], encryption: [one, two], updates: [folder] });
  await pass();
  expect(seen).toEqual([]);
  await writeFile(one, 'b!');
  await expectSeen(1);
  expect(seen[0]?.toSorted()).toEqual(['encryption', 'firewall']);
  await writeFile(two, 'new');
  await expect.poll(() => seen.flat(), { interval: 5, timeout: 15_000 }).toContain('updates');
  seen = [];
  await writeFile(join(folder, 'other'), 'b!');
  await utimes(join(folder, 'other'), 1, 1);
  await rename(join(folder, 'other'), one);
  await expect.poll(() => seen.flat(), { interval: 5, timeout: 15_000 }).toContain('firewall');
  seen = [];
  await rm(two);
  await expect.poll(() => seen.flat(), { interval: 5, timeout: 15_000 }).toContain('encryption');
});

test.runIf(process.platform === 'linux')('sees a file of the kernel by what is in it', async () => {
  // A file of the kernel that this very process changes: it has neither a size nor a time.
  const file = '/proc/self/comm';
  const before = process.title;
  start({ encryption: [file] });
  await pass();
  expect(seen).toEqual([]);
  await writeFile(file, 'changed');
  await expectSeen(1);
  await writeFile(file, before.slice(0, 15));
});

test('looks at what is added later, and at nothing once it is closed', async () => {
  start({});
  const path = join(folder, 'late');
  await mkdir(path);
  poll.add('agents', [path]);
  await pass();
  await writeFile(join(path, 'agent'), '');
  await expectSeen(1);
  poll.close();
  await writeFile(join(path, 'another'), '');
  await pass();
  expect(seen).toEqual([['agents']]);
});
