import { describe, expect, test } from 'vitest';
import { createWindowsOf } from '../testing/windows/computers.ts';
import { lastUpdateOf } from './macos-last-update.ts';
import { readLastUpdate } from './windows-last-update.ts';

describe('Windows', () => {
  const read = (values: object) =>
    readLastUpdate(
      createWindowsOf({ sections: { installedUpdates: { since: null, agentAt: null, days: [], ...values } } }),
    );

  test.each([
    [{ agentAt: '2026-11-19T10:12:00Z', days: ['11/12/2026'] }, '2026-11-19T10:12:00.000Z'],
    [{ agentAt: '2026-10-19T10:12:00Z', days: ['9/8/2026', '11/12/2026', ''] }, '2026-11-12T00:00:00.000Z'],
    [{ days: ['01dc0be536424000'] }, '2025-08-13T00:00:00.000Z'],
    [{ since: '2026-11-18T08:00:00Z', days: ['11/18/2026'] }, '2026-11-18T00:00:00.000Z'],
    [{ since: '2026-11-18T08:00:00Z', days: ['3/11/2026'] }, null],
    [{ since: '2026-11-18T08:00:00Z' }, null],
  ])('%j: %s', async (values, lastAt) => {
    expect(await read(values)).toMatchObject({ lastAt, everyDays: 35 });
  });

  test.each([[{}], [{ days: ['12.11.2026'] }], [{ days: ['13/11/2026', '11/12/2026'] }], [{ days: 'none' }]])(
    'of %j nothing is said',
    async (values) => {
      expect(await read(values)).toEqual({});
    },
  );
});

describe('macOS', () => {
  const waiting = (name: string, day: string) => ({
    LastSuccessfulDate: '2026-11-20T18:40:50Z',
    RecommendedUpdates: [{ Identifier: name }],
    FirstOfferDateDictionary: { [name]: day },
  });

  test.each([
    [{ LastSuccessfulDate: '2026-11-20T18:40:50Z' }, '2026-11-20T18:40:50.000Z'],
    [waiting('MSU_UPDATE_25H12_patch_26.8_minor', '2026-09-20T00:00:00Z'), '2026-09-20T00:00:00.000Z'],
    [waiting('MSU_UPDATE_26A428_patch_27.0_major', '2026-09-20T00:00:00Z'), '2026-11-20T18:40:50.000Z'],
    [waiting('MSU_UPDATE_25H12_patch_26.8_minor', 'lately'), '2026-11-20T18:40:50.000Z'],
    [{ LastSuccessfulDate: 'yesterday' }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('%j: %s', (preferences, lastAt) => {
    expect(lastUpdateOf(preferences)).toBe(lastAt);
  });
});
