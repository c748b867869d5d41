import { expect, test } from 'vitest';
import { pathOfFailure } from './path-of-failure.ts';

test.each([
  [{ kind: 'signed-out' }, '/session-expired'],
  [{ kind: 'sign-in-over' }, '/session-expired'],
  [{ kind: 'account-disabled' }, '/user-blocked'],
  [{ kind: 'device-blocked' }, null],
  [{ kind: 'restart' }, null],
  [{ kind: 'unreachable' }, null],
  [{ kind: 'client', code: 'timed-out', detail: null }, null],
] as const)('[S8.001] %j leads to %s', (failure, path) => {
  expect(pathOfFailure(failure)).toBe(path);
});
