import { type CheckType, type DeviceReport, say, SPECIFIED_CHECK_TYPES } from '@vestibule/contracts';
import type { FixState, HomeView, HomeWords, OwnReport } from '@vestibule/flows';
import { evaluate, parsePolicy } from '@vestibule/policy';
import { useI18n } from '@vestibule/texts';
import type { ReactNode } from 'react';
import { HelpScreen } from '../src/screens/help/help-screen.tsx';
import { OwnReportSection } from '../src/screens/help/own-report-section.tsx';
import { HomeScreen } from '../src/screens/home/home-screen.tsx';
import { wordsOf } from '../src/texts/check-words.ts';
import { issues } from './home-states.ts';
import { homeSurroundings } from './home-surroundings.ts';
import { noActions } from './no-actions.ts';
import { pageInfo } from './page-info.ts';

const NOW = new Date('2026-11-21T09:41:10Z');
const read = (source: string, value: unknown) => ({ source, readAt: '2026-11-21T09:41:07Z', value });

/** A neglected computer, as its client reports it. */
const REPORT: DeviceReport = {
  schemaVersion: 1,
  client: {
    version: '3.6.0',
    installScope: 'machine',
    codeHash: '0'.repeat(64),
    keyProtection: 'tpm',
    systemRoot: 'real',
  },
  device: {
    deviceId: '11111111-2222-4333-8444-555555555555',
    deviceName: 'NADIA-LT-0427',
    deviceLoginName: 'nadia',
    operatingSystem: 'windows',
    osVersionCaption: 'Windows 11 Pro 25H2',
    deviceType: 0,
    model: 'Book 14',
    manufacturer: 'Contoso',
    serialNumber: 'C02X1234',
  },
  facts: {
    operatingSystem: read('Windows registry', {
      family: 'windows',
      id: 'Professional',
      version: '10.0.26200',
      name: 'Windows 11 Pro 25H2',
    }),
    registration: read('Device register of the company', { state: 'waiting' }),
    threats: read('Windows Security Center', {
      product: 'Microsoft Defender',
      active: [{ name: 'Trojan:Win32/Wacatac', item: String.raw`C:\Users\nadia\Downloads\invoice_viewer.exe` }],
    }),
    signInSecret: read('Windows accounts', { secret: 'set', automaticSignIn: null }),
    firewall: read('Windows Firewall', {
      isOn: true,
      manager: 'Windows Firewall',
      gaps: ['Public networks', 'Private networks'],
    }),
    antivirus: {
      source: 'Windows Security Center',
      readAt: '2026-11-21T09:41:07Z',
      unavailable: 'timed-out',
      detail: 'PowerShell gave no answer in time.',
    },
    encryption: read('BitLocker', { state: 'suspended', volume: 'C:' }),
    automaticUpdates: read('Windows Update', {
      state: 'off',
      mechanism: 'Windows Update',
      obstacle: 'Updates are paused until 2026-12-01',
    }),
    screenLock: read('Windows screen settings', {
      desktop: 'Windows screen saver',
      idleSeconds: 1800,
      asksPassword: true,
      graceSeconds: 60,
      managedSettings: [],
    }),
    management: read('Device management of Windows', { services: [] }),
    agents: read('Services of Windows', { agents: [{ name: 'fci-agent', state: 'running' }] }),
  },
};

const fixesIn = ({ sentence }: HomeWords): { readonly [type in CheckType]?: FixState } => ({
  FirewallEnable: {
    kind: 'ended',
    outcome: { fixActionType: 'FirewallEnable', outcome: 'cancelled', detail: sentence(say('The prompt was closed.')) },
  },
  OsAutoUpdateEnable: {
    kind: 'ended',
    outcome: {
      fixActionType: 'OsAutoUpdateEnable',
      outcome: 'not-fixed',
      detail: sentence(say('The change was made, but the check does not pass yet.')),
    },
  },
});

const POLICY = [
  'version: 1',
  'workplaceAccessPolicy: Strict',
  'checks:',
  ...SPECIFIED_CHECK_TYPES.map(
    (type) => `  ${type}: { severity: ${type.startsWith('ScreenSaver') ? 'recommended' : 'required'} }`,
  ),
].join('\n');

const HARDWARE_KEYS = `
version: 1
workplaceAccessPolicy: Strict
checks:
  KnownDevice: { severity: required, parameters: { keyProtection: hardware } }
`;

/** A computer whose keys lie where a policy does not want them. */
const KEYS_IN_A_FILE: DeviceReport = {
  ...REPORT,
  device: { ...REPORT.device, operatingSystem: 'linux', osVersionCaption: 'Debian GNU/Linux 12' },
  facts: { registration: read('Device register of the company', { state: 'approved', keyProtection: 'file' }) },
};

/** The checks as the server judges them, in the language of the page. */
function JudgedHome({ report = REPORT, text = POLICY }: { readonly report?: DeviceReport; readonly text?: string }) {
  const words = wordsOf(useI18n());
  const policy = parsePolicy(text);
  if (!policy.ok) throw new Error(policy.problems.map(({ message }) => message).join(' '));
  const { securityChecks } = evaluate({ report, policy: policy.policy, now: NOW });
  const view: HomeView = issues(securityChecks.map(words.check), { fixes: fixesIn(words) });
  return <HomeScreen {...homeSurroundings} actions={noActions} view={view} />;
}

const OWN_REPORT: OwnReport = {
  state: 'known',
  payload: {
    nonce: 'nonce',
    sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    deviceId: REPORT.device.deviceId,
    collectedAt: '2026-11-21T09:41:07.000Z',
    sequence: 7,
    importantDataHash: 'hash',
    report: REPORT,
  },
};

/** What the server makes of that computer, and what its client would report of it. */
export const judgedStates: { readonly [name: string]: ReactNode } = {
  judged: <JudgedHome />,
  'keys-in-a-file': <JudgedHome report={KEYS_IN_A_FILE} text={HARDWARE_KEYS} />,
  'own-report': (
    <HelpScreen
      article="what-we-read"
      header={pageInfo}
      now={<OwnReportSection onSave={() => undefined} report={OWN_REPORT} />}
      system="windows"
    />
  ),
};
