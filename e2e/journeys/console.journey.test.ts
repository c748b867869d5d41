import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAdministrator } from '../support/console.ts';
import { UPDATES_FILE, UPDATES_OFF } from '../support/computer.ts';
import { expectWindowByKeyboard, tabTo } from '../support/keyboard.ts';
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

test('a check stops someone, the administrator finds them, takes the way back by keyboard alone, and closes it again', async () => {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
    settings: { [UPDATES_FILE]: UPDATES_OFF },
  });
  await signIn(world);
  await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();

  const { page, complaints } = await startAdministrator(browser, world.gate, {
    login: 'merk',
    displayName: 'Ines Merk',
  });
  await page.goto(`${world.gate.url}/console/`);
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
  await page.getByText(/^Checks that your policy asks for: \d/).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: /^Search people, computers/ }).waitFor();
  await page.keyboard.type('nadia');
  await page.getByRole('option', { name: /^Nadia Keller.*Kept out/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Nadia Keller' }).waitFor();
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  await addByKeyboard(page);
  await page.getByRole('searchbox').fill('nadia');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Nadia Keller' }) });
  await row.getByText('Kept out').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Nadia Keller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nadia Keller' }).waitFor();
  await page.getByRole('region', { name: 'Computers' }).getByRole('listitem').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Computers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Computers' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('table').getByRole('link').first().click();
  const checks = page.getByRole('region', { name: 'Checks' });
  await checks.getByRole('row', { name: /^Automatic updates are turned off/ }).waitFor();
  await checks.getByText('What was read').first().click();
  expect(await axeFindings(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Look at report/ })
    .first()
    .click();
  await page.getByText('Signed by the key of this computer. This browser has just verified it.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Gate', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'The policy is enforced for everyone' }).waitFor();
  await page.getByRole('link', { name: '1 person kept out' }).waitFor();
  await page.getByText('No one has opened or closed the gate yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, /^let everyone in for 2 hours/i);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Let everyone in for 2 hours' }).waitFor();
  await tabTo(page, /^reason/i);
  await page.keyboard.type('The new check stops everyone');
  await tabTo(page, /^see what happens$/i);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Let everyone in for 2 hours', exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, /^let everyone in for 2 hours$/i);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Everyone is let in: the gate only looks' }).waitFor();
  // The page that kept her out goes on by itself.
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  await page.getByText(/^merk let everyone in until/).waitFor();

  await page.getByRole('button', { name: 'Enforce the policy…' }).click();
  await page.getByRole('textbox', { name: /^reason/i }).fill('The check is mended');
  await page.getByRole('button', { name: 'See what happens' }).click();
  const numbers = page.getByRole('region', { name: 'How many more would be stopped' });
  await numbers.getByRole('row', { name: 'Automatic updates 1' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const typed = page.getByRole('textbox', { name: /^more than 5 % of the people/i });
  const [, count = ''] =
    /Type (\d+)/.exec((await typed.evaluate((one) => (one as HTMLInputElement).labels?.[0]?.textContent)) ?? '') ?? [];
  await typed.fill('0');
  await page.getByRole('button', { name: /^Enforce it: / }).click();
  await page.getByText(`Type ${count} to go on.`).waitFor();
  await typed.fill(count);
  await page.getByRole('button', { name: /^Enforce it: / }).click();
  await page.getByRole('heading', { level: 2, name: 'The policy is enforced for everyone' }).waitFor();
  await page.getByText('merk enforced the policy').waitFor();
  expect(complaints).toEqual([]);
});

/** Adds a person on the page People, and comes back to where it began. */
async function addByKeyboard(page: Page): Promise<void> {
  await tabTo(page, /^add person$/i);
  await expectWindowByKeyboard(page, 'Add person', async () => expect(await axeFindings(page)).toEqual([]));
  await page.keyboard.press('Enter');
  const fields = { 'first and last name': 'Lena Brandt', 'e-mail': 'lena@alderbrook.example', login: 'nadia' };
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, new RegExp(`^${label}$`, 'i'));
    await page.keyboard.type(text);
  }
  await tabTo(page, /^see what happens$/i);
  await page.keyboard.press('Enter');
  await page.getByText('Another person has this login.').waitFor();
  // The focus is on that field.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('lena');
  await tabTo(page, /^see what happens$/i);
  await page.keyboard.press('Enter');
  await tabTo(page, /^add lena brandt$/i);
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Lena Brandt is added' })
    .getByText(/#invitation=/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, /^done$/i);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add person');
  await page.getByRole('row').getByRole('link', { name: 'Lena Brandt' }).waitFor();
}
