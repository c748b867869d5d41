import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer } from '../support/administration.ts';
import { UPDATES_FILE, UPDATES_OFF } from '../support/computer.ts';
import { startAdministrator } from '../support/console.ts';
import { tabTo } from '../support/keyboard.ts';
import { useWorld } from '../support/shared-world.ts';
import { axeFindings, startBrowser } from '../support/visitors.ts';
import { signIn } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('a computer waits and is approved by keyboard alone, its person is let in around the gate, and the list says why', async () => {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
    settings: { [UPDATES_FILE]: UPDATES_OFF },
  });
  const { ask } = await administer(world.gate.dataFolder);
  const set = { registration: { mode: 'approved' } };
  await ask('adminSetSettings', { body: { set, reset: [], acceptBlocking: 1000 } });
  await signIn(world);
  await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();

  const { page, complaints } = await startAdministrator(browser, world.gate, {
    login: 'merk',
    displayName: 'Ines Merk',
  });
  await page.goto(`${world.gate.url}/console/waiting`);
  await page.getByRole('complementary', { name: /of Nadia Keller$/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, /^approve…$/i);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Approve \S/ }).waitFor();
  await tabTo(page, /^approve (?!…)/i);
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is waiting').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Sign-ins', exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Nadia Keller' }) });
  await row.getByText('Kept out').waitFor();
  await page.getByRole('img', { name: /^1 sign-in\. .* 1 kept out\.$/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await row.getByRole('link').click();
  const story = page.getByRole('complementary', { name: /^Nadia Keller to / });
  await story
    .getByRole('listitem')
    .filter({ hasText: /Kept out by \d+: .*Automatic updates/ })
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await story.getByRole('link', { name: 'Open person' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nadia Keller' }).waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The update server is being replaced');
  await page.getByRole('button', { name: /^Give Nadia Keller 4 hours…$/ }).click();
  await page.getByRole('button', { name: 'Give Nadia Keller 4 hours', exact: true }).click();
  await world.page.getByText('Signed in as Nadia Keller').waitFor();

  const today = new Date().toISOString().slice(0, 10);
  await page.goto(`${world.gate.url}/console/sign-ins?view=around&since=${today}&until=${today}`);
  await row.getByText('Temporary access').first().waitFor();
  await row.getByText('“The update server is being replaced”').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // Who signs in while the list is read is announced above it, and comes in by a press.
  await page.goto(`${world.gate.url}/console/sign-ins`);
  await row.waitFor();
  await world.page.goto(`${world.gate.workApp}/start`);
  await page.getByRole('button', { name: '1 new sign-in' }).click();
  await expect.poll(() => page.getByRole('table').getByRole('link').count()).toBe(2);
  expect(complaints).toEqual([]);
});
