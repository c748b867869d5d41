import type { SkipInstallationView, SupportInfo } from '@vestibule/flows';
import { judgeCompatibility, type CompatibilitySettings, type Visitor } from '@vestibule/policy';
import type { ReactNode } from 'react';
import {
  CompatibilityScreen,
  type CompatibilityScreenProps,
} from '../src/screens/compatibility/compatibility-screen.tsx';
import { HelpScreen } from '../src/screens/help/help-screen.tsx';
import { ServiceErrorScreen } from '../src/screens/service-error/service-error-screen.tsx';
import {
  SessionExpiredScreen,
  type SessionExpiredScreenProps,
  type WayBack,
} from '../src/screens/session-expired/session-expired-screen.tsx';
import { SkipInstallationScreen } from '../src/screens/skip-installation/skip-installation-screen.tsx';
import { SupportScreen, type SupportScreenProps } from '../src/screens/support/support-screen.tsx';
import { TemporaryAccessScreen } from '../src/screens/temporary-access/temporary-access-screen.tsx';
import { UserBlockedScreen } from '../src/screens/user-blocked/user-blocked-screen.tsx';
import { WaitingScreen } from '../src/screens/waiting/waiting-screen.tsx';
import { agent, definitions, firewall, passedChecks, screenSaver, threat, updates } from './checks.ts';
import { pageInfo } from './page-info.ts';

function ignore() {}

/** Without a session nothing is known of the computer. */
const info = { ...pageInfo, computer: null, client: null };

const SETTINGS: CompatibilitySettings = {
  mode: 'frontline',
  sessionType: 'Unknown',
  supportedVersions: {
    windows: versions('Windows', [
      ['10.0.19045', 'Windows 10'],
      ['10.0.22000', 'Windows 11'],
    ]),
    mac: versions('Mac', [
      ['14', 'Sonoma'],
      ['15', 'Sequoia'],
      ['26', 'Tahoe'],
    ]),
    linux: versions('Linux', [
      ['12', 'Debian'],
      ['24.04', 'Ubuntu'],
    ]),
  },
};

function versions(platform: string, systems: readonly (readonly [string, string])[]) {
  const supportedBrowsers = [
    { name: 'Chrome', version: '111' },
    { name: 'Edge', version: '111' },
    ...(platform === 'Mac' ? [{ name: 'Safari', version: '16.4' }] : []),
    { name: 'Firefox', version: '121' },
  ];
  const list = { supportedOs: systems.map(([version, name]) => ({ version, name })), supportedBrowsers };
  return { frontline: list, secureEnclave: list, other: list };
}

function compatibility(
  visitor: Visitor,
  settings = SETTINGS,
  { mobileHref = null, provider = null }: Partial<Pick<CompatibilityScreenProps, 'mobileHref' | 'provider'>> = {},
): ReactNode {
  return (
    <CompatibilityScreen
      compatibility={judgeCompatibility(visitor, settings)}
      header={info}
      helpCenterHref="#help"
      isLooking={false}
      link="https://gate.example/device-check/"
      mobileHref={mobileHref}
      onTryAgain={ignore}
      provider={provider}
      settings={settings}
      visitor={visitor}
    />
  );
}

const REFUSAL = 'Use the computer in the meeting room until yours is repaired. Ilse, IT';
const PHONE: Visitor = { system: 'mobile', systemVersion: null, browser: 'Safari', browserVersion: '18.6' };
const PROVIDER = { name: 'Alderbrook ID', path: '#provider', hasRefused: false, needsMobileSite: false };

const CONTACT: SupportInfo = {
  helpCenterUrl: 'https://help.alderbrook.example/workplace',
  phone: '+1 800 555 0142',
  phoneHours: 'Monday to Friday, 7:00–19:00',
  email: 'it-help@alderbrook.example',
  supportWebSite: 'https://it.alderbrook.example',
  requestSupportUrl: 'https://it.alderbrook.example/ticket',
  shareScreenUrl: 'https://screen.alderbrook.example',
};

const NO_CONTACT: SupportInfo = {
  helpCenterUrl: '',
  phone: '',
  phoneHours: '',
  email: '',
  supportWebSite: '',
  requestSupportUrl: '',
  shareScreenUrl: '',
};

const details: SupportScreenProps['details'] = {
  contact: CONTACT,
  user: {
    companyId: '1174',
    companyName: 'Alderbrook',
    userDisplayName: 'Nadia Osei',
    userId: '48210',
    userLogin: 'nadia.osei',
    userEmail: 'nadia.osei@alderbrook.example',
    userType: 'Employee',
  },
  computer: {
    name: 'NADIA-LT-0427',
    login: 'ALDERBROOK\\nadia',
    osVersion: 'Windows 11 Pro 25H2',
    browser: 'Chrome 143',
    clientVersion: '3.6.2',
    isClientUpToDate: true,
    isLaptop: true,
  },
  isAsking: false,
  checks: [firewall, threat, { ...agent, isManaged: true }, updates, screenSaver, definitions, ...passedChecks],
};

function support(changes: Partial<SupportScreenProps> = {}): ReactNode {
  return (
    <SupportScreen
      access={null}
      backHref="#home"
      blanksIds={false}
      callerNumber={null}
      details={details}
      header={pageInfo}
      {...changes}
    />
  );
}

function skipping(view: SkipInstallationView): ReactNode {
  return (
    <SkipInstallationScreen
      header={info}
      homeHref="#home"
      installHref="#download"
      onContinue={ignore}
      onTryAgain={ignore}
      view={view}
    />
  );
}

function sessionExpired(wayBack: WayBack, what: SessionExpiredScreenProps['what'] = 'session-over'): ReactNode {
  return <SessionExpiredScreen header={info} keepsCookies wayBack={wayBack} what={what} />;
}

function help(article: string): ReactNode {
  return <HelpScreen article={article} header={{ ...pageInfo, supportCode: null }} system="windows" />;
}

/** Every state of the pages that are neither home nor about the installation. */
export const otherStates: { readonly [name: string]: ReactNode } = {
  support: support(),
  'support-passed': support({ details: { ...details, checks: passedChecks } }),
  'support-from-status': support({ blanksIds: true }),
  'support-ask': support({ access: { state: 'open', refusal: null, onAsk: ignore } }),
  'support-asked': support({ access: { state: 'asked', refusal: null, onAsk: ignore } }),
  'support-refused': support({ access: { state: 'open', refusal: REFUSAL, onAsk: ignore } }),
  'support-caller-number': support({ callerNumber: '4711' }),
  'support-asking': support({ details: { ...details, checks: null, isAsking: true } }),
  'support-nothing-known': support({
    header: { ...info, supportCode: null },
    details: {
      isAsking: false,
      contact: NO_CONTACT,
      user: null,
      checks: null,
      computer: { ...details.computer, name: '', login: '', osVersion: '', clientVersion: '', isClientUpToDate: null },
    },
  }),
  'skip-installation': skipping({ state: 'permitted' }),
  'skip-installation-required': skipping({ state: 'refused', refusal: 'required' }),
  'skip-installation-not-allowed': skipping({ state: 'refused', refusal: 'not-allowed' }),
  'skip-installation-used-up': skipping({ state: 'refused', refusal: 'used-up' }),
  'skip-installation-installed': skipping({ state: 'refused', refusal: 'not-allowed', isInstalled: true }),
  'skip-installation-required-installed': skipping({ state: 'refused', refusal: 'required', isInstalled: true }),
  'skip-installation-policy': skipping({ state: 'refused', refusal: 'policy-not-met' }),
  'skip-installation-device-blocked': skipping({ state: 'refused', refusal: 'device-blocked' }),
  'skip-installation-nothing-waits': skipping({ state: 'refused', refusal: 'nothing-waits' }),
  'skip-installation-refused': skipping({ state: 'refused', refusal: 'other' }),
  waiting: <WaitingScreen header={info} waitsFor="sign-in" />,
  'skip-installation-asking': skipping({ state: 'asking' }),
  'skip-installation-retrying': skipping({ state: 'retrying' }),
  'temporary-access': (
    <TemporaryAccessScreen
      expiresAt="2026-11-21T17:00:00.000Z"
      header={pageInfo}
      homeHref="#home"
      isGiven
      onContinue={ignore}
      view={{ isRedirecting: true, isTrying: false, hasNone: false }}
    />
  ),
  'temporary-access-retrying': (
    <TemporaryAccessScreen
      expiresAt={null}
      header={pageInfo}
      homeHref="#home"
      isGiven={null}
      onContinue={ignore}
      view={{ isRedirecting: false, isTrying: true, hasNone: false }}
    />
  ),
  'temporary-access-none': (
    <TemporaryAccessScreen
      expiresAt={null}
      header={pageInfo}
      homeHref="#home"
      isGiven={null}
      onContinue={ignore}
      view={{ isRedirecting: false, isTrying: false, hasNone: true }}
    />
  ),
  'compatibility-browser': compatibility({
    system: 'windows',
    systemVersion: '10.0.22000',
    browser: 'Opera',
    browserVersion: '124.0',
  }),
  'compatibility-system': compatibility({
    system: 'macos',
    systemVersion: '12.7',
    browser: 'Safari',
    browserVersion: '17.6',
  }),
  'compatibility-built-in': compatibility(
    { system: 'macos', systemVersion: '26.1', browser: 'Firefox', browserVersion: '145' },
    { ...SETTINGS, supportedVersions: null },
  ),
  'compatibility-mobile': compatibility(PHONE, SETTINGS, { mobileHref: '#mobile' }),
  'compatibility-provider': compatibility(PHONE, SETTINGS, { provider: PROVIDER }),
  'compatibility-provider-refused': compatibility(PHONE, SETTINGS, { provider: { ...PROVIDER, hasRefused: true } }),
  'compatibility-mobile-site': compatibility(PHONE, SETTINGS, { provider: { ...PROVIDER, needsMobileSite: true } }),
  'session-expired': sessionExpired({ kind: 'application', name: 'Alderbrook Mail', url: '#mail' }),
  'session-expired-quick-start': sessionExpired({ kind: 'quick-start', url: '#signup' }),
  'session-expired-signed-in': sessionExpired({ kind: 'unknown' }, 'signed-in'),
  'session-expired-step-ended': sessionExpired(
    { kind: 'application', name: 'Alderbrook Mail', url: '#mail' },
    'step-ended',
  ),
  'session-expired-unknown': sessionExpired({ kind: 'unknown' }),
  'service-error': <ServiceErrorScreen header={pageInfo} isTrying={false} onTryAgain={ignore} triesByItself />,
  'user-blocked': <UserBlockedScreen header={pageInfo} isLooking={false} onTryAgain={ignore} />,
  'help-all': help('all'),
  'help-astray': help('no-such-article'),
  'help-article': help('firewall-enable'),
  'what-we-read': help('what-we-read'),
};
