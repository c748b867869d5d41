import type { CheckType, SecurityCheck } from '@vestibule/contracts';
import type { CheckingTitle, HomeView, Modal, ScanRow, Trouble } from '@vestibule/flows';
import {
  agent,
  definitions,
  encrypting,
  encryption,
  firewall,
  managed,
  passedChecks,
  password,
  screenSaver,
  threat,
  updates,
} from './checks.ts';

type IssuesView = Extract<HomeView, { readonly phase: 'issues' }>;

const SCAN_TEXTS: readonly (readonly [CheckType, string])[] = [
  ['OSSupported', 'Operating system is supported'],
  ['KnownDevice', 'Computer is known'],
  ['PasswordSet', 'Sign-in password is set'],
  ['FirewallEnable', 'Firewall is on'],
  ['AntiVirusInstalled', 'Antivirus is installed'],
  ['AntiVirusRealtimeProtection', 'Antivirus protects in real time'],
  ['AntiVirusSignaturesUpToDate', 'Antivirus definitions are up to date'],
  ['NoActiveInfections', 'No active threats'],
  ['DeviceEncrypted', 'Hard drive is encrypted'],
  ['OsAutoUpdateEnable', 'Automatic updates are on'],
  ['ScreenSaverState', 'Screen saver is on'],
  ['ScreenSaverPasswordProtected', 'Screen saver asks for a password'],
  ['ScreenSaverTimeout', 'Screen saver starts in time'],
  ['ManagedDevice', 'Computer is managed'],
  ['RmmAgent', 'Management agent is running'],
  ['FciAgentRunning', 'Workplace agent is running'],
];

function scanRows(running: number): readonly ScanRow[] {
  return SCAN_TEXTS.map(([checkType, text], position) => ({
    checkType,
    text,
    state: position < running ? 'passed' : position === running ? 'scanning' : 'waiting',
  }));
}

const FRAME = { pageName: 'home', resultStatus: '', modal: null } as const;

function waitingFor(phase: 'determining' | 'connecting', title: CheckingTitle): HomeView {
  return { ...FRAME, phase, title, runningText: null, done: 0, total: 0, rows: [] };
}

export function issues(checks: readonly SecurityCheck[], changes: Partial<IssuesView> = {}): IssuesView {
  const shown = new Set(checks.map(({ checkType }) => checkType));
  return {
    ...FRAME,
    resultStatus: 'checks-failed',
    phase: 'issues',
    checks: [...checks, ...passedChecks.filter(({ checkType }) => !shown.has(checkType))],
    disclaimer: null,
    fixes: {},
    continueOffer: { kind: 'disabled' },
    hint: 'fix-first',
    isRedirecting: false,
    applicationName: null,
    listsPassed: false,
    isLive: true,
    isServerAway: false,
    isRemediationEnabled: true,
    isExtensionInstalled: true,
    isManagementOffered: true,
    demoConsent: null,
    ...changes,
  };
}

type PassedView = Extract<HomeView, { readonly phase: 'passed' }>;

function passed(changes: Partial<PassedView> = {}): PassedView {
  return {
    ...FRAME,
    resultStatus: 'checks-passed',
    phase: 'passed',
    checks: passedChecks,
    disclaimer: null,
    continueOffer: { kind: 'automatic' },
    hint: 'goes-on-soon',
    listsPassed: false,
    isRedirecting: false,
    applicationName: null,
    ...changes,
  };
}

function trouble(kind: Trouble, detail: string | null = null): HomeView {
  return { ...FRAME, phase: 'trouble', trouble: kind, detail, clockOffsetMs: null };
}

/** What stands over the list. */
export function under(modal: Modal): HomeView {
  return issues([threat, firewall, encryption, managed, updates, screenSaver], { modal });
}

const OFFER = {
  kind: 'device-management',
  serviceName: 'Harbour Device Care',
  mayOptOut: true,
  can: ['Set screen lock, firewall and updates', 'Erase work data if the computer is lost'],
  cannot: ['See your files, photos or messages', 'See which websites you visit'],
} as const;

/** The system encrypts and says how far it is. */
const underway = issues([firewall, encrypting, updates]);

export const homeStates: { readonly [name: string]: HomeView } = {
  determining: waitingFor('determining', 'Determining Computer Security…'),
  connecting: waitingFor('connecting', 'Connecting…'),
  'still-working': waitingFor('connecting', "It's taking longer than expected. Thanks for your patience!"),
  scanning: {
    ...FRAME,
    phase: 'scanning',
    title: 'Scanning Computer…',
    runningText: '7/16 Antivirus definitions are up to date',
    done: 6,
    total: 16,
    rows: scanRows(6),
  },
  issues: issues([threat, firewall, encryption, updates, screenSaver, definitions], {
    fixes: { DeviceEncrypted: { kind: 'running', share: 0.42 } },
  }),
  fixing: issues([firewall, agent, updates], {
    fixes: {
      FirewallEnable: { kind: 'running', text: 'Answer the question Windows is asking.' },
      RmmAgent: { kind: 'running', text: 'About one minute.' },
    },
  }),
  outcomes: issues(
    [
      firewall,
      { ...updates, isManaged: true },
      { ...agent },
      { ...encryption },
      password,
      { ...definitions, blocksWhileUnknown: true },
    ],
    {
      fixes: {
        FirewallEnable: {
          kind: 'ended',
          outcome: {
            fixActionType: 'FirewallEnable',
            outcome: 'not-fixed',
            detail: 'Another program turned it off again.',
          },
        },
        RmmAgent: { kind: 'ended', outcome: { fixActionType: 'RmmAgent', outcome: 'cancelled' } },
        DeviceEncrypted: { kind: 'ended', outcome: { fixActionType: 'DeviceEncrypted', outcome: 'not-possible' } },
      },
      continueOffer: { kind: 'absent' },
      isLive: false,
    },
  ),
  'issues-server-away': issues([firewall, updates], { isLive: false, isServerAway: true }),
  fixed: issues([threat, { ...firewall, checkMessage: 'The firewall is on', isPassed: true, state: 'passed' }], {
    fixes: {
      FirewallEnable: {
        kind: 'ended',
        outcome: {
          fixActionType: 'FirewallEnable',
          outcome: 'fixed',
          undo: 'Open Windows Security, Firewall, and turn it off for each profile.',
        },
      },
    },
  }),
  recommended: issues([updates, screenSaver, definitions], { continueOffer: { kind: 'enabled' }, hint: null }),
  'issues-answered': issues([updates, screenSaver], {
    continueOffer: { kind: 'enabled' },
    hint: 'answered-before',
    applicationName: 'Mail',
    startUrl: 'https://app.example/start',
  }),
  'going-on': issues([updates, definitions], { continueOffer: { kind: 'enabled' }, hint: null, isRedirecting: true }),
  permissive: issues([firewall, updates], { continueOffer: { kind: 'enabled' }, hint: null }),
  automatic: issues([{ ...updates, deadline: '2026-11-22' }], {
    continueOffer: { kind: 'automatic' },
    hint: 'goes-on-soon',
  }),
  status: issues([firewall, updates], {
    pageName: 'status',
    continueOffer: { kind: 'absent' },
    hint: null,
    listsPassed: true,
  }),
  'quick-start': issues([firewall, updates], {
    resultStatus: 'checks-failed quick-start',
    continueOffer: { kind: 'enabled' },
    hint: 'fix-later',
    listsPassed: true,
  }),
  disclaimer: issues([updates], {
    continueOffer: { kind: 'enabled' },
    hint: null,
    disclaimer: {
      text: '<p>Computers of contractors are checked once a day.</p>',
      boldText: '<p>Report a lost computer at once.</p>',
      redText: '<p>Customer data stays on the company drive.</p>',
    },
  }),
  consent: issues([firewall], { demoConsent: 'change' }),
  'consent-installation': issues([agent], { demoConsent: 'installation' }),
  passed: passed({ isRedirecting: true, applicationName: 'Alderbrook Mail' }),
  'passed-staying': passed(),
  'passed-status': passed({ pageName: 'status', continueOffer: { kind: 'absent' }, hint: null, listsPassed: true }),
  'passed-quick-start': passed({
    resultStatus: 'checks-passed quick-start',
    continueOffer: { kind: 'enabled' },
    hint: 'complete-set-up',
    listsPassed: true,
  }),
  'passed-enrolled': passed({ resultStatus: 'device-management-enrolled', isRedirecting: true }),
  'modal-support': under({ kind: 'support' }),
  'modal-management': under({ ...OFFER, step: 'offering' }),
  'modal-enrolling': under({ ...OFFER, step: 'enrolling' }),
  'modal-enrolled': under({ ...OFFER, step: 'enrolled' }),
  'modal-encryption': under({ kind: 'encryption', step: 'asking', way: 'turn-on' }),
  'modal-encryption-resume': under({ kind: 'encryption', step: 'asking', way: 'resume' }),
  'modal-encryption-activate': under({ kind: 'encryption', step: 'asking', way: 'activate' }),
  'modal-encryption-running': under({ kind: 'encryption', step: 'running', way: 'resume' }),
  'modal-encryption-settings': under({ kind: 'encryption', step: 'in-settings', way: 'turn-on' }),
  'modal-encrypting': { ...underway, modal: { kind: 'encryption', step: 'encrypting', percent: 42 } },
  'modal-encrypting-silent': under({ kind: 'encryption', step: 'encrypting', percent: null }),
  encrypting: underway,
  'modal-eula': under({ kind: 'eula' }),
  'modal-updates': under({ kind: 'instructions', topic: 'windows-update' }),
  'modal-screen-saver': under({ kind: 'instructions', topic: 'screen-saver' }),
  'extension-missing': trouble('extension-missing'),
  'client-missing': trouble('client-missing'),
  'client-outdated': trouble('client-outdated'),
  'client-not-answering': trouble('client-not-answering', 'Native host has exited.'),
  'keys-missing': trouble('keys-missing'),
  'no-data': trouble('no-data'),
  'clock-wrong': trouble('clock-wrong'),
  'clock-ahead': { ...FRAME, phase: 'trouble', trouble: 'clock-wrong', detail: null, clockOffsetMs: 3 * 3_600_000 },
  'no-leave': trouble('no-leave'),
  'blocked-by-policy': trouble('blocked-by-policy'),
  'server-not-answering': trouble('server-not-answering'),
  'no-verdict': trouble('no-verdict'),
  'device-blocked': trouble('device-blocked'),
  'device-not-approved': trouble('device-not-approved'),
  'grant-refused': trouble('grant-refused'),
};
