import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_PATH, COOKIES } from '@vestibule/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXTENSION_ID } from '../scripts/build-extension.ts';
import { provideUpdateKeys } from '../scripts/package/updates.ts';
import { administer } from './support/administration.ts';
import type { BootedLinux } from './support/booted-linux.ts';
import { startGate } from './support/gate.ts';
import { bootForPackage, openBrowserInside } from './support/installed-debian.ts';
import { keepSeen } from './support/seen-pictures.ts';

/**
 * What docs/specification/seen.md shows of Linux: the installed package on a booted Debian, a real Chromium with the
 * extension, and the pages a person gets to. `VESTIBULE_SEEN=1` keeps the pictures.
 */
const POLICY = `version: 1
workplaceAccessPolicy: Permissive
checks:
  OSSupported: { severity: required }
  FirewallEnable: { severity: required }
  ScreenSaverState: { severity: recommended }
  DeviceEncrypted: { severity: recommended }
`;
/** A drive without encryption, as these two programs tell it. A Debian that is booted inside another one has no drive. */
const PLAIN_DRIVE = {
  findmnt: { filesystems: [{ target: '/', source: '/dev/vda1', fstype: 'ext4' }] },
  lsblk: {
    blockdevices: [
      {
        ...{ name: 'vda', kname: 'vda', path: '/dev/vda', type: 'disk', fstype: null, rm: false, tran: 'virtio' },
        size: 64_000_000_000,
        children: [{ name: 'vda1', kname: 'vda1', path: '/dev/vda1', type: 'part', fstype: 'ext4', rm: false }],
      },
    ],
  },
} as const;
/** Answered by the server, and asked by no page: docs/adr/0031-readings-of-the-specification.md. */
const NOT_ASKED = /userget-info|feature-settings|device-compliance\/v1\/info$|devices\/v2\/user-settings/;

const TALL = { width: 1000, height: 900 } as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'vestibule-seen-'));
const updateKeys = join(folder, 'update-keys');
await provideUpdateKeys(updateKeys, () => undefined);
await mkdir(join(folder, 'data'));
const gate = await startGate(join(folder, 'data'), POLICY, false);
const booted = await bootForPackage(gate, folder, updateKeys);
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await gate.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!booted.ok)('what a person sees on a booted Debian with the installed package', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  let browser: BrowserContext;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await openBrowserInside(linux, gate, folder);
    browser.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page = browser.pages()[0] ?? (await browser.newPage());
    await page.setViewportSize({ width: 1000, height: 640 });
  });
  afterAll(() => browser?.close());

  const open = (path: string, on = page) => on.goto(`${gate.url}${BASE_PATH}${path}`);
  const title = (name: string | RegExp, on = page) => on.getByRole('heading', { level: 1, name }).waitFor();
  const path = () => new URL(page.url()).pathname.slice(BASE_PATH.length);
  const remember = async (name: string, of: object) => {
    const value = encodeURIComponent(JSON.stringify(of));
    await browser.addCookies([{ name, value, url: gate.url }]);
  };
  async function signIn(): Promise<void> {
    await page.goto(`${gate.workApp}/start`);
    await page.getByRole('textbox', { name: /login/i }).fill('nadia');
    await page.getByLabel(/^password/i).fill('doorway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();
    await title('Resolve compliance issues');
  }
  /** In a tab of its own: no application has sent the person here. */
  async function alone<Result>(look: (tab: Page) => Promise<Result>): Promise<Result> {
    const tab = await browser.newPage();
    try {
      await tab.setViewportSize({ width: 1000, height: 640 });
      return await look(tab);
    } finally {
      await tab.close();
    }
  }

  test('[S2.093] Workplace without an account asks for username and password first, with the focus in its field', async () => {
    const words = await startedWith(() => linux.run(['/opt/workplace/workplace', 'open'], { user: 'nadia' }));
    await page.goto(opensOf(words));
    const field = page.getByRole('textbox', { name: /login/i });
    await field.waitFor();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    // No application waits.
    expect(await page.getByRole('main').textContent()).not.toContain('Alderbrook Mail');
    await keepSeen(page, 'sign-in', TALL);
  });

  test('[S2.014, S2.031] the status page lists what passed as well', async () => {
    await signIn();
    await open('/status');
    await page.getByText('2 of 4 checks passed').waitFor();
    // Folded, as all of it is well.
    await page.getByText('2 security checks passed').click();
    await page.getByText('Operating system is supported').last().waitFor();
    await keepSeen(page, 'status', { width: 1000, height: 1100 });
    expect(path()).toBe('/status');
  });

  test('[S2.092] the page after the installation says what to find, and what to enter', async () => {
    await open('/app-installed');
    await title('Thanks for installing Workplace');
    await keepSeen(page, 'app-installed');
  });

  test('[S2.100] “Privacy policy” leads to the company’s, and is not spoken of without one', async () => {
    await open('/download');
    await title('Install Workplace on this computer');
    expect(await page.getByText(/privacy policy/i).count()).toBe(0);
    const set = { privacyPolicyUrl: 'https://alderbrook.example/privacy' };
    await (await administer(gate.dataFolder)).ask('adminSetSettings', { body: { set } });
    await open('/download');
    const link = page.getByRole('main').getByRole('link', { name: 'Privacy policy' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(set.privacyPolicyUrl);
    await title('Install Workplace on this computer');
    await keepSeen(page, 'privacy-policy', TALL);
  });

  test('[S2.020, S4.057] “I could not install Workplace.” leads on to /skip-installation, in frontline', async () => {
    const set = { requireNativeAppInstallation: false, skipping: { isAllowed: true } };
    await (await administer(gate.dataFolder)).ask('adminSetSettings', { body: { set } });
    await remember(COOKIES.checkInfo, { mode: 'frontline', successUrl: null });
    // Workplace answers on this computer, and the page goes on by itself once it notices: then it is opened again.
    const download = { url: `${gate.url}/downloads/workplace_3.7.0_amd64.deb`, params: {} };
    const choose = async () => {
      // As after a press of Download: only a download that has begun is spoken of.
      await remember(COOKIES.downloadParameters, download);
      await open('/download-start');
      await page.getByRole('radio', { name: 'I could not install Workplace.' }).check({ force: true, timeout: 3000 });
    };
    await choose().catch(choose).catch(choose);
    await keepSeen(page, 'could-not-install', { width: 1000, height: 960 });
    const goOn = async () => {
      await choose();
      await page.getByRole('button', { name: 'Continue' }).press('Enter', { timeout: 1000 });
      await page.waitForURL(/skip-installation$/, { timeout: 3000 });
    };
    await goOn().catch(goOn).catch(goOn);
    await title('Temporary Access Permitted');
    expect(path()).toMatch(/\/skip-installation$/);
    await keepSeen(page, 'skip-installation');
  });

  test('opened by itself, each of these pages says what is so', async () => {
    // Signed in, and sent by no application.
    await browser.clearCookies();
    const data = { login: 'nadia', password: 'doorway-2026' };
    expect((await browser.request.post(`${gate.url}/api/online/v1/sign-in`, { data })).status()).toBe(200);
    await alone(async (tab) => {
      await open('/skip-installation', tab);
      await title('No work app is waiting', tab);
      await keepSeen(tab, 'skip-installation-alone');
    });
    await alone(async (tab) => {
      await open('/temporary-access', tab);
      await tab.getByText(/Support has given you none/).waitFor();
      await keepSeen(tab, 'temporary-access-none');
    });
    await alone(async (tab) => {
      await open('/download-start', tab);
      // Workplace answers here, so the page goes on to the check.
      await title(/Resolve compliance issues|You are signed in/, tab);
      expect(tab.url()).not.toContain('session-expired');
      await keepSeen(tab, 'download-start-alone');
    });
  });

  /** Stands where Google Chrome would be, which the person uses, and writes down what it is started with. */
  async function startedWith(start: () => Promise<unknown>): Promise<readonly string[]> {
    const written = '/home/nadia/words';
    await linux.remove(written);
    await linux.run(['mkdir', '-p', '/home/nadia/.config/google-chrome'], { user: 'nadia' });
    await linux.write('/usr/bin/google-chrome', `#!/bin/sh\nprintf '%s\\n' "$@" > ${written}\n`, 0o755);
    await start();
    await expect.poll(async () => (await linux.run(['cat', written])).stdout, { timeout: 20_000 }).not.toBe('');
    return (await linux.read(written)).trim().split('\n');
  }
  const opensOf = (words: readonly string[]) => words.find((word) => word.startsWith('--app='))?.slice(6) ?? '';

  test('[S4.020, S7.016, S7.072] Workplace opens the person’s page, signed in by a web token', async () => {
    await browser.clearCookies();
    await signIn();
    const words = await startedWith(() => linux.run(['/opt/workplace/workplace', 'open'], { user: 'nadia' }));
    expect(opensOf(words)).toMatch(/\/online\/open#[\w-]{43}$/);
    await browser.clearCookies();
    await alone(async (tab) => {
      await tab.goto(opensOf(words));
      await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
      await tab.getByRole('heading', { name: 'This computer', exact: true }).waitFor();
      // How the computer is that it was opened from, and what to do.
      await tab.getByRole('link', { name: 'See what to do' }).waitFor();
      await keepSeen(tab, 'workplace', TALL);
    });
  });

  test('[S7.073] the extension has Workplace open the secure browser, in a profile of its own', async () => {
    await alone(async (popup) => {
      await popup.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
      const button = popup.getByRole('button', { name: 'Open the secure browser', exact: true });
      await button.waitFor();
      await keepSeen(popup, 'extension', { width: 360, height: 600 });
      const words = await startedWith(() => button.click());
      expect(words[0]).toMatch(/^--user-data-dir=.*\/secure-browser$/);
      expect(opensOf(words)).toMatch(/\/online\/open#[\w-]{43}$/);
    });
  });

  test('on Linux no alert promises to encrypt a drive: the page leads to what is possible there', async () => {
    for (const [program, said] of Object.entries(PLAIN_DRIVE)) {
      // `findmnt --poll` waits for a change.
      const waits = 'case " $* " in *--poll*) exec sleep infinity;; esac';
      // It may be running: another file takes its place.
      await linux.remove(`/usr/bin/${program}`);
      await linux.write(`/usr/bin/${program}`, `#!/bin/sh\n${waits}\necho '${JSON.stringify(said)}'\n`, 0o755);
    }
    await linux.remove('/run/systemd/container');
    await browser.clearCookies();
    await alone(async (tab) => {
      await tab.goto(`${gate.workApp}/start`);
      await tab.getByRole('textbox', { name: /login/i }).fill('nadia');
      await tab.getByLabel(/^password/i).fill('doorway-2026');
      await tab.getByRole('button', { name: /^sign in$/i }).click();
      const row = tab.getByRole('listitem').filter({ hasText: 'The hard drive is not encrypted' });
      const help = row.getByRole('link', { name: /^Help me fix it/ });
      await help.waitFor({ timeout: 60_000 });
      expect(await row.getByRole('button', { name: 'Fix it for me' }).count()).toBe(0);
      await tab.goto(`${gate.url}${await help.getAttribute('href')}`);
      await tab.getByText(/^Linux encrypts the drive while it is installed/).waitFor();
      await keepSeen(tab, 'encryption-linux', TALL);
    });
  });

  test('[S4.087] an error of the restricted session leads to the page that says it is over', async () => {
    await browser.clearCookies();
    await signIn();
    await open('/status');
    await page
      .getByText(/supported/i)
      .first()
      .waitFor();
    await page.route('**/api/devices/v2/**', (route) => route.fulfill({ status: 401, json: {} }));
    await page.reload();
    await page.waitForURL(/session-expired/, { timeout: 60_000 });
    // The person is still signed in: it is a step that has ended, and the page says so.
    await title(/^(This step of the sign-in has ended|You are signed in)\.$/);
    await keepSeen(page, 'step-ended');
    await page.unroute('**/api/devices/v2/**');
    await browser.clearCookies();
    await page.reload();
    await title('Your session timed out.');
    await keepSeen(page, 'session-expired');
  });

  test('[S1.029] in quick start it leads to the way to sign up', async () => {
    await browser.clearCookies();
    await remember(COOKIES.checkInfo, { mode: 'quick-start', failUrl: null });
    await alone(async (tab) => {
      await open('/session-expired', tab);
      const again = tab.getByRole('link', { name: 'Start again' });
      await again.waitFor();
      expect(await again.getAttribute('href')).toBe('/onboarding/signup');
      await keepSeen(tab, 'start-again');
    });
  });

  test('what the specification names without a use is asked by no page on all these ways', () => {
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((one) => NOT_ASKED.test(one))).toEqual([]);
  });
});
