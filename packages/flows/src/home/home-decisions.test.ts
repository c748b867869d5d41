import { describe, expect, test } from 'vitest';
import { hasFailed, openFixes, runningFixes, withEnded, withStarted } from './home-decisions.ts';
import type { HomeContext } from './home-context.ts';
import { check, failedCheck, failing, passing } from './testing/start-home.ts';

const running = { kind: 'running' } as const;
const ended = (outcome: 'fixed' | 'not-fixed') =>
  ({ kind: 'ended', outcome: { fixActionType: 'FirewallEnable', outcome } }) as const;

describe('what is kept of a fix when the next verdict comes', () => {
  test.each([
    ['it runs', running, passing(check()), true],
    ['it runs, and the check is gone', running, passing(check({ checkType: 'KnownDevice' })), true],
    ['it was fixed, and the check passes', ended('fixed'), passing(check()), true],
    ['it did not hold, and the check still fails', ended('not-fixed'), failing(failedCheck()), true],
    ['it did not hold, and the check passes by now', ended('not-fixed'), passing(check()), false],
    [
      'it did not hold, and another check fails',
      ended('not-fixed'),
      failing(failedCheck('OsAutoUpdateEnable'), check()),
      false,
    ],
    ['it did not hold, and the check is gone', ended('not-fixed'), failing(failedCheck('OsAutoUpdateEnable')), false],
  ])('%s', (_name, state, result, isKept) => {
    const fixes: HomeContext['fixes'] = { FirewallEnable: state };
    expect(openFixes(fixes, result)).toEqual(isKept ? fixes : {});
  });
});

test('fixes run from their start to their end, each on its own', () => {
  const started = withStarted({ OsAutoUpdateEnable: ended('fixed') }, ['FirewallEnable', 'PasswordSet']);
  expect(runningFixes({ fixes: started } as HomeContext)).toEqual(['FirewallEnable', 'PasswordSet']);
  const half = withEnded(started, [{ fixActionType: 'FirewallEnable', outcome: 'not-fixed' }]);
  expect(half).toMatchObject({ FirewallEnable: ended('not-fixed'), OsAutoUpdateEnable: ended('fixed') });
  expect(runningFixes({ fixes: half } as HomeContext)).toEqual(['PasswordSet']);
});

describe('a verdict has failed', () => {
  test.each([
    ['no verdict', null, false],
    ['everything passes', passing(check()), false],
    ['one check fails', failing(check(), failedCheck()), true],
    ['one cannot be read', passing(check({ isPassed: false, state: 'unknown' })), false],
    ['one that blocks cannot be read', passing(check({ state: 'unknown', blocksWhileUnknown: true })), true],
    ['one that does not block cannot be read', passing(check({ state: 'unknown', blocksWhileUnknown: false })), false],
  ])('%s: %s', (_name, result, expected) => {
    expect(hasFailed(result)).toBe(expected);
  });
});
