import { OWN_LIMITS } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import type { StepFailure } from './device-flow/step-result.ts';
import { isNotMendedByInstalling, troubleOf, withClock } from './trouble.ts';

const client = (code: string, detail: string | null = null): StepFailure => ({ kind: 'client', code, detail });
const POLICY = 'Access to the native messaging host was disabled by the system administrator.';

describe('what is broken', () => {
  test.each([
    ['extension-missing', null, 'extension-missing'],
    ['host-missing', 'Specified native messaging host not found.', 'client-missing'],
    ['host-stopped', 'Native host has exited.', 'client-not-answering'],
    ['host-stopped', POLICY, 'blocked-by-policy'],
    ['timed-out', null, 'client-not-answering'],
    ['unknown-message', null, 'client-outdated'],
    ['malformed-message', 'The content of "get-device-name" has not the agreed form.', 'client-outdated'],
    ['malformed-message', 'The message is too old to be answered.', 'client-not-answering'],
    ['grant-refused', 'altered', 'grant-refused'],
    ['grant-refused', 'expired', 'clock-wrong'],
    ['origin-not-allowed', null, 'grant-refused'],
    ['client-error', 'expired', 'client-not-answering'],
  ])('%s with the words %s is %s', (code, detail, trouble) => {
    expect(troubleOf(client(code, detail))).toBe(trouble);
  });

  test('is a computer that the server keeps out, and no other failure of a server', () => {
    expect(troubleOf({ kind: 'device-blocked' })).toBe('device-blocked');
    expect(troubleOf({ kind: 'unreachable' })).toBeNull();
  });
});

test.each([
  [client('host-stopped', POLICY), true],
  [client('grant-refused', 'expired'), true],
  [client('origin-not-allowed'), true],
  [client('host-missing'), false],
  [client('client-error'), false],
  [{ kind: 'unreachable' } as const, false],
])('%j is not mended by installing: %s', (failure, expected) => {
  expect(isNotMendedByInstalling(failure)).toBe(expected);
});

test.each([
  ['client-not-answering', OWN_LIMITS.clockToleranceMs + 1, 'clock-wrong'],
  ['grant-refused', -OWN_LIMITS.clockToleranceMs - 1, 'clock-wrong'],
  ['no-leave', OWN_LIMITS.clockToleranceMs + 1, 'clock-wrong'],
  ['no-verdict', OWN_LIMITS.clockToleranceMs, 'no-verdict'],
  ['no-verdict', null, 'no-verdict'],
  ['device-blocked', OWN_LIMITS.clockToleranceMs + 1, 'device-blocked'],
  ['server-not-answering', OWN_LIMITS.clockToleranceMs + 1, 'server-not-answering'],
] as const)('%s with a clock %s ms ahead is %s', (trouble, offset, expected) => {
  expect(withClock(trouble, offset)).toBe(expected);
});
