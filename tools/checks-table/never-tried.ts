import type { CheckType, OperatingSystem } from '@vestibule/contracts';

/** What no state shows yet, of each check on each system. */
export const NEVER_TRIED: Readonly<Partial<Record<CheckType, Partial<Record<OperatingSystem, string>>>>> = {
  NoActiveInfections: { linux: 'Defender itself: its tool answers as its documents say' },
  OSSupported: { linux: 'other systems than Debian: only what they say of themselves' },
  PasswordSet: {
    linux: 'an account of a directory; a sign-in on a screen: files and rules are read, no display manager signs in',
  },
  FirewallEnable: {
    linux:
      'marks, sets of ipset, eBPF; a second card for each zone; a bridge of containers whose pair leads out of the computer',
  },
  RemoteLoginOff: {
    linux:
      'a program that the person started and that serves a shell to those who speak first; a page that carries out what it is sent; a terminal inside of TLS, and one by UDP; what a tunnel to the outside brings in',
  },
  UsbStorageBlocked: {
    linux:
      'a drive itself; scripts and units that load a driver by its name (while it is loaded, the check fails); drivers for single card readers, which take usb-storage with them past a blacklist',
  },
  AntiVirusInstalled: { linux: 'the products of others: programs and units in their places' },
  AntiVirusRealtimeProtection: { linux: 'the products of others: programs and units in their places' },
  AntiVirusSignaturesUpToDate: { linux: 'the vendor’s own definitions: their head alone' },
  DeviceEncrypted: {
    linux:
      'thin volumes: samples; ZFS, eCryptfs, fscrypt, drives that encrypt themselves; a password of no letters, or a weak one; a key that is only in what the computer starts from; an encryption that stopped half-way, which root alone can tell',
  },
  OsAutoUpdateEnable: {
    linux:
      'an update that is installed: what a run leaves behind; dnf-automatic and transactional-update: their units; what a hook of APT’s does that is a program of one’s own (it is not known)',
  },
  ScreenSaverState: {
    linux:
      'GNOME, Plasma, Cinnamon and LXQt themselves: their settings; what their own sessions are told to inhibit (a film, a call), and a program of one’s own that moves the mouse',
  },
  ScreenSaverPasswordProtected: {
    linux: 'a screen that is opened: what lockers are told, and their rules',
  },
  ScreenSaverTimeout: { linux: 'a screen that is left alone so long' },
  ManagedDevice: { linux: 'a management of devices itself: programs and units in their places' },
  RmmAgent: { linux: 'an agent itself: programs and units in their places' },
  FciAgentRunning: { linux: 'the agent itself: a program and a unit in its place' },
};
