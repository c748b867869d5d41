import type { CheckType } from '@vestibule/contracts';

/**
 * Checks that the system suite reads in a good and in a bad state on a booted Debian, and whether the fix takes them from
 * bad to good there. The suite fails when this says more or less than it has seen; `docs/checks.md` is written from it.
 */
export const TRIED_ON_DEBIAN: Readonly<Partial<Record<CheckType, 'read' | 'read-and-fixed'>>> = {
  OSSupported: 'read',
  PasswordSet: 'read-and-fixed',
  FirewallEnable: 'read-and-fixed',
  AntiVirusInstalled: 'read',
  AntiVirusRealtimeProtection: 'read-and-fixed',
  AntiVirusSignaturesUpToDate: 'read',
  OsAutoUpdateEnable: 'read-and-fixed',
  ScreenSaverState: 'read-and-fixed',
  ScreenSaverPasswordProtected: 'read-and-fixed',
  ScreenSaverTimeout: 'read-and-fixed',
  ManagedDevice: 'read',
  RmmAgent: 'read-and-fixed',
  FciAgentRunning: 'read-and-fixed',
};

/** Checks that the real client for Windows answers under Wine, which has a registry and no PowerShell. */
export const TRIED_UNDER_WINE: readonly CheckType[] = ['OSSupported', 'ManagedDevice'];

/** Checks whose "Install now" was tried under Wine, with a real MSI and Wine's own msiexec; the facts are samples. */
export const INSTALLED_UNDER_WINE: readonly CheckType[] = ['RmmAgent'];
