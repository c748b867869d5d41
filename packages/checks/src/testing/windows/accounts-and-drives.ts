import type { Verdict } from '../state.ts';
import { drive, drives, ENTRA, LOCAL, type WindowsState } from './computers.ts';
import * as origin from './origins.ts';

const DOMAIN = 'S-1-5-21-2000478354-1708537768-1957994488-1105';
const session = (sid: string) => ({ sid, desktopOwners: [sid] });
const byHand = { automatic: '0', hasAutomaticUser: true, passwordless: null };
const automatic = { automatic: '1', hasAutomaticUser: true, passwordless: 0 };
const account = (source: string) => ({ accounts: [{ sid: LOCAL, source }] });
const signIn = (verdict: Verdict) => ({ PasswordSet: verdict });
const encrypted = (verdict: Verdict) => ({ DeviceEncrypted: verdict });

const system = (value: number | null) => ({
  encryption: { drive: 'C:', protection: value },
  drives: drives(drive('C:', value)),
});
const second = (value: number | null, changes: Readonly<Record<string, unknown>> = {}) => ({
  encryption: { drive: 'C:', protection: 1 },
  drives: drives(drive('C:', 1), drive('D:', value, changes)),
});
const SPACE = { device: 'STORAGE\\DISK&VEN_MSFT&PROD_STORAGE_SPACE\\8&2BC5', bus: 'SCSI' };
const STICK = { media: 'Removable Media', bus: 'USB', device: 'USBSTOR\\DISK&VEN_KINGSTON\\1', fileSystem: 'exFAT' };

export const ACCOUNT_STATES: readonly WindowsState[] = [
  {
    name: 'an account of a domain, signed in by hand',
    origin: origin.SIDS,
    from: 'neglected',
    sections: { signIn: byHand, session: session(DOMAIN), computer: { partOfDomain: true } },
    expected: signIn('passed'),
  },
  {
    name: 'an account of Entra, signed in by hand',
    origin: origin.SIDS,
    from: 'neglected',
    sections: { signIn: byHand, session: session(ENTRA) },
    expected: signIn('passed'),
  },
  {
    name: 'a Microsoft account, signed in by hand',
    origin: origin.PRINCIPAL_SOURCE,
    from: 'neglected',
    sections: { signIn: byHand, accounts: account('MicrosoftAccount') },
    expected: signIn('passed'),
  },
  {
    name: 'a local account: Windows says nowhere whether its password is empty',
    origin: origin.PRINCIPAL_SOURCE,
    from: 'neglected',
    sections: { signIn: byHand },
    expected: signIn('unknown'),
  },
  {
    name: 'an account from a source that PowerShell does not know',
    origin: origin.PRINCIPAL_SOURCE,
    sections: { session: session(LOCAL), accounts: account('Unknown') },
    expected: signIn('unknown'),
  },
  {
    name: 'an account of a domain that signs in by itself',
    origin: origin.AUTOMATIC_LOGON,
    sections: { signIn: automatic, session: session(DOMAIN), computer: { partOfDomain: true } },
    expected: signIn('failed'),
  },
  {
    name: 'a local account that signs in by itself',
    origin: origin.AUTOMATIC_LOGON,
    sections: { signIn: automatic, session: session(LOCAL) },
    expected: signIn('failed'),
  },
  {
    name: 'accounts are not told: the module is missing in a 32-bit PowerShell',
    origin: origin.POWERSHELL_ERRORS,
    sections: {
      session: session(LOCAL),
      accounts: { refused: 'CommandNotFoundException', category: 'ObjectNotFound' },
    },
    expected: signIn('unknown'),
  },
  {
    name: 'the values of the automatic sign-in may not be read',
    origin: origin.POWERSHELL_ERRORS,
    sections: {
      signIn: {
        refused: 'System.Security.SecurityException,Microsoft.PowerShell.Commands.GetItemPropertyCommand',
        category: 'PermissionDenied',
      },
    },
    expected: signIn('unknown'),
  },
];

export const DRIVE_STATES: readonly WindowsState[] = [
  {
    name: 'BitLocker is on',
    origin: origin.BITLOCKER_PROPERTY,
    from: 'neglected',
    sections: system(1),
    expected: encrypted('passed'),
  },
  ...(
    [
      [0, 'a drive that BitLocker cannot encrypt', 'failed'],
      [2, 'BitLocker is off', 'failed'],
      [3, 'BitLocker is encrypting', 'failed'],
      [4, 'BitLocker is decrypting', 'failed'],
      [5, 'BitLocker is suspended', 'failed'],
      [8, 'device encryption waits for an account that keeps the key', 'failed'],
      [7, 'a value that no one has described', 'unknown'],
      [null, 'Explorer knows no such property', 'unknown'],
    ] as const
  ).map(
    ([value, name, verdict]): WindowsState => ({
      name,
      origin: origin.BITLOCKER_PROPERTY,
      sections: system(value),
      expected: encrypted(verdict),
    }),
  ),
  {
    name: 'a second built-in drive without BitLocker',
    origin: origin.BITLOCKER,
    sections: second(2),
    expected: encrypted('failed'),
  },
  {
    name: 'a second built-in drive that is suspended',
    origin: origin.BITLOCKER_PROPERTY,
    sections: second(5),
    expected: encrypted('failed'),
  },
  {
    name: 'a second built-in drive that is still being encrypted',
    origin: origin.BITLOCKER_PROPERTY,
    sections: second(3),
    expected: encrypted('failed'),
  },
  {
    name: 'a second built-in drive that is locked, whose file system no one sees',
    origin: origin.BITLOCKER_PROPERTY,
    from: 'neglected',
    sections: second(6, { fileSystem: null, size: null }),
    expected: encrypted('passed'),
  },
  {
    name: 'a pool of Storage Spaces without BitLocker',
    origin: origin.STORAGE_SPACES,
    sections: second(2, SPACE),
    expected: encrypted('failed'),
  },
  {
    name: 'a pool of Storage Spaces with BitLocker',
    origin: origin.STORAGE_SPACES,
    from: 'neglected',
    sections: second(1, SPACE),
    expected: encrypted('passed'),
  },
  {
    name: 'a stick without BitLocker next to an encrypted computer',
    origin: origin.DISK_CLASSES,
    from: 'neglected',
    sections: second(2, STICK),
    expected: encrypted('passed'),
  },
  {
    name: 'a second drive of which nothing is said',
    origin: origin.BITLOCKER_PROPERTY,
    sections: second(null),
    expected: encrypted('unknown'),
  },
  {
    name: 'the drives may not be listed',
    origin: origin.POWERSHELL_ERRORS,
    sections: {
      drives: {
        refused: 'HRESULT 0x80041003,Microsoft.Management.Infrastructure.CimCmdlets.GetCimInstanceCommand',
        category: 'PermissionDenied',
        native: 'AccessDenied',
      },
    },
    expected: encrypted('unknown'),
  },
];
