/**
 * Every number of the specification's section 9, unit in the name. Charts and adapters take their times from here and
 * from nowhere else.
 */
export const LIMITS = Object.freeze({
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
});

/** Our own numbers, next to the specification's. Each names its reason. */
export const OWN_LIMITS = Object.freeze({
  /** One answer that does not come is a network failure, so that endpoint switching works (decisions, S9.053). */
  callTimeoutMs: 20_000,
  /** A wait that is over sooner needs no word; a longer one looks like a page that is broken. */
  waitIsToldAfterMs: 1000,
  /** Push counts as connected only while heartbeats arrive. */
  pushHeartbeatIntervalMs: 5000,
  pushLostAfterMs: 12_000,
  /** With push connected, one safety poll. */
  safetyPollIntervalMs: 20_000,
  /** What the company wants has a standard: once the sign-in is known it is waited for this long, and no longer. */
  companySettingsLimitMs: 5000,
  /** Where the policy only observes, no one waits: for an extension that is missing, or for a computer that is slow. */
  observationPresenceMs: 500,
  observationLimitMs: 3000,
  /** 401 on a device-session call drops the session and starts again, at most this often. */
  sessionRestarts: 3,
  /** After so many sign-in responses that came to nothing the page asks once in a while, behind its help. */
  leaveRetryMs: 20_000,
  /** A sign-in response lives five minutes; one that has waited this long for the person is not sent any more. */
  responseIsOldAfterMs: 120_000,
  clockToleranceMs: 300_000,
  nativeMessageTimeoutMs: 20_000,
  /** A wait for a verdict ends in help, twice as late as it asks for patience: no spinner turns for ever. */
  noVerdictAfterMs: 120_000,
  /** What a page waits for a fix: software is fetched, the person asked, and the system's installer waited for. */
  fixAnswerMs: 15 * 60_000,
});

/** The largest signed report the server takes, in bytes. */
export const REPORT_MAXIMUM_BYTES = 262_144;

/** Limits that no page needs to know. */
export const PROGRAM_LIMITS = /* @__PURE__ */ Object.freeze({
  /** A fix may wait for the person at the system's own prompt. */
  fixTimeoutMs: 120_000,
  permitLifeMs: 60_000,
  nonceLifeMs: 300_000,
  fixGrantLifeMs: 60_000,
  /** The largest body of a call that says nothing else. */
  bodyMaximumBytes: 16_384,
  /** The largest body of an administrator's call: a policy, an application's metadata, a logo. */
  administratorBodyMaximumBytes: 278_528,
});

export const MINIMUM_VERSIONS = Object.freeze({
  macos: '10.15',
  windowsNt: '10.0',
  windowsClient: '3.4.7380.14006',
});

export const BASE_PATH = '/device-check';
export const DEFAULT_APP = 'online';

/** A person's own page: who is signed in here, and how this computer stands. */
export const OWN_PAGE_PATH = '/online/session-status';
