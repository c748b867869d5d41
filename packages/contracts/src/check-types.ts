/** The sixteen security checks of the specification, section 3, in the order in which the portal lists them. */
export const SPECIFIED_CHECK_TYPES = [
  'NoActiveInfections',
  'OSSupported',
  'KnownDevice',
  'PasswordSet',
  'FirewallEnable',
  'AntiVirusInstalled',
  'AntiVirusRealtimeProtection',
  'AntiVirusSignaturesUpToDate',
  'DeviceEncrypted',
  'OsAutoUpdateEnable',
  'ScreenSaverState',
  'ScreenSaverPasswordProtected',
  'ScreenSaverTimeout',
  'ManagedDevice',
  'RmmAgent',
  'FciAgentRunning',
] as const;

/** Checks beyond the specification. The name stands here; everything else is in the check's folder in `packages/checks`. */
export const FURTHER_CHECK_TYPES = ['UsbStorageBlocked', 'RemoteLoginOff'] as const;

/** Every check, in the order in which the portal lists them. */
export const CHECK_TYPES = [...SPECIFIED_CHECK_TYPES, ...FURTHER_CHECK_TYPES] as const;
export type CheckType = (typeof CHECK_TYPES)[number];

export const OPERATING_SYSTEMS = ['windows', 'macos', 'linux'] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];

/**
 * What the client may be asked to change. A closed list: no command line ever comes from a page or from the server.
 * A fix carries the name of the check it repairs; its parameters are validated by the check's own folder.
 */
export const FIX_ACTION_TYPES = [
  'OsAutoUpdateEnable',
  'PasswordSet',
  'FirewallEnable',
  'ScreenSaverState',
  'ScreenSaverPasswordProtected',
  'ScreenSaverTimeout',
  'AntiVirusRealtimeProtection',
  'AntiVirusSignaturesUpToDate',
  'NoActiveInfections',
  'DeviceEncrypted',
  'ManagedDevice',
  'FciAgentRunning',
  'RmmAgent',
  ...FURTHER_CHECK_TYPES,
] as const;
export type FixActionType = (typeof FIX_ACTION_TYPES)[number];
