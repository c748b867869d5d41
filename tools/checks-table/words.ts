import type { CheckType, OperatingSystem } from '@vestibule/contracts';

type BySystem = Readonly<Partial<Record<OperatingSystem, string>>>;

/** Why Workplace changes nothing there: a cell without a fix says what is to be done instead. */
export const WITHOUT_FIX: Readonly<Partial<Record<CheckType, string | BySystem>>> = {
  OSSupported: 'none: a new version is installed by the person or the company',
  KnownDevice: 'none: the company approves the computer',
  PasswordSet: 'ends an automatic sign-in; a password is the person’s own to choose',
  AntiVirusInstalled: {
    windows: 'none: Windows turns its own antivirus on when there is no other; the article opens its page',
    macos: 'none: XProtect is part of the system; other products are installed by the company',
    linux: 'none: the company chooses the product',
  },
  AntiVirusRealtimeProtection: {
    macos:
      'none: XProtect cannot be turned off; the tools of others lie where an administrator’s process starts nothing from',
  },
  NoActiveInfections: {
    macos: 'none: the antivirus itself removes what it found',
    linux: 'none: the antivirus itself removes what it found',
  },
  DeviceEncrypted: {
    windows:
      'resumes a protection that is suspended; encrypting is begun in the settings, once the recovery key is kept',
    macos: 'none: turning FileVault on takes the password of the person; the article opens the page',
    linux: 'none in place: it takes a new installation',
  },
  ScreenSaverPasswordProtected: {
    macos: 'none: macOS takes the change only with the password of the person; the article opens the page',
  },
  ManagedDevice: 'none: the person enrols, guided by the portal',
};

/** Fixes whose change is not put back by a setting. Every other fix says, once it is done, how to take it back. */
export const UNDO: Readonly<Partial<Record<CheckType, BySystem>>> = {
  NoActiveInfections: { windows: 'no: what was removed stays removed, quarantine apart' },
  AntiVirusSignaturesUpToDate: {
    windows: 'nothing to take back: newer definitions replace older ones',
    macos: 'the switch; newer definitions stay',
  },
};

/** Where a check has no settings page of the system that a web page could open. */
export const WITHOUT_PAGE: Readonly<Partial<Record<CheckType, string | BySystem>>> = {
  RmmAgent: 'none: the agent is the company’s',
  FciAgentRunning: 'none: the agent is the company’s',
  KnownDevice: 'none',
  AntiVirusInstalled: { macos: 'none: XProtect has no page' },
  AntiVirusRealtimeProtection: { macos: 'none: XProtect has no page' },
  NoActiveInfections: { macos: 'none: macOS has no page' },
};

/** A browser hands no address on to a settings program of Linux, so the articles name the page instead. */
export const LINUX_PAGE = 'named in the article';
