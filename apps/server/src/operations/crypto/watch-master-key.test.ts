import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMasterKey } from './master-key.ts';
import type { MasterKeyState } from './master-key-file.ts';
import { watchMasterKey } from './watch-master-key.ts';

test('what is wrong is logged at once, again every minute, and once when it is right again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let state: MasterKeyState = 'good';
  const said: string[] = [];
  const end = watchMasterKey(
    { path: '/data/master.key', look: async () => state, writeBack: async () => null },
    { error: (line: object) => void said.push(JSON.stringify(line)), info: (line: string) => void said.push(line) },
  );
  await vi.advanceTimersByTimeAsync(120_000);
  expect(said).toEqual([]);
  state = 'missing';
  await vi.advanceTimersByTimeAsync(2000);
  expect(said).toEqual(['{"masterKey":"missing"}']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(said).toHaveLength(3);
  state = 'changed';
  await vi.advanceTimersByTimeAsync(2000);
  expect(said.at(-1)).toBe('{"masterKey":"changed"}');
  state = 'good';
  await vi.advanceTimersByTimeAsync(120_000);
  expect(said.slice(4)).toEqual(['The master key is in its place again.']);
  end();
  state = 'missing';
  await vi.advanceTimersByTimeAsync(120_000);
  expect(said).toHaveLength(5);
});

test('whatever stands in the place of the key is told from it, and the key comes back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-master-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { masterKeyFile: file } = await openMasterKey(folder);
  const key = await readFile(file.path, 'utf8');
  expect(await file.look()).toBe('good');
  for (const [text, state] of [
    ['', 'changed'],
    ['x', 'changed'],
    [`${key}\n`, 'good'],
  ] as const) {
    await writeFile(file.path, text);
    expect([text, await file.look()]).toEqual([text, state]);
  }
  await rm(file.path);
  await mkdir(join(file.path, 'no file'), { recursive: true });
  expect(await file.look()).toBe('unreadable');
  expect(await file.writeBack(new Date(0))).toBe(`${file.path}.other-19700101T000000`);
  expect([await file.look(), await readFile(file.path, 'utf8')]).toEqual(['good', key]);
});
