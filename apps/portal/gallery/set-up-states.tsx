import type { DownloadStartView, DownloadView, ExtensionStatusView } from '@vestibule/flows';
import type { ReactNode } from 'react';
import { AppInstalledScreen } from '../src/screens/app-installed/app-installed-screen.tsx';
import { DownloadScreen, type DownloadScreenProps } from '../src/screens/download/download-screen.tsx';
import { DownloadStartScreen } from '../src/screens/download-start/download-start-screen.tsx';
import { type BrowserGuide } from '../src/screens/extension-not-ready/enable-steps.ts';
import { ExtensionNotReadyScreen } from '../src/screens/extension-not-ready/extension-not-ready-screen.tsx';
import { ExtensionReadyScreen } from '../src/screens/extension-ready/extension-ready-screen.tsx';
import { FirefoxExtensionScreen } from '../src/screens/firefox-extension/firefox-extension-screen.tsx';
import { pageInfo } from './page-info.ts';

function ignore() {}

/** Nothing is known of the computer before the client was there. */
const info = { ...pageInfo, computer: null, client: null };

const EULA = `<div><p><strong>Licence agreement for Workplace</strong></p><ol>${'<li><p>You may install it.</p></li>'.repeat(12)}</ol></div>`;

function download(view: Partial<DownloadView> = {}, props: Partial<DownloadScreenProps> = {}): ReactNode {
  return (
    <DownloadScreen
      header={info}
      isSafari={false}
      isUpdater={false}
      licence={{ state: 'ready', html: EULA }}
      onDownload={ignore}
      onDownloadAgent={ignore}
      skipHref={null}
      system="windows"
      view={{
        isExtensionPresent: true,
        isStarting: false,
        problem: null,
        isNotAnswering: false,
        clientTrouble: null,
        isAgentOffered: false,
        ...view,
      }}
      {...props}
    />
  );
}

function downloadStart(view: Partial<DownloadStartView> = {}, hasStarted = true): ReactNode {
  return (
    <DownloadStartScreen
      fileName={hasStarted ? 'workplace-3.6.2-x64.msi' : null}
      hasStarted={hasStarted}
      header={info}
      isWithoutExtension={(view.deviceToken ?? null) !== null}
      onChoose={ignore}
      onContinue={ignore}
      onRestart={ignore}
      system="windows"
      view={{ choice: null, isRestarting: false, hasRestartFailed: false, deviceToken: null, ...view }}
    />
  );
}

function notReady(guide: BrowserGuide, view: Partial<ExtensionStatusView> = {}): ReactNode {
  return (
    <ExtensionNotReadyScreen
      extensionHref="#extension"
      guide={guide}
      header={info}
      link="#link"
      onContinue={ignore}
      onReload={ignore}
      view={{ state: 'not-ready', isExtensionPresent: false, isClientMissing: false, problem: null, ...view }}
    />
  );
}

function firefox(view: { readonly mayContinue: boolean; readonly isNotAnswering?: boolean }): ReactNode {
  return (
    <FirefoxExtensionScreen
      extensionHref="#extension"
      header={info}
      onContinue={ignore}
      onOpenLink={ignore}
      system="linux"
      view={{ isNotAnswering: false, ...view }}
    />
  );
}

/** Every state of the pages about the installation. */
export const setUpStates: { readonly [name: string]: ReactNode } = {
  download: download(),
  'download-without-extension': download({ isExtensionPresent: false }, { skipHref: '#skip' }),
  'download-agent': download({ isExtensionPresent: false, isAgentOffered: true }),
  'download-starting': download({ isStarting: true }),
  'download-missing': download({ problem: 'missing' }, { system: 'linux' }),
  'download-failed': download({ problem: 'failed' }, { system: 'macos' }),
  'download-updater': download({}, { isUpdater: true }),
  'download-not-answering': download({ isNotAnswering: true }),
  'download-keys-missing': download({ clientTrouble: 'keys-missing' }),
  'download-start': downloadStart(),
  'download-start-alone': downloadStart({}, false),
  'download-start-agent': downloadStart({
    deviceToken: { token: '1174.3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A', expiresAt: new Date('2026-11-22T14:05') },
  }),
  'download-start-chosen': downloadStart({ choice: 'installed' }),
  'download-start-restart-failed': downloadStart({ choice: 'not-installed', hasRestartFailed: true }),
  'extension-ready': <ExtensionReadyScreen header={pageInfo} leadsToScan onContinue={ignore} />,
  'extension-ready-onboarding': <ExtensionReadyScreen header={info} leadsToScan={false} onContinue={ignore} />,
  'extension-not-ready-chrome': notReady('chrome'),
  'extension-not-ready-edge': notReady('edge'),
  'extension-not-ready-firefox': notReady('firefox'),
  'extension-not-ready-safari': notReady('safari'),
  'extension-not-ready-safari-old': notReady('safari-old'),
  'extension-not-ready-other': notReady('other'),
  'extension-not-ready-client-missing': notReady('chrome', { isExtensionPresent: true, isClientMissing: true }),
  'extension-not-ready-no-data': notReady('chrome', { isExtensionPresent: true, problem: 'no-data' }),
  'firefox-extension': firefox({ mayContinue: false }),
  'firefox-extension-opened': firefox({ mayContinue: true }),
  'firefox-extension-not-answering': firefox({ mayContinue: true, isNotAnswering: true }),
  'app-installed': <AppInstalledScreen header={info} system="windows" />,
  'download-safari': download({ isExtensionPresent: false }, { isSafari: true, system: 'macos' }),
};
