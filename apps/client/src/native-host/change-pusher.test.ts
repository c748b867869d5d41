import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PushEnvelope } from '@vestibule/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BuiltReport } from '../report/report-builder.ts';
import { type ChangePusher, createChangePusher } from './change-pusher.ts';

let folder: string;
let pusher: ChangePusher;
let pushes: PushEnvelope[];
let events: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-pusher-'));
  pushes = [];
  events = [];
});
afterEach(async () => {
  pusher.close();
  await rm(folder, { recursive: true, force: true });
});

test('where the system lets nothing be watched, a change is still pushed within a second or two', async () => {
  const setting = join(folder, 'setting');
  await writeFile(setting, 'off');
  pusher = createChangePusher({
    reports: async () => ({
      read: async () => ({ importantDataHash: await readFile(setting, 'utf8') }) as BuiltReport,
    }),
    watched: () => new Map([['firewall', [setting]]]),
    silent: () => new Map(),
    mountTool: async () => null,
    push: (envelope) => pushes.push(envelope),
    log: { write: ({ event }) => void events.push(event) },
    // A person who watches more than the system allows: every further watch is refused.
    watchFolder: () => {
      throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
    },
  });
  pusher.start();
  await expect.poll(() => events, { timeout: 5000 }).toContain('watch-failed');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(pushes).toEqual([]);
  await writeFile(setting, 'on!');
  await expect.poll(() => pushes.map(({ payload }) => payload?.importantDataHash), { timeout: 5000 }).toEqual(['on!']);
});

test('what changes between a report and the first watcher is pushed', async () => {
  const setting = join(folder, 'setting');
  await writeFile(setting, 'off');
  pusher = createChangePusher({
    reports: async () => ({
      read: async () => ({ importantDataHash: await readFile(setting, 'utf8') }) as BuiltReport,
    }),
    watched: () => new Map([['firewall', [setting]]]),
    silent: () => new Map(),
    mountTool: async () => null,
    push: (envelope) => pushes.push(envelope),
    log: { write: ({ event }) => void events.push(event) },
    watchFolder: () => {
      writeFileSync(setting, 'on!');
      return { close: () => {} };
    },
  });
  pusher.start();
  pusher.onReported('off');
  await expect.poll(() => pushes.map(({ payload }) => payload?.importantDataHash), { timeout: 5000 }).toEqual(['on!']);
});
