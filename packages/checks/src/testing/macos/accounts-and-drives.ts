import type { Verdict } from '../state.ts';
import { account, containers, disks, HASH, LOGIN_WINDOW, type MacState, version } from './computers.ts';
import * as origin from './origins.ts';

const signIn = (verdict: Verdict) => ({ PasswordSet: verdict });
const encrypted = (verdict: Verdict) => ({ DeviceEncrypted: verdict });
const byHand = { [LOGIN_WINDOW]: { autoLoginUser: null } };
const automatic = { [LOGIN_WINDOW]: { autoLoginUser: 'nadia' } };
const token = { dscl: account(HASH, ';SecureToken;') };
const on = { fdesetup: 'FileVault is On.\n', 'diskutil apfs': containers() };
const off = { fdesetup: 'FileVault is Off.\n', 'diskutil apfs': containers([], 'off') };
const volume = (name: string, isEncrypted: boolean) => ({
  Name: name,
  DeviceIdentifier: 'disk3s7',
  Encryption: isEncrypted,
  FileVault: isEncrypted,
  Locked: false,
  CryptoMigrationOn: false,
  Roles: [],
});
const disk = (isInternal: boolean, content: string) => ({
  DeviceIdentifier: 'disk4',
  OSInternal: isInternal,
  Content: 'GUID_partition_scheme',
  Partitions: [{ DeviceIdentifier: 'disk4s2', Content: content, VolumeName: 'Archive', Size: 1_000_204_886_016 }],
});

export const ACCOUNT_STATES: readonly MacState[] = [
  {
    name: 'an account with a secure token, signed in by hand',
    origin: origin.ACCOUNTS,
    from: 'neglected',
    lists: byHand,
    commands: token,
    expected: signIn('passed'),
  },
  {
    name: 'an account of a directory',
    origin: origin.ACCOUNTS,
    from: 'neglected',
    lists: byHand,
    commands: { dscl: account(HASH, ';LocalCachedUser;/Active Directory/EXAMPLE/example.org;nadia;GUID') },
    expected: signIn('passed'),
  },
  {
    name: 'an account without a token, without FileVault: macOS says nowhere whether its password is empty',
    origin: origin.ACCOUNTS,
    from: 'neglected',
    lists: byHand,
    expected: signIn('unknown'),
  },
  {
    name: 'the person is signed in by the computer',
    origin: origin.LOGIN_FILE,
    commands: off,
    lists: automatic,
    expected: { ...signIn('failed'), ...encrypted('failed') },
  },
  {
    name: 'a name for signing in by itself is left, and FileVault asks first',
    origin: origin.LOGIN_FILE,
    from: 'neglected',
    commands: on,
    expected: { ...signIn('passed'), ...encrypted('passed') },
  },
  {
    name: 'a profile forbids signing in by itself, and a name is left',
    origin: origin.LOGIN_MCX,
    from: 'neglected',
    commands: token,
    profiles: {
      'com.apple.login.mcx': { 'com.apple.login.mcx.DisableAutoLoginClient': true, DisableAutoLoginClient: true },
    },
    expected: signIn('passed'),
  },
  {
    name: 'a profile signs a person in by itself (macOS 14 and later)',
    origin: origin.LOGIN_PROFILE,
    commands: off,
    profiles: { 'com.apple.loginwindow': { AutologinUsername: 'kiosk', AutologinPassword: 'x' } },
    expected: { ...signIn('failed'), ...encrypted('failed') },
  },
  {
    name: 'the settings of the login window are cut',
    origin: origin.LOGIN_FILE,
    lists: { [LOGIN_WINDOW]: '<plist version="1.0"><dict><key>autoLoginUser' },
    expected: signIn('unknown'),
  },
];

export const DRIVE_STATES: readonly MacState[] = [
  {
    name: 'FileVault is on, after a line about the keychain of the company',
    origin: origin.FILEVAULT,
    from: 'neglected',
    commands: { ...on, fdesetup: 'FileVault master keychain appears to be installed.\nFileVault is On.\n' },
    expected: { ...encrypted('passed'), ...signIn('passed') },
  },
  ...(
    [
      ['FileVault is off', 'FileVault is Off.\n', 'failed'],
      [
        'FileVault waits for a person to sign out',
        "FileVault is Off.\nDeferred enablement appears to be active for user 'alex'.\n",
        'failed',
      ],
      [
        'FileVault waits for any person to sign out',
        'FileVault is Off.\nDeferred enablement appears to be active.\n',
        'failed',
      ],
      [
        'FileVault begins with the next restart',
        'FileVault is Off, but will be enabled after the next restart.\n',
        'failed',
      ],
      [
        'FileVault is being taken away',
        'FileVault is Off.\nDecryption in progress: Percent complete = 35.00\n',
        'failed',
      ],
    ] as const
  ).map(
    ([name, answer, verdict]): MacState => ({
      name,
      origin: origin.FILEVAULT,
      commands: { fdesetup: answer, 'diskutil apfs': containers([], answer.includes('progress') ? 'changing' : 'off') },
      expected: encrypted(verdict),
    }),
  ),
  {
    name: 'FileVault is encrypting',
    origin: origin.FILEVAULT,
    commands: {
      fdesetup: 'FileVault is On.\nEncryption in progress: Percent completed = 42\n',
      'diskutil apfs': containers([], 'changing'),
    },
    expected: encrypted('failed'),
  },
  {
    name: 'FileVault waits for mains to go on encrypting',
    origin: origin.FILEVAULT,
    commands: {
      fdesetup: 'FileVault is On.\nEncryption in progress: Pending\n',
      'diskutil apfs': containers([], 'changing'),
    },
    expected: encrypted('failed'),
  },
  {
    name: 'fdesetup says more than anybody has described, while keys are changed',
    origin: origin.FILEVAULT,
    commands: {
      fdesetup: 'FileVault is On.\nDecryption in progress: Paused\n',
      'diskutil apfs': containers([], 'changing'),
    },
    expected: encrypted('unknown'),
  },
  {
    name: 'a volume of the same disk that FileVault leaves out',
    origin: origin.VOLUMES,
    commands: { 'diskutil apfs': containers([volume('Projects', false)]) },
    expected: encrypted('failed'),
  },
  {
    name: 'a volume of the same disk with a password of its own',
    origin: origin.VOLUMES,
    from: 'neglected',
    commands: { fdesetup: 'FileVault is On.\n', 'diskutil apfs': containers([volume('Projects', true)]) },
    expected: { ...encrypted('passed'), ...signIn('passed') },
  },
  {
    name: 'a second built-in disk in the old format',
    origin: origin.VOLUMES,
    commands: { 'diskutil list': disks(disk(true, 'Apple_HFS')) },
    expected: encrypted('failed'),
  },
  {
    name: 'Windows on a part of the built-in disk',
    origin: origin.VOLUMES,
    commands: { 'diskutil list': disks(disk(true, 'Microsoft Basic Data')) },
    expected: encrypted('unknown'),
  },
  {
    name: 'the list of volumes is cut',
    origin: origin.VOLUMES,
    commands: { 'diskutil apfs': containers().slice(0, 400) },
    expected: encrypted('unknown'),
  },
];

export const VERSION_STATES: readonly MacState[] = (
  [
    ['macOS 27', version('27.0', '26A428'), 'passed'],
    ['macOS 15', version('15.7.9', '24G720'), 'passed'],
    ['macOS 13, which gets no more updates', version('13.7.8', '22H730'), 'failed'],
    ['macOS 11, which gets no more updates', version('11.7.11', '20G1443'), 'failed'],
    ['a version for programs of old', version('10.16', '25G229'), 'unknown'],
    ['a version that is cut', 'ProductName:\t\tmacOS\nProductVers', 'unknown'],
  ] as const
).map(([name, answer, verdict]) => ({
  name,
  origin: verdict === 'unknown' ? origin.VERSION_TOOL : origin.RELEASES,
  ...(verdict === 'passed' ? { from: 'neglected' as const } : {}),
  commands: { sw_vers: answer },
  expected: { OSSupported: verdict },
}));
