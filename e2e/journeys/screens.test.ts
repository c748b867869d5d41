import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { expectWindowByKeyboard, tabTo } from '../support/keyboard.ts';
import { comeFromWork, type Guest, inFull, usePortal } from '../support/portal.ts';
import { createPolicy } from './policies.ts';

/** Screens before, next to and after a check: no computer answers on any of them. */
const portal = usePortal(createPolicy({ OsAutoUpdateEnable: 'required' }, 'Permissive'));

const heading = (guest: Guest, name: string) => guest.page.getByRole('heading', { level: 1, name });
const press = (guest: Guest, name: string) => guest.page.getByRole('button', { name, exact: true }).click();
const link = (guest: Guest, name: string) => guest.page.getByRole('link', { name, exact: true });

const INSTALL = 'Install Workplace on this computer';

test.each(['/', '/support'])('%s whose scripts do not come says so, and comes when they do', async (path) => {
  const guest = await portal().newGuest();
  const scripts = /\/assets\/first-(?!title).*\.js$/;
  await guest.page.route(scripts, (route) => route.abort());
  await guest.open(path);
  await guest.sees("We're experiencing connection issues");
  await guest.page.unroute(scripts);
  await press(guest, 'Try again');
  await heading(guest, path === '/' ? 'Determining Computer Security…' : 'Call support').waitFor();
});

describe('nothing is installed', () => {
  test.each([
    ['chromeWindows', 'Workplace browser extension is not enabled', '/extension-not-ready'],
    ['firefoxMac', 'Workplace Browser Extension is not enabled.', '/firefox-extension'],
  ] as const)(
    '[S2.097, S4.006, S4.007] %s: from home to the download, which leads to "%s"',
    async (agent, title, path) => {
      const guest = await portal().newGuest({ agent });
      await guest.open('/');
      if (agent === 'chromeWindows') {
        await guest.hurryTo(heading(guest, INSTALL));
        expect(guest.path()).toBe('/download');
        await guest.sees(INSTALL);
        await press(guest, 'Download');
      }
      await guest.hurryTo(heading(guest, title));
      expect(guest.path()).toBe(path);
      await guest.sees(title);
    },
  );

  test.each(
    inFull(
      [
        ['safariMac', 'Press “Edit Websites” and choose “Allow” for this website.'],
        ['safari12Mac', 'In the menu bar choose Safari, Preferences, Extensions.'],
      ],
      [
        ['chromeMac', 'The switch is at the bottom right of its card.'],
        ['edgeLinux', 'The switch is to the right of its name.'],
      ],
    ),
  )('[S2.111, S2.114] %s is told in its own words how the extension is turned on', async (agent, words) => {
    const guest = await portal().newGuest({ agent });
    await guest.open('/extension-ready');
    await guest.hurryTo(heading(guest, 'Workplace browser extension is not enabled'));
    expect(guest.path()).toBe('/extension-not-ready');
    await guest.page.getByText(words).first().waitFor();
  });

  test('[S2.117, S2.118, S5.020] Firefox goes on once its extension’s address was opened, in the second set of routes', async () => {
    const guest = await portal().newGuest({ agent: 'firefoxWindows' });
    await guest.open('/firefox-extension');
    const onwards = guest.page.getByRole('button', { name: 'Continue' });
    expect(await onwards.isDisabled()).toBe(true);
    const opened = guest.context.waitForEvent('page');
    await link(guest, 'Install the extension').click();
    await (await opened).close();
    await onwards.click();
    await guest.sees(INSTALL);
    expect(guest.path()).toBe('/v2/download');
  });
});

describe('the extension is there and no one behind it answers', () => {
  test('[S2.106, S4.055, S4.057] an installer is downloaded for this system, and both answers lead on', async () => {
    await writeFile(join(portal().downloads, 'workplace_3.6.0_amd64.deb'), 'an installer');
    const guest = await portal().newGuest({ agent: 'chromeLinux', hasExtension: true });
    const { page } = guest;
    await comeFromWork(guest, portal().gate);
    await guest.open('/download');
    await page.getByText('For Linux · about 2 minutes').waitFor();
    const downloaded = page.waitForEvent('download');
    await press(guest, 'Download');
    expect((await downloaded).suggestedFilename()).toBe('workplace_3.6.0_amd64.deb');
    await guest.sees('Now install Workplace');
    expect(guest.path()).toBe('/download-start');
    const again = page.waitForEvent('download');
    await press(guest, 'Restart your download');
    expect((await again).suggestedFilename()).toBe('workplace_3.6.0_amd64.deb');
    const onwards = page.getByRole('button', { name: 'Continue' });
    expect(await onwards.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'I could not install Workplace.' }).check({ force: true });
    await onwards.click();
    await heading(guest, 'You cannot continue without Workplace').waitFor();
    await page.goBack();
    await page.getByRole('radio', { name: 'I installed Workplace successfully.' }).check({ force: true });
    await onwards.click();
    await heading(guest, 'Determining Computer Security…').waitFor();
    const cookies = await guest.context.cookies();
    expect(cookies.find(({ name }) => name === 'installation-status')?.value).toBe('waiting-for-account-id');
  });

  test('[S2.098, S2.102] the updater is for Windows, whatever the company has for other systems', async () => {
    const guest = await portal().newGuest({ agent: 'chromeWindows', hasExtension: true });
    await guest.open('/download-updater');
    await guest.sees('Install Workplace on your computer');
    await press(guest, 'Download');
    await guest.page.getByText('There is no installer for this computer').waitFor();
    await guest.sees('Install Workplace on your computer');
  });

  test('[S2.108, S2.110] the extension’s page says so, and a computer that was known is told to start Workplace', async () => {
    const guest = await portal().newGuest({ agent: 'chromeLinux', hasExtension: true });
    await guest.open('/extension-ready');
    await guest.sees('Workplace browser extension is enabled');
    await guest.open('/extension-not-ready');
    await guest.sees('Workplace browser extension is not enabled');
    await guest.hurryTo(heading(guest, 'Workplace itself is missing or not running'));
    await guest.sees('Workplace itself is missing or not running');
    await guest.page.evaluate(() => localStorage.setItem('wp-device-name', 'nadia-lt-0427'));
    await guest.open('/firefox-extension');
    await guest.hurryTo(heading(guest, 'Workplace is not answering'));
    await guest.sees('Workplace is not answering');
  });
});

test('[S2.065, S2.099] the licence agreement can be read and accepted by keyboard alone', async () => {
  const guest = await portal().newGuest();
  const { page } = guest;
  await guest.open('/download');
  await heading(guest, INSTALL).waitFor();
  await tabTo(page, /^Licence agreement$/);
  await expectWindowByKeyboard(page, 'Licence agreement', () => guest.sees(INSTALL));
  await page.keyboard.press('Enter');
  await tabTo(page, /^Accept$/);
  await page.keyboard.press('Enter');
  await page.getByText('You accepted the licence agreement.').waitFor();
});

describe('a browser or system that is not supported', () => {
  test.each(inFull(['chromeWindows7', 'chromeAndroid'], ['operaWindows', 'chromeBook']))(
    '[S2.119, S2.120, S4.003] %s is told what is supported',
    async (agent) => {
      const guest = await portal().newGuest({ agent });
      await guest.open('/');
      await guest.sees('Unsupported operating system or browser');
      expect(guest.path()).toBe('/compatibility');
    },
  );
});

describe('without an installation', () => {
  test('[S2.094, S2.095, S2.096] to work where the company allows it, and not where it does not', async () => {
    const { admin } = portal();
    const guest = await portal().newGuest();
    await comeFromWork(guest, portal().gate);
    await guest.open('/skip-installation');
    await guest.sees('You cannot continue without Workplace');
    const required = { requireNativeAppInstallation: true, skipping: { isAllowed: true } };
    await admin.ask('adminSetSettings', { body: { set: required } });
    await guest.open('/skip-installation');
    await guest.sees('Workplace Installation Required');
    await admin.ask('adminSetSettings', { body: { set: { ...required, requireNativeAppInstallation: false } } });
    await guest.open('/skip-installation');
    await guest.sees('Temporary Access Permitted');
    await press(guest, 'Continue with temporary access');
    await guest.page.getByText('Signed in as Nadia Keller').waitFor();
  });

  test('[S2.091, S2.092, S2.093] Workplace is thanked for', async () => {
    const guest = await portal().newGuest();
    await guest.open('/app-installed');
    await guest.sees('Thanks for installing Workplace');
  });
});

describe('what support decides', () => {
  test('[S2.088] temporary access is used as soon as its page is there', async () => {
    const guest = await portal().newGuest();
    await comeFromWork(guest, portal().gate);
    const letGo = await guest.holdBack(CALLS.samlResponseV1.path);
    await guest.open('/temporary-access');
    await guest.sees('Redirecting to homepage...');
    letGo();
    // There is no leave: the page says so, and stays.
    await guest.sees('You have no temporary access');
    expect(guest.path()).toBe('/temporary-access');
  });

  test('[S2.090] a blocked account is told whom to ask', async () => {
    const guest = await portal().newGuest();
    await guest.open('/user-blocked');
    await guest.sees('Account access blocked');
    expect(await link(guest, 'Contact support').first().getAttribute('href')).toBe('/device-check/support');
  });

  test('a page of a blocked account that is opened by hand asks first, and leads home', async () => {
    const { context } = await portal().newGuest();
    // A browser of its own: the guest's simulated clock forgets how a page was opened.
    const browser = context.browser();
    const own = await browser?.newContext({ storageState: await context.storageState() });
    const page = await own?.newPage();
    await page?.goto(`${portal().gate.url}/device-check/user-blocked`);
    await expect.poll(() => page?.url() ?? '').not.toContain('/user-blocked');
    await own?.close();
  });
});

describe('the session is over', () => {
  test('[S2.122, S2.123, S2.124] it leads back to the application, else to support, and quick start to its beginning', async () => {
    const { gate } = portal();
    const guest = await portal().newGuest();
    const { page, context } = guest;
    await comeFromWork(guest, gate);
    await context.clearCookies();
    await guest.open('/');
    await guest.sees('Your session timed out.');
    expect(guest.path()).toBe('/session-expired');
    const back = page.getByRole('link', { name: /^Go to / });
    expect(await back.getAttribute('href')).toBe(`${gate.workApp}/start`);

    await page.evaluate(() => sessionStorage.clear());
    await guest.open('/v2/session-expired');
    expect(await link(guest, 'Contact support').first().getAttribute('href')).toBe('/device-check/v2/support');

    for (const [failUrl, href] of [
      [null, '/onboarding/signup'],
      [{ appName: 'onboarding', url: '/begin' }, '/onboarding/begin'],
      [{ appName: 'online', url: 'https://elsewhere.example/' }, '/onboarding/signup'],
    ] as const) {
      await guest.remember('w-device-compliance-check-info', JSON.stringify({ mode: 'quick-start', failUrl }));
      await guest.open('/session-expired');
      expect(await link(guest, 'Start again').getAttribute('href')).toBe(href);
    }
    await guest.sees('Your session timed out.');
  });
});

test('[S2.086, S2.087] without a connection the page says so, and goes on by itself when it is back', async () => {
  const guest = await portal().newGuest();
  await guest.open('/app-installed');
  await guest.context.setOffline(true);
  await guest.page.evaluate(() => {
    history.pushState(null, '', '/device-check/');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await guest.hurryTo(heading(guest, "We're experiencing connection issues"));
  expect(guest.path()).toBe('/service-error');
  await guest.sees("We're experiencing connection issues");
  await guest.context.setOffline(false);
  await guest.hurryTo(heading(guest, 'Determining Computer Security…'));
  expect(guest.path()).toBe('/');
});

test('[S2.002, S2.003, S2.021] paths no one knows are home, any with "status" in it is the status page, and /v2 stays /v2', async () => {
  const guest = await portal().newGuest({ hasExtension: true });
  for (const [path, support] of [
    ['/nowhere', '/device-check/support'],
    ['/downloads', '/device-check/support'],
    ['/v2/nowhere', '/device-check/v2/support'],
    ['/my-status-page', '/device-check/support?from=status'],
    ['/v2/xstatusx', '/device-check/v2/support?from=status'],
  ] as const) {
    await guest.open(path);
    await heading(guest, 'Determining Computer Security…').waitFor();
    expect(await link(guest, 'Support').getAttribute('href')).toBe(support);
    expect(guest.path()).toBe(path);
  }
  await guest.open('/v2/extension-ready');
  await press(guest, 'Start security scans');
  await heading(guest, 'Determining Computer Security…').waitFor();
  expect(guest.path()).toBe('/v2');
});

test('a page may not be given markup or scripts as text', async () => {
  const guest = await portal().newGuest();
  await guest.open('/app-installed');
  const refused = await guest.page.evaluate(() => {
    const tries = [
      () => (document.body.innerHTML = '<img src="x" onerror="bad = 1">'),
      () => (document.createElement('script').text = 'bad = 1'),
      () => document.createElement('script').setAttribute('src', 'https://elsewhere.example/bad.js'),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'refused';
      }
    });
  });
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
  await expect.poll(() => guest.complaints.length).toBe(3);
  guest.complaints.splice(0);
});
