import type { FakeSystem, FakeSystemOptions } from '../../fake-system.ts';
import { createFakeMac } from '../../macos/fake-mac.ts';
import type { State } from '../state.ts';

export type ListValue = boolean | number | string | Date | readonly ListValue[] | { readonly [key: string]: ListValue };
type List = Readonly<Record<string, ListValue>>;
type Answers = NonNullable<FakeSystemOptions['commands']>;

export interface MacState extends State {
  /** Answers put over those of the computer, by command; null for a tool that is missing. */
  readonly commands?: Readonly<Record<string, Answers[string] | null>>;
  /** Keys put into property lists of the computer, by path; null takes a key away, a text stands for a whole file. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, ListValue | null>> | string>>;
  /** What profiles set: for the computer by domain, for the person alone by 'nadia/domain'. */
  readonly profiles?: Readonly<Record<string, List>>;
  readonly files?: NonNullable<FakeSystemOptions['files']>;
}

export const UPDATES = '/Library/Preferences/com.apple.SoftwareUpdate.plist';
export const LOGIN_WINDOW = '/Library/Preferences/com.apple.loginwindow.plist';
export const DECLARED = '/var/db/softwareupdate/SoftwareUpdateDDMStatePersistence.plist';

export const IDLE = 'defaults -currentHost read com.apple.screensaver idleTime';
export const LOCK = 'sysadminctl -screenLock status';
export const POWER = 'pmset -g custom';

export function propertyList(list: ListValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">${element(list)}</plist>\n`;
}

function element(value: ListValue): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (typeof value === 'string') return `<string>${escape(value)}</string>`;
  if (value instanceof Date) return `<date>${value.toISOString().replace('.000', '')}</date>`;
  if (isMany(value)) return `<array>${value.map(element).join('')}</array>`;
  return `<dict>${Object.entries(value)
    .map(([key, member]) => `<key>${escape(key)}</key>${element(member)}`)
    .join('')}</dict>`;
}

function isMany(value: ListValue): value is readonly ListValue[] {
  return Array.isArray(value);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A container with the volumes of macOS, and others next to them. Newer Macs encrypt without FileVault as well. */
export function containers(others: readonly List[] = [], fileVault: 'on' | 'off' | 'changing' = 'on'): string {
  const volume = (name: string, role: string, isEncrypted: boolean): List => ({
    Name: name,
    DeviceIdentifier: `disk3s${name.length}`,
    Encryption: isEncrypted,
    FileVault: isEncrypted && fileVault !== 'off',
    Locked: false,
    CryptoMigrationOn: fileVault === 'changing',
    Roles: [role],
  });
  const system = [
    volume('Macintosh HD', 'System', true),
    volume('Data', 'Data', true),
    volume('Preboot', 'Preboot', false),
  ];
  return propertyList({
    Containers: [
      {
        ContainerReference: 'disk3',
        DesignatedPhysicalStore: 'disk0s2',
        PhysicalStores: [{ DeviceIdentifier: 'disk0s2', Size: 494_384_795_648 }],
        Volumes: [...system, ...others],
      },
    ],
  });
}

/** `diskutil list -plist` with disks next to the one of macOS. */
export function disks(...others: readonly List[]): string {
  const own: List = {
    DeviceIdentifier: 'disk0',
    OSInternal: true,
    Content: 'GUID_partition_scheme',
    Partitions: [
      { DeviceIdentifier: 'disk0s1', Content: 'Apple_APFS_ISC' },
      { DeviceIdentifier: 'disk0s2', Content: 'Apple_APFS' },
    ],
  };
  const all = [own, ...others];
  return propertyList({ AllDisksAndPartitions: all, WholeDisks: all.map((disk) => disk['DeviceIdentifier'] ?? '') });
}

export const version = (number: string, build: string): string =>
  `ProductName:\t\tmacOS\nProductVersion:\t\t${number}\nBuildVersion:\t\t${build}\n`;

export function firewall(state: string, changes: List = {}): string {
  const settings = { _name: 'spfirewall_settings', spfirewall_globalstate: state, spfirewall_loggingenabled: 'No' };
  return JSON.stringify({ SPFirewallDataType: [{ ...settings, spfirewall_stealthenabled: 'No', ...changes }] });
}

/** `pmset -g custom`: minutes until the display sleeps, by source of power. */
export function power(minutes: Readonly<Record<string, number | string>>): string {
  return Object.entries(minutes)
    .map(
      ([source, display]) =>
        `${source}:\n standby              1\n displaysleep         ${display}\n sleep                1\n`,
    )
    .join('');
}

/** The answer of `sysadminctl` comes on the other channel, after a moment and a number of the process. */
export const locking = (words: string) => ({
  stderr: `2026-11-21 09:00:00.636 sysadminctl[69987:3026189] ${words}\n`,
});
export const noIdle = {
  code: 1,
  stderr: 'The domain/default pair of (com.apple.screensaver, idleTime) does not exist\n',
};

export const programs = (...paths: readonly string[]): string =>
  ['/sbin/launchd', '/usr/libexec/logd', ...paths].map((path, index) => `  ${index + 1} ${path}`).join('\n');
export const NINJA = '/Applications/NinjaRMMAgent/programfiles/ninjarmm-macagent';
const FCI = '/Library/LaunchDaemons/fci-agent.plist';
const SSH_OFF = 'launchctl print-disabled system';
const SSH_LOADED = 'launchctl print system/com.openssh.sshd';
const remoteLogin = (word: 'disabled' | 'enabled'): string =>
  `disabled services = {\n\t"com.apple.ftpd" => disabled\n\t"com.openssh.sshd" => ${word}\n}\n`;
const sshd = 'system/com.openssh.sshd = {\n\tactive count = 1\n\ttype = LaunchDaemon\n\tstate = waiting\n}\n';
const notLoaded = { code: 113, stderr: 'Could not find service "com.openssh.sshd" in domain for system\n' };

const running = 'system/fci-agent = {\n\tactive count = 1\n\ttype = LaunchDaemon\n\tstate = running\n\tpid = 412\n}\n';

export const account = (...authorities: readonly string[]): string =>
  propertyList({ 'dsAttrTypeStandard:AuthenticationAuthority': authorities });
export const HASH = ';ShadowHash;HASHLIST:<SALTED-SHA512-PBKDF2,SRP-RFC5054-4096-SHA512-PBKDF2>';

export const xprotect = (installed: string): string => `Version: 5360 Installed: ${installed} 21:53:58 +0000\n`;

interface Mac {
  readonly commands: Answers;
  readonly lists: Readonly<Record<string, List>>;
  readonly files: NonNullable<FakeSystemOptions['files']>;
}

/** macOS 26 on a portable Mac that a company manages, on which every check passes. */
const WELL_KEPT: Mac = {
  commands: {
    sw_vers: version('26.7', '25G229'),
    fdesetup: 'FileVault is On.\n',
    'diskutil apfs': containers(),
    'diskutil list': disks(),
    'system_profiler SPFirewallDataType': firewall('spfirewall_globalstate_limit_connections'),
    'softwareupdate --schedule': 'Automatic checking for updates is turned on\n',
    [IDLE]: '300\n',
    [LOCK]: locking('screenLock delay is immediate'),
    [POWER]: power({ 'Battery Power': 2, 'AC Power': 10 }),
    dscl: account(HASH, ';SecureToken;'),
    'profiles status -type enrollment':
      'Enrolled via DEP: Yes\nMDM enrollment: Yes (User Approved)\nMDM server: https://example.jamfcloud.com/mdm/ServerURL\n',
    'xprotect version': xprotect('2026-11-12'),
    'xprotect status': 'XProtect launch scans: enabled\nXProtect background scans: enabled\n',
    systemextensionsctl: '0 extension(s)\n',
    ps: programs(NINJA),
    'launchctl print system/fci-agent': running,
    [SSH_OFF]: remoteLogin('disabled'),
    [SSH_LOADED]: notLoaded,
  },
  lists: {
    [UPDATES]: {
      AutomaticDownload: true,
      AutomaticallyInstallMacOSUpdates: true,
      ConfigDataInstall: true,
      CriticalUpdateInstall: true,
      LastSuccessfulDate: new Date('2026-11-20T18:40:50Z'),
    },
    [LOGIN_WINDOW]: { GuestEnabled: false, lastUserName: 'nadia' },
  },
  files: { [FCI]: '' },
};

/** macOS 12 of a person, on which no check passes. */
const NEGLECTED: Mac = {
  commands: {
    ...WELL_KEPT.commands,
    sw_vers: version('12.7.6', '21H1320'),
    fdesetup: 'FileVault is Off.\n',
    'diskutil apfs': containers([], 'off'),
    'system_profiler SPFirewallDataType': firewall('spfirewall_globalstate_allow_all'),
    [IDLE]: '0\n',
    [LOCK]: locking('screenLock is off'),
    [POWER]: power({ 'Battery Power': 0, 'AC Power': 0 }),
    dscl: account(HASH),
    'profiles status -type enrollment': 'Enrolled via DEP: No\nMDM enrollment: No\n',
    'xprotect version': xprotect('2025-01-12'),
    'xprotect status': 'XProtect launch scans: disabled\nXProtect background scans: disabled\n',
    ps: programs(),
    [SSH_OFF]: remoteLogin('enabled'),
    [SSH_LOADED]: sshd,
  },
  lists: {
    [UPDATES]: { ...WELL_KEPT.lists[UPDATES], AutomaticallyInstallMacOSUpdates: false },
    [LOGIN_WINDOW]: { autoLoginUser: 'nadia' },
  },
  files: {},
};

export function createMacOf({
  from,
  commands = {},
  lists = {},
  profiles = {},
  files = {},
}: Partial<MacState>): FakeSystem {
  const mac = from === undefined ? WELL_KEPT : NEGLECTED;
  const paths = new Set([...Object.keys(mac.lists), ...Object.keys(lists)]);
  const answers = Object.entries({ ...mac.commands, ...commands });
  return createFakeMac({
    commands: Object.fromEntries(answers.flatMap(([name, answer]) => (answer === null ? [] : [[name, answer]]))),
    lists: Object.fromEntries([...paths].map((path) => [path, listOf(mac.lists[path] ?? {}, lists[path] ?? {})])),
    profiles: Object.fromEntries(Object.entries(profiles).map(([domain, list]) => [domain, propertyList(list)])),
    files: { ...mac.files, ...files },
  });
}

function listOf(own: List, changes: Readonly<Record<string, ListValue | null>> | string): string {
  if (typeof changes === 'string') return changes;
  const merged = Object.entries({ ...own, ...changes });
  return propertyList(Object.fromEntries(merged.flatMap(([key, member]) => (member === null ? [] : [[key, member]]))));
}
