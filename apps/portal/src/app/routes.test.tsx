// @vitest-environment jsdom
import {
  answered,
  failedCheck,
  failing,
  MARKER,
  pendIn,
  recommended,
  refused,
  unreachable,
} from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { COMPANY, createPorts, openPage, removeClient } from '../testing/open-page.tsx';

const PAGES = [
  ['S2.006', '/download', 'Install Workplace on this computer'],
  ['S2.007', '/download-updater', 'Install Workplace on your computer'],
  ['S2.008', '/download-start', 'Now install Workplace'],
  ['S2.009', '/extension-ready', 'Workplace browser extension is enabled'],
  ['S2.010', '/extension-not-ready', 'Workplace browser extension is not enabled'],
  ['S2.011', '/firefox-extension', 'Workplace Browser Extension is not enabled.'],
  ['S2.012', '/service-error', "We're experiencing connection issues"],
  ['S2.013', '/compatibility', 'Unsupported operating system or browser'],
  ['S2.015', '/session-expired', 'Your session timed out.'],
  ['S2.016', '/support', 'Call support at +1 800 555 0142'],
  ['S2.017', '/temporary-access', 'Redirecting to homepage...'],
  ['S2.018', '/user-blocked', 'Account access blocked'],
  ['S2.019', '/app-installed', 'Thanks for installing Workplace'],
  ['S2.020', '/skip-installation', 'Temporary Access Permitted'],
] as const;

describe.each(['', '/v2'])('in the set %j', (set) => {
  test.each(PAGES)('[%s] %s shows “%s”', async (_id, path, heading) => {
    openPage(`${set}${path}`);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
  });
});

describe('the code by which support finds this attempt', () => {
  const code = () => screen.findByText('7KQ-42M');
  const createPortsWithCode = () => {
    const ports = createPorts();
    ports.remembered.set('supportCode', '7KQ-42M');
    return ports;
  };

  const WITH_THE_OTHERS = [
    ...PAGES,
    ['home', '/', 'Determining Computer Security…'],
    ['vouching', '/another-computer', 'Register another computer'],
    ['help', '/help/all', 'All help articles'],
    ['help', '/help/firewall-enable', 'Turn on the firewall'],
  ] as const;

  test.each(WITH_THE_OTHERS)('%s %s, “%s”: stands there, once', async (_id, path, heading) => {
    const ports = createPortsWithCode();
    if (path === '/') ports.onCall('settings', () => new Promise(() => undefined));
    openPage(path, { ports });
    await screen.findByRole('heading', { level: 1, name: heading });
    expect(screen.getAllByText('7KQ-42M')).toHaveLength(1);
  });

  test('stands on what is shown instead of a page that asks the server', async () => {
    const ports = createPortsWithCode();
    ports.onCall('skipInstallation', () => new Promise(() => undefined));
    openPage('/skip-installation', { ports });
    expect(await code()).toBeDefined();
  });

  test.each(['required', 'not-allowed'] as const)('stands on a skipping that is refused: %s', async (refusal) => {
    const ports = createPortsWithCode();
    removeClient(ports);
    ports.onCall('requiredState', () =>
      answered({ requiredState: refusal === 'required' ? 'InstallRequired' : 'NotRequired' }),
    );
    if (refusal !== 'required') ports.onCall('skipInstallation', () => refused(403, 'skipping_not_allowed'));
    openPage('/skip-installation', { ports });
    await screen.findByRole('link', { name: 'Install Workplace' });
    expect(await code()).toBeDefined();
  });

  test.each(['/service-error', '/user-blocked', '/extension-not-ready', '/support'])(
    'on %s of a tab that no one has ever answered is that of the tab, which its calls carry',
    async (path) => {
      const ports = createPorts();
      for (const name of ['settings', 'publicSupportInfo', 'companySettings'] as const)
        ports.onCall(name, () => unreachable);
      openPage(path, { ports });
      expect(await screen.findByText(ports.server.tabCode)).toBeDefined();
      // It is no session's: what the server calls the next one takes its place.
      expect(ports.remembered.has('supportCode')).toBe(false);
    },
  );

  test('[S2.022] does not stand on the status page', async () => {
    openPage('/status', { ports: createPortsWithCode() });
    await screen.findByRole('heading', { level: 1, name: 'Connecting…' });
    expect(screen.queryByText('Support code')).toBeNull();
  });
});

test('takes on the colour of the company', async () => {
  const ports = createPorts();
  const theme = { ...COMPANY.theme, accentColor: '#1d6b5c' };
  ports.onCall('companySettings', () => answered({ ...COMPANY, theme }));
  openPage('/user-blocked', { ports });
  await expect.poll(() => document.documentElement.style.getPropertyValue('--company-light-fill')).toBe('#1d6b5c');
});

test('[S4.026] anyone who went on with a recommended fix open has been here before as well', async () => {
  const ports = createPorts();
  pendIn(ports, 'frontline');
  ports.onCall('checkResult', () => answered(recommended()));
  openPage(`/?login=${MARKER}`, { ports });
  (await screen.findByRole('button', { name: 'Continue' })).click();
  await expect.poll(() => ports.submitted).toHaveLength(1);
  expect(ports.remembered.get('isInActiveSession')).toBe(true);
});

test('the encryption window is about the computer that was read, which in a try of the policy is another one', async () => {
  const ports = createPorts();
  pendIn(ports, 'frontline');
  const encryption = failedCheck('DeviceEncrypted', {
    fixAction: { fixActionType: 'DeviceEncrypted', parameters: { way: 'turn-on' } },
  });
  ports.onCall('checkResult', () => answered({ ...failing(encryption), deviceOsType: 'macos' }));
  openPage(`/?login=${MARKER}`, { ports });
  (await screen.findByRole('button', { name: 'Fix it for me' })).click();
  expect(await screen.findByText(/Continue opens FileVault in System Settings/)).toBeDefined();
});
