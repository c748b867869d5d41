import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LIMITS, MINIMUM_VERSIONS, OWN_LIMITS } from './constants.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Section 9 of the specification, and the times of section 4 that it leaves out, written out on their own. */
const SPECIFIED: typeof LIMITS = {
  deviceCheckRetries: 10,
  deviceCheckRetryDelayMs: 1500,
  keyExchangeTimeoutMs: 90_000,
  noDataOrKeysTimeoutMs: 120_000,
  extensionPresenceIntervalMs: 50,
  extensionPresenceTimeoutMs: 10_000,
  nativeAppMissingTimeoutMs: 30_000,
  extensionReadinessInitialDelayMs: 100,
  extensionReadinessIntervalMs: 1000,
  extensionNotReadyAfterRetries: 3,
  deviceNameTries: 6,
  deviceNameTriesInSafari: 18,
  deviceNameIntervalMs: 2500,
  stillWorkingTitleAfterMs: 30_000,
  takingLongerTitleAfterMs: 60_000,
  resultsPollIntervalMs: 1000,
  fastCheckRefreshIntervalMs: 5000,
  statusLoopIntervalMs: 20_000,
  checkWorkflowSleepMs: 9000,
  workflowSleepAfterNoContentMs: 6000,
  workflowRetryDelayMs: 5000,
  accountIdWaitTimeoutMs: 120_000,
  accountIdPollIntervalMs: 5000,
  temporaryAccessPollInitialMs: 5000,
  temporaryAccessPollMaximumMs: 300_000,
  backToMainEndpointAfterMs: 300_000,
  switchModeRetries: 3,
  switchModeRetryDelayMs: 2000,
  switchModeTimeoutMs: 7000,
  extensionCheckRetries: 3,
  extensionCheckIntervalMs: 1000,
  logoRetries: 5,
  logoRetryDelayMs: 1500,
  deviceInfoCacheMs: 300_000,
  dataVersion: 1,
  checkResultDataVersion: 2,
  forcedUploadOnCollection: 2,
  unchangedTriesBeforeForcedUpload: 2,
  deviceDataCollectIntervalMs: 5000,
  uploadUrlErrorSleepMs: 5000,
  uploadFailureRetryMs: 20_000,
  samlSentFlagMs: 10_000,
  samlSubmitDelayMs: 500,
  temporaryAccessSubmitDelayMs: 3000,
  automaticContinueDelayMs: 3000,
  redirectDelayMs: 600,
  scanAnimationMs: 2000,
  scanAnimationFastMs: 0,
  scanStepShortMs: 200,
  scanStepLongMs: 500,
  modalFadeMs: 250,
  downloadDelayMs: 500,
  downloadDelayInSafariMs: 2000,
  supportInfoRetryDelayMs: 2500,
  supportInfoRetries: 8,
  accountIdForbiddenRetryMs: 3000,
  optOutCookieMs: 691_200_000,
  updaterCookieMs: 600_000,
  quickStartSafariCookieMs: 600_000,
  deviceAccountIdCookieExpires: '2050-01-01T00:00:00.000Z',
};

describe('the table of constants', () => {
  test('holds the numbers of the specification, and no others', () => {
    expect(LIMITS).toEqual(SPECIFIED);
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
