import type { FakeSystem } from '../../fake-system.ts';
import type { WindowsSection } from '../../windows/inventory.ts';
import { createWindows } from '../../windows/sample-system.ts';
import type { State } from '../state.ts';

type Values = Readonly<Record<string, unknown>>;

/** How PowerShell names a refusal, apart from its message, which is in the language of the system. */
export interface Refused {
  readonly refused: string;
  readonly category: string;
  readonly native?: string;
  readonly code?: number;
}

export interface WindowsState extends State {
  /** Values put over those of the computer, section by section; or why a section has none. */
  readonly sections?: Readonly<Partial<Record<WindowsSection, Values | Refused>>>;
  /** Files there are besides those of the computer. */
  readonly files?: readonly string[];
  /** What becomes of the document on its way. */
  readonly arrives?: (document: string) => string;
}

const DISK = {
  media: 'Fixed hard disk media',
  bus: 'SCSI',
  device: 'SCSI\\DISK&VEN_NVME&PROD_SAMSUNG_MZVL2512\\5&1B2C3D4&0&000000',
};
export const drive = (letter: string, protection: number | null, changes: Values = {}): Values => ({
  drive: letter,
  fileSystem: 'NTFS',
  size: 510_770_802_688,
  ...DISK,
  protection,
  ...changes,
});
export const drives = (...all: readonly Values[]): Values => ({ drives: all });

type Service = readonly [state: string, start: string, path?: string];

/** The services that are looked at; a change names a state and a way of starting, or takes a service away. */
export function services(changes: Readonly<Record<string, Service | null>> = {}): Values {
  const usual: Readonly<Record<string, Service>> = {
    wuauserv: ['Stopped', 'Manual'],
    UsoSvc: ['Running', 'Auto'],
    mpssvc: ['Running', 'Auto'],
    BFE: ['Running', 'Auto'],
    WinDefend: ['Running', 'Auto'],
    FciAgent: ['Running', 'Auto'],
    NinjaRMMAgent: ['Running', 'Auto'],
  };
  const rows = Object.entries({ ...usual, ...changes }).filter(([, row]) => row !== null);
  return { services: rows.map(([name, row]) => ({ name, state: row?.[0], start: row?.[1], path: row?.[2] ?? null })) };
}

/** A service of Norton's own folder: without one, what its row says proves nothing. */
export const NORTON = String.raw`C:\Program Files\Norton Security\Engine\22.24\WSCStub.exe`;
export const NORTON_SERVICE = {
  NortonSecurity: [
    'Running',
    'Auto',
    String.raw`"C:\Program Files\Norton Security\Engine\22.24\NortonSecurity.exe" /s`,
  ],
} as const;
/** What the neglected computer has not. */
export const NO_SERVICES = { WinDefend: ['Stopped', 'Disabled'], FciAgent: null, NinjaRMMAgent: null } as const;

export const profile = (name: string, enabled: number, inbound = 4): Values => ({ name, enabled, inbound });
export const profiles = (domain: Values, inPrivate: Values, inPublic: Values): Values => ({
  profiles: [domain, inPrivate, inPublic],
});
const ALL_ON = profiles(profile('Domain', 1), profile('Private', 1), profile('Public', 1));
const ALL_OFF = profiles(profile('Domain', 0), profile('Private', 0), profile('Public', 0));

export const perProfile = (domain: number | null, inPrivate = domain, inPublic = domain): Values => ({
  Domain: domain,
  Private: inPrivate,
  Public: inPublic,
});
const NO_FIREWALL_POLICY = {
  policy: perProfile(null),
  management: perProfile(null),
  policyInbound: perProfile(null),
  managementInbound: perProfile(null),
  ownInbound: perProfile(null),
};

export const saver = (active: unknown, program: unknown, seconds: unknown, secure: unknown): Values => ({
  active,
  program,
  seconds,
  secure,
});
export const NO_SAVER = saver(null, null, null, null);
export const BLANK = String.raw`C:\Windows\System32\scrnsave.scr`;

/** Two lines of `powercfg /qh`, in any language: what stands before the numbers differs. */
export const setting = (mains: number, battery: number, words: readonly [string, string] = ENGLISH_INDEX): string =>
  [
    '    Power Setting GUID: 3c0bc021-c8a8-4e07-a973-6b14cbcb2b7e  (...)',
    ...[mains, battery].map((value, at) => `    ${words[at]}: 0x${value.toString(16).padStart(8, '0')}`),
    '',
  ].join('\n');
const ENGLISH_INDEX = ['Current AC Power Setting Index', 'Current DC Power Setting Index'] as const;

const S3 = 'The following sleep states are available on this system:\n    Standby (S3)\n    Hibernate\n';
export const ENTRA = 'S-1-12-1-3623811015-1234567890-2345678901-3456789012';
export const LOCAL = 'S-1-5-21-1004336348-1177238915-682003330-1001';

export const DEFENDER_ROW = {
  name: 'Windows Defender',
  guid: '{D68DDC3A-831F-4fae-9E44-DA132C1ACF46}',
  state: 397_568,
  reporter: String.raw`%ProgramFiles%\Windows Defender\MsMpeng.exe`,
  product: 'windowsdefender://',
};

type Computer = Readonly<Record<WindowsSection, Values>>;

/** Windows 11 Pro 25H2 of a company, joined to Entra and managed by Intune, on which every check passes. */
const WELL_KEPT: Computer = {
  shell: { languageMode: 'FullLanguage', architecture: 'AMD64', hostArchitecture: null },
  operatingSystem: {
    major: 10,
    minor: 0,
    build: '26200',
    revision: 7171,
    display: '25H2',
    release: '2009',
    edition: 'Professional',
    installation: 'Client',
  },
  screenLock: {
    policy: saver('1', BLANK, '600', '1'),
    own: saver('1', null, null, null),
    inactivitySeconds: null,
    managedMinutes: null,
    managedPassword: null,
    lockDisabledForComputer: null,
    lockDisabledForPerson: null,
    graceSeconds: null,
    delaySeconds: null,
  },
  updates: {
    noAutoUpdate: null,
    options: null,
    usesServer: null,
    accessOff: null,
    managedOptions: null,
    managedService: null,
    pausedUntil: null,
    qualityPausedUntil: null,
    qualityPause: null,
  },
  signIn: { automatic: '0', hasAutomaticUser: false, passwordless: 2 },
  firewallPolicy: { ...NO_FIREWALL_POLICY, own: perProfile(1) },
  defenderPolicy: { disableAntiSpyware: null, disableRealtimeMonitoring: null, allowRealtimeMonitoring: null },
  enrollments: { enrollments: [{ provider: 'MS DM Server', state: 1, hasServer: true }] },
  listedAgents: { agents: [] },
  computer: { manufacturer: 'Contoso', model: 'Book 14', systemType: 2, partOfDomain: false },
  device: { serial: 'X1', productVersion: 'Book 14', chassis: [10] },
  battery: { batteries: 1 },
  session: { sid: ENTRA, desktopOwners: [ENTRA] },
  services: services(),
  powerPlan: {
    sleepStates: S3,
    screenOff: setting(0, 0),
    sleep: setting(0, 0),
    signInOnWaking: setting(1, 1),
  },
  accounts: { accounts: [{ sid: LOCAL, source: 'Local' }] },
  encryption: { drive: 'C:', protection: 1 },
  drives: drives(drive('C:', 1)),
  antivirus: { products: [DEFENDER_ROW] },
  firewallProducts: { products: [] },
  firewallProfiles: ALL_ON,
  updateAgent: { notificationLevel: 0 },
  installedUpdates: {
    since: '2026-01-14T08:00:00.0000000Z',
    agentAt: '2026-11-19T10:12:00Z',
    days: ['1/14/2026', '11/12/2026'],
  },
  defender: {
    mode: 'Normal',
    isServiceOn: true,
    isAntivirusOn: true,
    isRealtimeOn: true,
    definitionsFrom: '2026-11-20T11:49:52.0000000Z',
    areDefinitionsOld: false,
  },
  threats: { threats: [] },
  detections: { detections: [] },
};

/** Windows 10 Home 1803 of a person, on which no check passes. */
const NEGLECTED: Computer = {
  ...WELL_KEPT,
  operatingSystem: {
    ...WELL_KEPT.operatingSystem,
    build: '17134',
    revision: 1,
    display: null,
    release: '1803',
    edition: 'Core',
  },
  screenLock: { ...WELL_KEPT.screenLock, policy: NO_SAVER },
  updates: { ...WELL_KEPT.updates, noAutoUpdate: 1 },
  signIn: { automatic: '1', hasAutomaticUser: true, passwordless: null },
  firewallPolicy: { ...NO_FIREWALL_POLICY, own: perProfile(0) },
  enrollments: {
    enrollments: [
      { provider: null, state: null },
      { provider: null, state: 0 },
    ],
  },
  session: { sid: LOCAL, desktopOwners: [LOCAL] },
  services: services(NO_SERVICES),
  powerPlan: { ...WELL_KEPT.powerPlan, signInOnWaking: setting(0, 0) },
  encryption: { drive: 'C:', protection: 2 },
  drives: drives(drive('C:', 2)),
  antivirus: { products: [] },
  firewallProfiles: ALL_OFF,
  defender: {
    mode: 'Not running',
    isServiceOn: false,
    isAntivirusOn: false,
    isRealtimeOn: false,
    definitionsFrom: '2024-02-01T00:00:00.0000000Z',
    areDefinitionsOld: true,
  },
  threats: { threats: [{ id: 2_147_519_003, name: 'Virus:DOS/EICAR_Test_File', isActive: true }] },
};

export function createWindowsOf({ from, sections = {}, files = [], arrives }: Partial<WindowsState>): FakeSystem {
  const computer = from === undefined ? WELL_KEPT : NEGLECTED;
  const lines = Object.entries(computer).map(([name, values]) => {
    const change = Object.entries(sections).find(([section]) => section === name)?.[1];
    return `${JSON.stringify(name)}:${JSON.stringify(sectionOf(values, change))},`;
  });
  const document = ['{"format":1,"sections":{', ...lines, '"end":{"value":true}}}', ''].join('\n');
  const there = [BLANK, String.raw`C:\Program Files\Windows Defender\MsMpeng.exe`, ...files];
  return createWindows(arrives === undefined ? document : arrives(document), {
    files: Object.fromEntries(there.map((path) => [path, ''])),
  });
}

function sectionOf(values: Values, change: Values | Refused | undefined): object {
  if (change === undefined) return { value: values };
  if (!isRefused(change)) return { value: { ...values, ...change } };
  const { refused, category, native = '', code = null } = change;
  return { error: { id: refused, category, native, codes: [null, code, null] } };
}

function isRefused(change: Values | Refused): change is Refused {
  return typeof change['refused'] === 'string';
}
