import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { useWorld } from '../support/shared-world.ts';
import { signIn, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
let world: World;

/** What the content security policy refused, and what went wrong in the page. */
function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const updatesAreOff = (page: Page) => page.getByRole('heading', { name: 'Automatic updates are turned off' });

test('the support window opens over the list, is loaded under the policy, and gives the focus back', async () => {
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const { page } = world;
  const errors = listenForErrors(page);
  await signIn(world);
  await updatesAreOff(page).waitFor();
  const opener = page.getByRole('button', { name: 'Problems? Contact support' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Problems? Contact support' });
  await dialog.getByText('Nadia Keller').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(errors).toEqual([]);
});

test('the status page shows the same computer, lists what passed, and leads nowhere by itself', async () => {
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required', FirewallEnable: 'recommended' }));
  const { page, computer, gate } = world;
  await signIn(world);
  await updatesAreOff(page).waitFor();
  await page.goto(`${gate.url}/device-check/status`);
  await updatesAreOff(page).waitFor();
  await page.getByText(/\d security checks? passed/).click();
  await page.getByRole('heading', { name: 'Firewall is on' }).waitFor();
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  expect(await page.getByText('Support code').count()).toBe(0);

  await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
  await page.getByRole('heading', { name: 'Security checks passed' }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1500);
  expect(new URL(page.url()).pathname).toBe('/device-check/status');
});

test('an open page follows its push stream, and two tabs share one', async () => {
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const { page, computer } = world;
  const streams: string[] = [];
  computer.browser.on('request', (request) => {
    if (request.url().endsWith('/api/online/v1/events')) streams.push(request.url());
  });
  await signIn(world);
  await updatesAreOff(page).waitFor();
  const second = await computer.browser.newPage();
  await second.goto(page.url());
  await updatesAreOff(second).waitFor();
  expect(streams).toHaveLength(1);
  await page.close();
  await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(2);
});

test('a chart whose script went with a newer version is fetched with the newer page', async () => {
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const { page, gate } = world;
  await signIn(world);
  await updatesAreOff(page).waitFor();
  let asked = 0;
  await page.route('**/assets/status-loop-*.js', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.goto(`${gate.url}/device-check/status`);
  await updatesAreOff(page).waitFor();
  expect(asked).toBe(2);
  const ways = () =>
    performance.getEntriesByType('navigation').map((entry) => (entry as PerformanceNavigationTiming).type);
  expect(await page.evaluate(ways)).toEqual(['reload']);
});
