import type { Browser, Page } from 'playwright-core';
import { codeOf } from '@vestibule/testing/authenticator-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_OFF } from '../support/computer.ts';
import { ADMINISTRATOR_PASSWORD, startAdministrator } from '../support/console.ts';
import { tabTo } from '../support/keyboard.ts';
import { useWorld } from '../support/shared-world.ts';
import { axeFindings, startBrowser } from '../support/visitors.ts';
import { signIn } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const PERIOD_MS = 30_000;
const NARROW = { width: 360, height: 800 };

const startWorld = useWorld();
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function expectNoSideways(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(`${page.url()} is ${Math.max(width, NARROW.width)} wide`).toBe(`${page.url()} is ${NARROW.width} wide`);
}

async function pressByKey(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('an administrator signs in with a second factor, sees why someone is stopped, gives them access by keyboard alone, and takes it back', async () => {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
    settings: { [UPDATES_FILE]: UPDATES_OFF },
  });
  await signIn(world);
  await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
  // Her page would use the access at once.
  await world.page.goto('about:blank');

  const login = 'ayse';
  const { page, complaints, secret } = await startAdministrator(browser, world.gate, {
    login,
    displayName: 'Ayse Demir',
  });
  await page.context().clearCookies();
  await page.goto(`${world.gate.url}/console/`);
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR_PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Confirm that it is you');
  // The code of this half minute was spent when the app was set up.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, new Date(Date.now() + PERIOD_MS)));
  await page.keyboard.press('Enter');
  await heading(page, 'First steps');
  expect(new URL(page.url()).pathname).toMatch(/^\/console\//);

  await pressByKey(page, /^computers$/i);
  await heading(page, 'Computers');
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('stopped');
  await expect.poll(() => page.url()).toMatch(/\?verdict=stopped$/);
  const row = page.getByRole('row').filter({ hasText: 'Nadia Keller' });
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  await pressByKey(page, new RegExp(`^${name}`));
  await heading(page, name);
  await page.getByText('Kept out by 1').waitFor();
  const check = page.getByRole('row', { name: /^Automatic updates are turned off/ });
  await check.waitFor();
  await page.goBack();
  await heading(page, 'Computers');
  expect(page.url()).toMatch(/\?verdict=stopped$/);
  await page.goForward();
  await check.waitFor();
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize(NARROW);
  await check.getByText('What was read').click();
  await check.locator('dl').getByText('Installed by themselves').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expectNoSideways(page);
  await page.setViewportSize(wide);

  await pressByKey(page, /^Nadia Keller/);
  await heading(page, 'Nadia Keller');
  await tabTo(page, /^reason/i);
  await page.keyboard.type('Her replacement comes at noon');
  await pressByKey(page, /^give nadia keller 4 hours…$/i);
  const dialog = page.getByRole('dialog', { name: 'Give temporary access' });
  await dialog.getByRole('button', { name: 'Give Nadia Keller 4 hours', exact: true }).waitFor();
  await dialog.getByText('vestibule access grant nadia', { exact: false }).waitFor({ state: 'attached' });
  expect(await axeFindings(page)).toEqual([]);
  await pressByKey(page, /^give nadia keller 4 hours$/i);
  await dialog.waitFor({ state: 'detached' });
  const access = page.getByRole('region', { name: 'Temporary access', exact: true });
  await access.getByRole('listitem').filter({ hasText: 'Her replacement comes at noon' }).waitFor();
  await pressByKey(page, /^undo$/i);
  await access.getByText('None at the moment.').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The access is gone: her computer decides again.
  await world.page.goto(`${world.gate.workApp}/start`);
  await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
  expect(complaints).toEqual([]);
});

test('axe finds nothing on any page of the navigation, light and dark, and none is wider than a phone', async () => {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const { page, complaints } = await startAdministrator(browser, world.gate, {
    login: 'bruno',
    displayName: 'Bruno <b>Costa</b>',
  });
  await page.goto(`${world.gate.url}/console/`);
  await heading(page, 'First steps');
  const links = page.getByRole('navigation').first().getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThan(8);
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const address of addresses) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([address, ...(await axeFindings(page))]).toEqual([address]);
    await page.setViewportSize(NARROW);
    await expectNoSideways(page);
    await page.setViewportSize(wide);
  }
  expect(complaints).toEqual([]);
});
