import { CALLS } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { expectWindowByKeyboard, tabTo } from '../support/keyboard.ts';
import { comeFromWork, type Guest, inFull, usePortal } from '../support/portal.ts';
import { simulateWindows, type SimulatedComputerOptions } from '../support/simulated-computer.ts';
import { createPolicy } from './policies.ts';

/** What is shown on Windows alone, and where each mode ends: a computer that the tests do not have, made of real keys. */
const SEVERITIES = {
  OsAutoUpdateEnable: 'required',
  DeviceEncrypted: 'recommended',
  ScreenSaverState: 'recommended',
} as const;
const portal = usePortal(createPolicy(SEVERITIES));
const STATUS = '/online/session-status';

const UPDATES_OFF = { state: 'off', mechanism: 'Windows Update' };
const SCREEN_LOCK = { desktop: 'Windows', idleSeconds: 300, asksPassword: true, graceSeconds: 0, managedSettings: [] };
const NO_SCREEN_SAVER = { ...SCREEN_LOCK, idleSeconds: null };
const ENCRYPTED = { state: 'encrypted', volume: 'C:' };
const GOOD = { screenLock: SCREEN_LOCK, encryption: ENCRYPTED };

async function newComputer(options: SimulatedComputerOptions = {}) {
  const guest = await portal().newGuest({ agent: 'chromeWindows' });
  const computer = await simulateWindows(guest.page, { ...options, facts: { ...GOOD, ...options.facts } });
  return { guest, computer, page: guest.page };
}

const issues = ({ page }: Guest) => page.getByRole('heading', { level: 1, name: 'Resolve compliance issues' });

describe('windows over the list of checks, by keyboard alone', () => {
  test('[S2.067, S2.068, S2.069] the steps to automatic updates, for each Windows', async () => {
    const { guest, page } = await newComputer({ facts: { automaticUpdates: UPDATES_OFF } });
    await guest.open('/');
    await issues(guest).waitFor();
    await guest.sees('Resolve compliance issues');
    await tabTo(page, /^Show the steps$/);
    await expectWindowByKeyboard(page, 'Turn on automatic updates', async () => {
      await guest.sees('Resolve compliance issues');
      await page.getByText('1 minute setup').waitFor();
      await tabTo(page, /^Windows 10$/);
      for (const [name, step] of [
        ['Windows 8.1', 'Open PC settings'],
        ['Windows 7', 'Choose “Change settings”'],
        ['Windows 10', 'Open Settings'],
      ] as const) {
        await page.keyboard.press('ArrowRight');
        await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
        await page.getByText(step, { exact: true }).waitFor();
      }
    });
  });

  test('[S2.066] the steps to a screen saver close by themselves once it is on', async () => {
    // What is still wrong keeps the page where it is: it would go on half a second after the window.
    const { guest, page, computer } = await newComputer({
      facts: { automaticUpdates: UPDATES_OFF, screenLock: NO_SCREEN_SAVER },
    });
    await guest.open('/');
    await issues(guest).waitFor();
    const row = page.getByRole('region', { name: 'To stay protected, consider fixing these issues:' });
    // Those to the updates come first.
    await tabTo(page, /^Show the steps$/);
    await tabTo(page, /^Show the steps$/);
    await expectWindowByKeyboard(page, 'Turn on the screen saver', () => guest.sees('Resolve compliance issues'));
    await page.keyboard.press('Enter');
    const steps = page.getByRole('dialog', { name: 'Turn on the screen saver' });
    await steps.waitFor();
    await computer.become({ screenLock: SCREEN_LOCK });
    await steps.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    await guest.sees('Resolve compliance issues');
  });

  test('[S4.049, S4.051, S4.052] encryption says how long it takes, and its window closes when it is done', async () => {
    const { guest, page, computer } = await newComputer({
      facts: { automaticUpdates: UPDATES_OFF, encryption: { ...ENCRYPTED, state: 'suspended' } },
      repairs: { DeviceEncrypted: { encryption: ENCRYPTED } },
    });
    await guest.open('/');
    await issues(guest).waitFor();
    const row = page.getByRole('region', { name: 'To stay protected, consider fixing these issues:' });
    await row.getByRole('button', { name: 'Fix it for me' }).focus();
    await expectWindowByKeyboard(page, 'Resume the protection of the hard drive', async () => {
      await page.getByText(/Continue resumes it at once/).waitFor();
      await guest.sees('Resolve compliance issues');
    });
    await page.keyboard.press('Enter');
    await tabTo(page, /^Continue$/);
    await page.keyboard.press('Enter');
    // The trial asks before its first change.
    await tabTo(page, /^Change this computer$/);
    await page.keyboard.press('Enter');
    await page.getByText('4 of 5 checks passed').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(computer.asked).toContain('execute-fix-action');
  });

  test('[S2.062] support', async () => {
    const { guest, page } = await newComputer({ facts: { automaticUpdates: UPDATES_OFF } });
    await guest.open('/');
    await issues(guest).waitFor();
    await tabTo(page, /^Problems\? Contact support$/);
    await expectWindowByKeyboard(page, 'Problems? Contact support', () => guest.sees('Resolve compliance issues'));
  });
});

test('[S2.063, S4.045] management of the computer is offered by itself, on demand, and no more once it was declined', async () => {
  const { admin } = portal();
  const managedDeviceService = { name: 'Fleet', enrollUrl: 'https://fleet.example/', mayOptOut: true };
  await admin.ask('adminSetSettings', { body: { set: { managedDeviceService } } });
  await admin.ask('adminApplyPolicy', {
    body: { text: createPolicy({ ...SEVERITIES, ManagedDevice: 'recommended' }), acceptBlocking: 1000 },
  });
  const { guest, page } = await newComputer({
    facts: { automaticUpdates: UPDATES_OFF, management: { services: [] } },
  });
  const title = 'Let Alderbrook manage this computer';
  const offer = page.getByRole('dialog', { name: title });
  await guest.open('/');
  await offer.waitFor();
  await expect.poll(() => offer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  const recommended = page.getByRole('region', { name: 'To stay protected, consider fixing these issues:' });
  await recommended.getByRole('button', { name: 'Fix it for me' }).focus();
  await expectWindowByKeyboard(page, title, () => guest.sees('Resolve compliance issues'));
  await page.keyboard.press('Enter');
  await tabTo(page, /^Do not enroll$/);
  await page.keyboard.press('Enter');
  await offer.waitFor({ state: 'detached' });
  await guest.open('/');
  await issues(guest).waitFor();
  expect(await offer.count()).toBe(0);
  await admin.ask('adminSetSettings', { body: { reset: ['managedDeviceService'] } });
  await admin.ask('adminApplyPolicy', { body: { text: createPolicy(SEVERITIES), acceptBlocking: 1000 } });
});

describe('a client that is too old', () => {
  test('[S4.012, S4.014] leads to the updater, but for a while after it was downloaded', async () => {
    const { guest, page } = await newComputer({ clientVersion: '3.4.7380.14005' });
    await guest.open('/');
    await page.getByRole('heading', { level: 1, name: 'Install Workplace on your computer' }).waitFor();
    expect(guest.path()).toBe('/download-updater');
    await guest.remember('updaterInstalled', 'true');
    await guest.open('/');
    await page.waitForURL(`${portal().gate.url}${STATUS}`, { waitUntil: 'commit' });
  });
});

describe('where each mode ends', () => {
  const elsewhere = { appName: 'online', url: 'https://elsewhere.example/' };
  test.each(
    inFull(
      [
        ['frontline', elsewhere, '?back=https%3A%2F%2Felsewhere.example%2F', STATUS],
        ['frontline', null, '?back=%2Fonline%2F', `${STATUS}?back=%2Fonline%2F`],
        ['mfa', elsewhere, '?back=%2F%2Felsewhere.example', STATUS],
        ['onboarding', null, '', STATUS],
        ['onboarding-v3', { appName: 'online', url: '/session-status?done=1' }, '', `${STATUS}?done=1`],
        ['install', { appName: 'online', url: '/session-status?done=2' }, '', `${STATUS}?done=2`],
        ['quick-start', elsewhere, '?back=javascript%3Aalert(1)', '/onboarding/in-progress'],
      ],
      [
        ['frontline', null, '', STATUS],
        ['frontline', { appName: 'online', url: '/session-status?from=check' }, '', `${STATUS}?from=check`],
        ['quick-start', null, '', '/onboarding/in-progress'],
      ],
    ),
  )('%s with %o and "%s": %s', async (mode, successUrl, query, ending) => {
    const { guest, page, computer } = await newComputer();
    await guest.remember('w-device-compliance-check-info', JSON.stringify({ mode, successUrl }));
    await guest.open(`/${query}`);
    if (mode === 'quick-start') await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${portal().gate.url}${ending}`, { waitUntil: 'commit' });
    expect(computer.asked.includes('set-application-mode')).toBe(mode.startsWith('onboarding'));
    expect(computer.asked.includes('launch-workplace')).toBe(mode === 'onboarding-v3');
  });
});

describe('a sign-in that waits', () => {
  test('[S2.089, S4.062, S4.064] goes on by itself once support has given temporary access', async () => {
    const { admin, gate } = portal();
    const { guest, page } = await newComputer({ facts: { automaticUpdates: UPDATES_OFF } });
    await comeFromWork(guest, gate);
    await issues(guest).waitFor();
    const { people } = await admin.ask('adminPeople');
    const personId = people.find(({ login }) => login === 'nadia')?.id ?? '';
    const grant = { personId, applicationId: null, hours: 1, reason: 'Waits for a new laptop', uses: 1 };
    const arrived = page.waitForURL(({ pathname }) => pathname.endsWith('/temporary-access'), { waitUntil: 'commit' });
    const letGo = await guest.holdBack(CALLS.samlResponseV1.path);
    await admin.ask('adminGrantAccess', { body: { ...grant, overridesStopper: false } });
    await arrived;
    await guest.sees('Redirecting to homepage...');
    letGo();
    await guest.hurryTo(page.getByText('Signed in as Nadia Keller'));
  });

  test('[S4.022, S4.040] in mode mfa makes the check the second factor', async () => {
    const { admin, gate } = portal();
    const { applications } = await admin.ask('adminApplications');
    const parameters = { applicationId: applications[0]?.id ?? '' };
    await admin.ask('adminSetApplicationSettings', { parameters, body: { set: { mode: 'mfa' } } });
    const { guest, page } = await newComputer();
    const letGo = await guest.holdBack(CALLS.samlResponse.path);
    await comeFromWork(guest, gate);
    await page.getByRole('heading', { level: 1, name: 'Security checks passed' }).waitFor();
    // Not her first computer: only an approved one stands for a factor.
    const { devices } = await admin.ask('adminDevices');
    await admin.ask('adminApproveDevice', { parameters: { id: devices[0]?.id ?? '' } });
    letGo();
    await page.getByText('Signed in as Nadia Keller').waitFor();
    await admin.ask('adminSetApplicationSettings', { parameters, body: { reset: ['mode'] } });
  });
});
