import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { CHECK_FIXES } from '../../check-fixes.ts';
import { judgeReading } from '../../judge-reading.ts';
import { createSampleWindows } from '../../windows/sample-system.ts';
import { parsePowerSetting, parseSleepStates } from './powercfg.ts';
import { windowsScreenLock } from './windows.ts';

const TYPES = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
const context = { operatingSystem: 'windows', now: new Date(0) } as const;
const open = (name: string, scripts = {}) => createSampleWindows(import.meta.dirname, name, { scripts });

async function read(name: string) {
  const reading = await windowsScreenLock.read(open(name));
  const judged = TYPES.map((type) => judgeReading(CHECK_DEFINITIONS[type], reading, {}, context));
  return { states: judged.map(({ state }) => state), judged, reading };
}

test.each([
  ['saver-that-locks', ['passed', 'passed', 'passed']],
  ['inactivity-limit', ['passed', 'passed', 'passed']],
  ['managed-inactivity', ['passed', 'passed', 'passed']],
  ['modern-standby', ['passed', 'passed', 'passed']],
  ['modern-standby-french', ['passed', 'passed', 'passed']],
  ['classic-sleep', ['passed', 'passed', 'passed']],
  ['saver-too-late', ['passed', 'passed', 'failed']],
  ['policy-too-late', ['passed', 'passed', 'failed']],
  ['saver-without-password', ['passed', 'failed', 'passed']],
  ['locking-forbidden', ['passed', 'failed', 'passed']],
  ['long-grace', ['passed', 'failed', 'passed']],
  ['modern-standby-signs-in-later', ['passed', 'failed', 'failed']],
  ['factory-desktop', ['failed', 'failed', 'failed']],
  ['saver-turned-off', ['failed', 'failed', 'failed']],
  ['saver-file-gone', ['failed', 'failed', 'failed']],
  ['saver-named-none', ['failed', 'failed', 'failed']],
  ['inactivity-limit-zero', ['failed', 'failed', 'failed']],
  ['modern-standby-never-on-mains', ['failed', 'failed', 'failed']],
  ['modern-standby-never-signs-in', ['failed', 'failed', 'failed']],
  ['classic-sleep-without-password', ['failed', 'failed', 'failed']],
])('%s: %j', async (name, states) => {
  expect((await read(name)).states).toEqual(states);
});

test.each([
  ['powercfg-invalid-parameters', 'unexpected-output'],
  ['saver-not-understood', 'unexpected-output'],
  ['somebody-elses-desktop', 'no-session'],
  ['no-desktop', 'no-session'],
])('%s is unknown: %s', async (name, reason) => {
  const { judged } = await read(name);
  expect(judged.map(({ state, reason: why }) => [state, why])).toEqual(TYPES.map(() => ['unknown', reason]));
});

test('what a policy holds is managed, and says what locks', async () => {
  const { reading, judged } = await read('policy-too-late');
  expect(reading).toMatchObject({ managed: true });
  expect(judged[2]?.found).toEqual({
    key: 'found',
    values: { time: { key: 'oneHour' }, desktop: 'Windows screen saver' },
  });
  expect((await read('saver-too-late')).judged.map(({ managed }) => managed)).toEqual([false, false, false]);
  expect((await read('locking-forbidden')).judged[1]?.managed).toBe(true);
});

describe('the fix', () => {
  const fix = async (type: (typeof TYPES)[number], name: string, parameters: unknown = {}, scripts = {}) => {
    const system = open(name, { 'screen-saver': '', ...scripts });
    const found = CHECK_FIXES.find((one) => one.type === type && one.operatingSystem === 'windows');
    return { system, found, fixed: await found?.apply(system, found.parameters.parse(parameters)) };
  };

  test('one script takes every value, and none of the person’s is lost', async () => {
    const saver = await fix('ScreenSaverTimeout', 'saver-too-late', { seconds: 600 });
    expect(saver.system.ran).toEqual(['screen-saver.ps1 -Seconds 600']);
    expect(saver.fixed?.ok === true ? saver.fixed.value.undo : '').toContain(
      'the same screen saver; wait 30 minutes; "On resume, display logon screen" on',
    );
    expect((await fix('ScreenSaverPasswordProtected', 'saver-without-password')).system.ran).toEqual([
      'screen-saver.ps1 -Seconds 600',
    ]);
  });

  test('where no saver is chosen, the blank one of Windows is', async () => {
    const blank = String.raw`C:\Windows\System32\scrnsave.scr`;
    const system = createSampleWindows(import.meta.dirname, 'factory-desktop', {
      files: { [blank]: '' },
      scripts: { 'screen-saver': '' },
    });
    const found = CHECK_FIXES.find((one) => one.type === 'ScreenSaverState' && one.operatingSystem === 'windows');
    const fixed = await found?.apply(system, {});
    expect(system.ran).toEqual(['screen-saver.ps1 -Seconds 600 -ChooseBlank']);
    expect(fixed?.ok === true ? fixed.value.undo : '').toContain('set: (None); wait 15 minutes');
    expect((await fix('ScreenSaverState', 'factory-desktop')).fixed).toMatchObject({ reason: 'not-supported' });
  });

  test.each(TYPES)('%s runs in the person’s own name, and only there', async (type) => {
    const parameters = type === 'ScreenSaverTimeout' ? { seconds: 600 } : {};
    const { found, fixed, system } = await fix(type, 'somebody-elses-desktop', parameters);
    expect(found?.needsElevation).toBe(false);
    expect(fixed).toMatchObject({ ok: false, reason: 'no-session' });
    expect(system.ran).toEqual([]);
  });

  test('what a policy holds is left alone; a script that may not run or fails is told', async () => {
    const held = await fix('ScreenSaverTimeout', 'policy-too-late', { seconds: 600 });
    expect([held.fixed, held.system.ran]).toMatchObject([{ reason: 'blocked-by-policy' }, []]);
    const blocked = { ok: false, reason: 'blocked-by-policy', detail: '' };
    const forbidden = await fix('ScreenSaverTimeout', 'saver-too-late', { seconds: 600 }, { 'screen-saver': blocked });
    expect(forbidden.fixed).toMatchObject({ reason: 'blocked-by-policy' });
    const failed = await fix('ScreenSaverTimeout', 'saver-too-late', { seconds: 600 }, { 'screen-saver': { code: 3 } });
    expect(failed.fixed).toMatchObject({ ok: false, reason: 'unexpected-output' });
  });

  test.each(['600; calc', -1, 0, 1e9, 60.5])('%j is no time', (seconds) => {
    const found = CHECK_FIXES.find((one) => one.type === 'ScreenSaverTimeout' && one.operatingSystem === 'windows');
    expect(found?.parameters.safeParse({ seconds }).success).toBe(false);
  });
});

test.each([
  [
    'Current AC Power Setting Index: 0x00000708\nCurrent DC Power Setting Index: 0x00000384',
    { mains: 1800, battery: 900 },
  ],
  ['Minimum: 0x00000000\nMaximum: 0xffffffff\nAC: 0x0000012c\r\nDC: 0x000000b4\r\n', { mains: 300, battery: 180 }],
  ['Invalid Parameters -- try "/?" for help', null],
  ['0x00000708', null],
  ['', null],
])('powercfg %j: %j', (text, expected) => {
  expect(parsePowerSetting(text)).toEqual(expected);
});

test.each([
  ['Available:\n    Standby (S3)\n\nNot available:\n    Standby (S0 Low Power Idle)\n\tNo.', 'classic'],
  ['Available:\r\n    Veille (S0 faible) Connecté\r\n\r\nNot:\r\n    Standby (S3)\r\n\tNo.', 'modern'],
  ['Not available:\n    Standby (S3)\n\tThe firmware does not support it.', 'none'],
  ['Available:\n    Hibernate\n\nNot available:\n    Standby (S3)\n\tNo.', 'none'],
  ['Access is denied.', null],
])('powercfg /a %j: %s', (text, expected) => {
  expect(parseSleepStates(text)).toBe(expected);
});
