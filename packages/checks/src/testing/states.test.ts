import { describe, expect, test } from 'vitest';
import { everyCheck, judgeAll, type Verdicts } from './state.ts';
import { WINDOWS_STATES } from './states-windows.ts';
import { createWindowsOf } from './windows/computers.ts';

const GOOD = everyCheck('passed');

describe('Windows', () => {
  // Of a Defender that does not run nobody knows what it would find.
  const bad: Verdicts = { ...everyCheck('failed'), NoActiveInfections: 'unknown' };

  test('the computers that are changed', async () => {
    expect(await judgeAll(createWindowsOf({}))).toEqual(GOOD);
    expect(await judgeAll(createWindowsOf({ from: 'neglected' }))).toEqual(bad);
    expect(WINDOWS_STATES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(WINDOWS_STATES.map(({ name }) => name)).size).toBe(WINDOWS_STATES.length);
  });

  test.each(WINDOWS_STATES)('$name', async (state) => {
    const before = state.from === undefined ? GOOD : bad;
    const after = { ...before, ...state.expected };
    expect(after).not.toEqual(before);
    expect(await judgeAll(createWindowsOf(state))).toEqual(after);
  });
});
