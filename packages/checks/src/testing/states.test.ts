import { describe, expect, test } from 'vitest';
import { everyCheck, judgeAll, type Verdicts } from './state.ts';
import { createMacOf } from './macos/computers.ts';
import { MACOS_STATES } from './states-macos.ts';
import { WINDOWS_STATES } from './states-windows.ts';
import { createWindowsOf } from './windows/computers.ts';

describe('Windows', () => {
  const good = everyCheck('windows', 'passed');
  // What a Defender that does not run would find is not known.
  const bad: Verdicts = { ...everyCheck('windows', 'failed'), NoActiveInfections: 'unknown' };

  test('the computers that are changed', async () => {
    expect(await judgeAll(createWindowsOf({}))).toEqual(good);
    expect(await judgeAll(createWindowsOf({ from: 'neglected' }))).toEqual(bad);
    expect(WINDOWS_STATES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(WINDOWS_STATES.map(({ name }) => name)).size).toBe(WINDOWS_STATES.length);
  });

  test.each(WINDOWS_STATES)('$name', async (state) => {
    const before = state.from === undefined ? good : bad;
    const after = { ...before, ...state.expected };
    expect(after).not.toEqual(before);
    expect(await judgeAll(createWindowsOf(state))).toEqual(after);
  });
});

describe('macOS', () => {
  // XProtect keeps no list of what it found, cannot be taken away, and tells an ordinary person little.
  const good: Verdicts = { ...everyCheck('macos', 'passed'), NoActiveInfections: 'not-applicable' };
  const bad: Verdicts = {
    ...everyCheck('macos', 'failed'),
    NoActiveInfections: 'not-applicable',
    AntiVirusInstalled: 'passed',
    AntiVirusRealtimeProtection: 'unknown',
  };

  test('the computers that are changed', async () => {
    expect(await judgeAll(createMacOf({}))).toEqual(good);
    expect(await judgeAll(createMacOf({ from: 'neglected' }))).toEqual(bad);
    expect(MACOS_STATES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(MACOS_STATES.map(({ name }) => name)).size).toBe(MACOS_STATES.length);
  });

  test.each(MACOS_STATES)('$name', async (state) => {
    const before = state.from === undefined ? good : bad;
    const after = { ...before, ...state.expected };
    expect(after).not.toEqual(before);
    expect(await judgeAll(createMacOf(state))).toEqual(after);
  });
});
