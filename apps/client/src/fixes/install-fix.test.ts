import { CHECK_FIXES } from '@vestibule/checks';
import type { FixAction } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { openLocalSystem } from '../system/local-system.ts';
import { type FixProgress, type FixTools, runFixes } from './run-fixes.ts';

const NOW = new Date('2026-11-27T08:00:00Z');
const INSTALL: FixAction = { fixActionType: 'RmmAgent', parameters: { software: 'fleet-1.30' } };

/** A computer without an agent; it is there from a look on. */
async function run(runsFrom: number, install: FixTools['install']) {
  let looks = 0;
  const progress: FixProgress[] = [];
  const waits: number[] = [];
  const outcomes = await runFixes([INSTALL], {
    system: { ...openLocalSystem({ rootFolder: '/nowhere', environment: {}, now: () => NOW }), isElevated: false },
    facts: {
      collect: async () => {
        looks += 1;
        const state = looks > runsFrom ? 'running' : 'absent';
        return { agents: { source: 'test', readAt: NOW.toISOString(), value: { agents: [{ name: 'fleet', state }] } } };
      },
      important: () => '',
      watched: () => new Map(),
    },
    fixes: CHECK_FIXES,
    elevate: () => Promise.reject(new Error('What is installed has a way of its own.')),
    ...(install === undefined ? {} : { install }),
    onProgress: (one) => progress.push(one),
    remember: async () => undefined,
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { outcomes, progress, waits };
}

test('[S2.055] [S4.053] an installation counts once the check, read again, passes; an agent may take a moment', async () => {
  const asked: unknown[] = [];
  const { outcomes, progress, waits } = await run(3, async (request, tell) => {
    asked.push(request);
    tell(0.5, 'Installing Fleet');
    return { ok: true, undo: 'apt-get remove it' };
  });
  expect(asked).toEqual([{ id: 'fleet-1.30', checkType: 'RmmAgent' }]);
  expect(outcomes).toEqual([{ fixActionType: 'RmmAgent', outcome: 'fixed', undo: 'apt-get remove it' }]);
  expect(progress.map(({ share, text }) => `${share} ${text}`)).toEqual([
    '0 Starting',
    '0.3 Installing Fleet',
    '0.6 Reading the setting again',
    '1 Fixed',
  ]);
  expect(waits).toEqual([2000, 2000]);
});

test('an agent that never runs is not fixed, and one that was not installed is not waited for', async () => {
  const never = await run(99, async () => ({ ok: true, undo: 'apt-get remove it' }));
  expect([never.outcomes[0]?.outcome, never.waits.length]).toEqual(['not-fixed', 4]);
  const refused = await run(99, async () => ({ ok: false, outcome: 'cancelled', detail: 'The prompt was closed.' }));
  expect(refused.outcomes).toEqual([
    { fixActionType: 'RmmAgent', outcome: 'cancelled', detail: 'The prompt was closed.' },
  ]);
  expect(refused.waits).toEqual([]);
  const without = await run(99, undefined);
  expect(without.outcomes[0]?.outcome).toBe('not-possible');
});
