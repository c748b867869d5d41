import { describe, expect, test } from 'vitest';
import { RESULT_STATUSES, resultStatusOf } from './result-status.ts';

const passed = { isPassed: true, isRequired: true, isSigninStopper: false, state: 'passed' } as const;
const required = { ...passed, isPassed: false, state: 'failed' } as const;
const stopper = { ...required, isRequired: false, isSigninStopper: true } as const;
const recommended = { ...required, isRequired: false } as const;
const unread = { ...recommended, state: 'unknown' } as const;

describe('the result status', () => {
  test.each([
    ['', null],
    ['checks-failed', [passed, required]],
    ['checks-failed', [recommended, stopper]],
    ['checks-failed', [{ ...unread, isRequired: true }]],
    ['checks-recommended', [passed, recommended]],
    ['checks-passed', [passed, passed]],
    ['checks-passed', [passed, unread]],
    ['checks-passed', []],
  ] as const)('[S4.027, S4.028, S4.029] is "%s" for %j', (status, checks) => {
    expect(resultStatusOf({ checks, isEnrolled: false, isQuickStart: false })).toBe(status);
  });

  test('[S4.030, S4.031] all passed, and all passed after enrolment in device management', () => {
    const checks = [passed];
    expect(resultStatusOf({ checks, isEnrolled: false, isQuickStart: false })).toBe('checks-passed');
    expect(resultStatusOf({ checks, isEnrolled: true, isQuickStart: false })).toBe('device-management-enrolled');
    expect(resultStatusOf({ checks: [required], isEnrolled: true, isQuickStart: false })).toBe('checks-failed');
  });

  test('[S4.032] each has a variant that ends in " quick-start", with the space before it', () => {
    const checksOf = {
      '': null,
      'checks-failed': [required],
      'checks-recommended': [recommended],
      'checks-passed': [passed],
      'device-management-enrolled': [passed],
    } as const;
    for (const status of RESULT_STATUSES) {
      const isEnrolled = status === 'device-management-enrolled';
      expect(resultStatusOf({ checks: checksOf[status], isEnrolled, isQuickStart: true })).toBe(
        `${status} quick-start`,
      );
    }
  });
});
