import { CHECK_FIXES, parseWindowsInventory } from '@vestibule/checks';
import { expect, test } from 'vitest';
import { openLocalSystem } from '../system/local-system.ts';
import { applyFix, isPrepared, prepareFix } from './apply-fixes.ts';

const UPDATES = {
  noAutoUpdate: null,
  options: null,
  usesServer: null,
  managedOptions: null,
  pausedUntil: null,
  qualityPausedUntil: null,
};
const DOCUMENT = JSON.stringify({ format: 1, sections: { updates: { value: UPDATES } } });

test('on Windows a fix looks once, however much it wants to know', async () => {
  let runs = 0;
  const system = {
    ...openLocalSystem({ environment: {}, now: () => new Date(0) }),
    operatingSystem: 'windows' as const,
    windowsInventory: async () => {
      runs += 1;
      return parseWindowsInventory({ stdout: DOCUMENT, stderr: '' }, false);
    },
  };
  const prepared = prepareFix({ fixActionType: 'AntiVirusRealtimeProtection' }, system, CHECK_FIXES);
  if (!isPrepared(prepared)) throw new Error('The fix is there.');
  expect((await applyFix(prepared, system)).result).toMatchObject({ outcome: 'managed' });
  const updates = prepareFix({ fixActionType: 'OsAutoUpdateEnable' }, system, CHECK_FIXES);
  if (!isPrepared(updates)) throw new Error('The fix is there.');
  expect((await applyFix(updates, system)).result).toMatchObject({ detail: 'services: no answer' });
  expect(runs).toBe(2);
});
