import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LIMITS, MINIMUM_VERSIONS, OWN_LIMITS } from './constants.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Section 9 of the specification, and the times of section 4 that it leaves out, written out with their statements. */
const SPECIFIED = {
  deviceCheckRetries: [10, 'S9.001, S8.005'],
  deviceCheckRetryDelayMs: [1500, 'S9.002'],
  keyExchangeTimeoutMs: [90_000, 'S9.003, S8.013'],
  noDataOrKeysTimeoutMs: [120_000, 'S9.004, S8.014'],
  extensionPresenceIntervalMs: [50, 'S9.005, S4.004'],
  extensionPresenceTimeoutMs: [10_000, 'S9.006'],
  nativeAppMissingTimeoutMs: [30_000, 'S9.007'],
  extensionReadinessInitialDelayMs: [100, 'S9.009'],
  extensionReadinessIntervalMs: [1000, 'S9.008'],
  extensionNotReadyAfterRetries: [3, 'S9.010'],
  deviceNameTries: [6, 'S9.011'],
  deviceNameTriesInSafari: [18, 'S9.012, S4.010'],
  deviceNameIntervalMs: [2500, 'S4.009'],
  stillWorkingTitleAfterMs: [30_000, 'S9.013, S2.035'],
  takingLongerTitleAfterMs: [60_000, 'S9.014, S2.036'],
  resultsPollIntervalMs: [1000, 'S9.015, S4.033'],
  fastCheckRefreshIntervalMs: [5000, 'S4.035'],
  statusLoopIntervalMs: [20_000, 'S9.016, S4.081'],
  checkWorkflowSleepMs: [9000, 'S9.017, S4.071'],
  workflowSleepAfterNoContentMs: [6000, 'S9.018, S4.070'],
  workflowRetryDelayMs: [5000, 'S4.077'],
  accountIdWaitTimeoutMs: [120_000, 'S9.019, S4.061'],
  accountIdPollIntervalMs: [5000, 'S9.020, S4.058'],
  temporaryAccessPollInitialMs: [5000, 'S9.021, S4.062'],
  temporaryAccessPollMaximumMs: [300_000],
  backToMainEndpointAfterMs: [300_000, 'S9.023, S4.102'],
  switchModeRetries: [3, 'S9.024'],
  switchModeRetryDelayMs: [2000, 'S9.024'],
  switchModeTimeoutMs: [7000, 'S9.025'],
  extensionCheckRetries: [3, 'S9.026'],
  extensionCheckIntervalMs: [1000, 'S9.026'],
  logoRetries: [5, 'S9.027'],
  logoRetryDelayMs: [1500, 'S9.027'],
  deviceInfoCacheMs: [300_000, 'S9.028, S5.013'],
  dataVersion: [1, 'S9.029'],
  checkResultDataVersion: [2, 'S9.030'],
  forcedUploadOnCollection: [2, 'S9.031, S4.086'],
  unchangedTriesBeforeForcedUpload: [2, 'S4.094'],
  deviceDataCollectIntervalMs: [5000, 'S4.093'],
  uploadUrlErrorSleepMs: [5000, 'S8.010'],
  uploadFailureRetryMs: [20_000, 'S8.011'],
  samlSentFlagMs: [10_000, 'S9.032'],
  samlSubmitDelayMs: [500, 'S9.033, S4.037, S4.088'],
  temporaryAccessSubmitDelayMs: [3000, 'S9.034, S2.089'],
  automaticContinueDelayMs: [3000, 'S4.038, S4.039, S4.040'],
  redirectDelayMs: [600, 'S9.035, S4.087'],
  scanAnimationMs: [2000, 'S9.036, S4.024'],
  scanAnimationFastMs: [0, 'S9.037, S4.025'],
  scanStepShortMs: [200, 'S9.038'],
  scanStepLongMs: [500, 'S9.039'],
  modalFadeMs: [250, 'S9.040, S2.072'],
  downloadDelayMs: [500, 'S9.041'],
  downloadDelayInSafariMs: [2000, 'S9.042'],
  supportInfoRetryDelayMs: [2500, 'S8.019'],
  supportInfoRetries: [8, 'S8.019'],
  accountIdForbiddenRetryMs: [3000, 'S8.007'],
  optOutCookieMs: [691_200_000, 'S9.043'],
  updaterCookieMs: [600_000, 'S9.044'],
  quickStartSafariCookieMs: [600_000, 'S9.045'],
  deviceAccountIdCookieExpires: ['2050-01-01T00:00:00.000Z', 'S9.046'],
} as const satisfies { readonly [Name in keyof typeof LIMITS]: readonly [(typeof LIMITS)[Name], string?] };

describe('the table of constants', () => {
  test('holds the numbers of the specification, and no others', () => {
    expect(LIMITS).toEqual(Object.fromEntries(Object.entries(SPECIFIED).map(([name, [number]]) => [name, number])));
  });

  test.each(
    Object.entries(SPECIFIED).flatMap(([name, [number, ids]]) => (ids === undefined ? [] : [{ name, number, ids }])),
  )('$name is the one of the specification [$ids]', ({ name, number }) => {
    expect(LIMITS).toHaveProperty(name, number);
  });

  test('[S9.043, S9.044, S9.045] the cookies last 8 days, 10 minutes and 10 minutes', () => {
    expect([LIMITS.optOutCookieMs, LIMITS.updaterCookieMs, LIMITS.quickStartSafariCookieMs]).toEqual([
      8 * DAY,
      10 * MINUTE,
      10 * MINUTE,
    ]);
  });

  test('[S9.047, S9.048, S9.049] the oldest systems and client', () => {
    expect(MINIMUM_VERSIONS).toEqual({ macos: '10.15', windowsNt: '10.0', windowsClient: '3.4.7380.14006' });
  });

  test('cannot be changed while the product runs', () => {
    for (const table of [LIMITS, OWN_LIMITS, MINIMUM_VERSIONS]) expect(Object.isFrozen(table)).toBe(true);
  });

  test('what is ours leaves the specified times room', () => {
    // A lost heartbeat or two are no lost push; the safety poll is slower than what it stands in for.
    expect(OWN_LIMITS.pushLostAfterMs).toBeGreaterThan(2 * OWN_LIMITS.pushHeartbeatIntervalMs);
    expect(OWN_LIMITS.safetyPollIntervalMs).toBeGreaterThan(LIMITS.deviceDataCollectIntervalMs);
  });
});

/** Style sheets cannot ask the table: their tokens are compared with it. */
describe('motion', () => {
  const sheet = (path: string) => readFileSync(new URL(`../../ui/src/${path}`, import.meta.url), 'utf8');
  const token = (name: string) => Number(new RegExp(`--${name}: (\\d+)ms;`).exec(sheet('tokens.css'))?.[1]);

  test('[S9.038] the bar of the scan moves in steps of 200 ms', () => {
    expect(token('base')).toBe(LIMITS.scanStepShortMs);
    expect(sheet('progress/progress-bar.module.css')).toContain('transition: inline-size var(--base)');
  });

  test('[S9.039] what a check became stands for 500 ms', () => {
    expect(token('row-stay')).toBe(LIMITS.scanStepLongMs);
    expect(sheet('check-row/check-row.module.css')).toContain('var(--row-stay)');
  });

  test('[S2.072, S9.040] a modal fades in and out over 250 ms', () => {
    expect(token('modal')).toBe(LIMITS.modalFadeMs);
    expect(sheet('modal/modal-dialog.module.css')).toContain('transition: opacity var(--modal)');
  });
});
