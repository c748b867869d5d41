/** Cookies that steer screens (specification, section 3). None of them is believed by the server. */
export const COOKIES = Object.freeze({
  checkInfo: 'w-device-compliance-check-info',
  enforcePolicy: 'w-enforce-policy',
  siloId: 'w-siloId',
  downloadParameters: 'download-params',
  deviceToken: 'device-token',
  deviceAccountId: 'device-account-id',
  installationStatus: 'installation-status',
  optOutDeviceManagement: 'opt-out-device-management',
  updaterInstalled: 'updaterInstalled',
  deviceUserId: 'device-user-id',
  quickStartSafariRedirection: 'quick-start-safari-redirection',
  onboardingV3Status: 'w-onboarding-v3-status',
  xsrf: 'XSRF-TOKEN',
});

/** Session and local storage keys (specification, section 3; the last one from the decisions). */
export const STORAGE_KEYS = Object.freeze({
  deviceName: 'wp-device-name',
  inActiveSession: 'wp-in-active-session',
  pageInfo: 'wp-page-info',
  isFci: 'isFci',
  complianceInfo: 'wp-device-compliance-info',
});

export const HEADERS = Object.freeze({
  xsrf: 'X-XSRF-TOKEN',
  correlationId: 'Correlation-Id',
  dataVersion: 'Data-Version',
  scope: 'X-OAuth2-Scope',
});
