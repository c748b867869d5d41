import { describe, expect, test } from 'vitest';
import { answered, failedWith, refused, said, unreachable } from '../fake-ports.ts';
import type { CallResult, MessageResult } from '../ports.ts';
import { fromCall, fromMessage } from './step-result.ts';

const sort = (result: unknown, isDeviceSessionCall: boolean) => {
  const step = fromCall(result as CallResult<string>, isDeviceSessionCall);
  return step.ok ? step.value : step.failure.kind;
};

describe('the answer of a call', () => {
  test("is what it says, and no one's answer is just that", () => {
    expect(sort(answered('body'), true)).toBe('body');
    expect(sort(unreachable, false)).toBe('unreachable');
  });

  test.each([
    [401, 'not_signed_in', 'signed-out', 'restart'],
    [401, 'session_expired', 'signed-out', 'restart'],
    [400, 'request_malformed', 'unreachable', 'restart'],
    [403, 'xsrf_token_wrong', 'signed-out', 'signed-out'],
    [403, 'account_disabled', 'account-disabled', 'account-disabled'],
    [401, 'account_disabled', 'account-disabled', 'account-disabled'],
    [403, 'device_blocked', 'device-blocked', 'device-blocked'],
    [403, 'device_not_approved', 'device-not-approved', 'device-not-approved'],
    [403, 'policy_not_met', 'unreachable', 'device-blocked'],
    [404, 'device_unknown', 'unreachable', 'unreachable'],
    [404, 'sign_in_unknown', 'sign-in-over', 'sign-in-over'],
    [410, 'sign_in_expired', 'sign-in-over', 'sign-in-over'],
    [409, 'report_replayed', 'unreachable', 'unreachable'],
    [404, 'not_found', 'unreachable', 'unreachable'],
  ])('%i %s concerns the person: %s; of a device session: %s', (status, code, ofPerson, ofDevice) => {
    expect(sort(refused(status, code), false)).toBe(ofPerson);
    expect(sort(refused(status, code), true)).toBe(ofDevice);
  });
});

describe('the answer to a message', () => {
  const failureOf = (result: unknown) => {
    const step = fromMessage(result as MessageResult<string>);
    return step.ok ? step.value : step.failure;
  };

  test.each([
    [said('payload'), 'payload'],
    [failedWith('session-missing'), { kind: 'restart' }],
    [failedWith('timed-out'), { kind: 'client', code: 'timed-out', detail: 'timed-out' }],
    [failedWith('client-error', 'its own words'), { kind: 'client', code: 'client-error', detail: 'its own words' }],
  ])('%j leads to %j', (result, expected) => {
    expect(failureOf(result)).toEqual(expected);
  });
});
