import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PushEnvelope } from '@vestibule/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BuiltReport } from '../report/report-builder.ts';
import { type ChangePusher, createChangePusher } from './change-pusher.ts';
import type { WatchFolder } from './watch-paths.ts';

let folder: string;
let setting: string;
let pusher: ChangePusher;
let pushes: PushEnvelope[];
let events: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-pusher-'));
  setting = join(folder, 'setting');
  await writeFile(setting, 'off');
  pushes = [];
  events = [];
});
afterEach(async () => {
  pusher.close();
  await rm(folder, { recursive: true, force: true });
});

/** Watches one setting, which is the whole report. */
const createPusher = (watchFolder: WatchFolder) =>
  createChangePusher({
    reports: async () => ({
      read: async () => ({ importantDataHash: await readFile(setting, 'utf8') }) as BuiltReport,
    }),
    watched: () => new Map([['firewall', [setting]]]),
    silent: () => new Map(),
    mountTool: async () => null,
    push: (envelope) => pushes.push(envelope),
    log: { write: ({ event }) => void events.push(event) },
    watchFolder,
  });

const pushed = () => pushes.map(({ payload }) => payload?.importantDataHash);

test('where the system lets nothing be watched, a change is still pushed within a second or two', async () => {
  pusher = createPusher(() => {
    // A person who watches more than the system allows: every further watch is refused.
    throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
  });
  pusher.start();
  await expect.poll(() => events, { timeout: 15_000 }).toContain('watch-failed');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(pushes).toEqual([]);
  await writeFile(setting, 'on!');
  await expect.poll(pushed, { timeout: 15_000 }).toEqual(['on!']);
});

test('what changes between a report and the first watcher is pushed', async () => {
  pusher = createPusher(() => {
    writeFileSync(setting, 'on!');
    return { close: () => {} };
  });
  pusher.start();
  pusher.onReported('off');
  await expect.poll(pushed, { timeout: 15_000 }).toEqual(['on!']);
});
