import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_OFF } from '../support/computer.ts';
import { startAdministrator } from '../support/console.ts';
import { tabTo } from '../support/keyboard.ts';
import { useWorld } from '../support/shared-world.ts';
import { axeFindings, startBrowser } from '../support/visitors.ts';
import { signIn } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const NARROW = { width: 360, height: 800 };
const WIDE = { width: 1280, height: 800 };

const startWorld = useWorld();
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function pressByKey(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** The editor's look comes by style sheets that it adopts: markup of them would be refused. */
function styleSheetsOfEditor(page: Page): Promise<{ readonly adopted: number; readonly elements: number }> {
  return page.getByRole('textbox', { name: 'Text of the policy' }).evaluate((content) => {
    const root = content.getRootNode() as ShadowRoot;
    return { adopted: root.adoptedStyleSheets.length, elements: root.querySelectorAll('style').length };
  });
}

test('an administrator changes a check in the form by keyboard alone, sees whom it stops, publishes it with a reason, finds it in the history, and takes it back', async () => {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'recommended' }), {
    settings: { [UPDATES_FILE]: UPDATES_OFF },
  });
  await signIn(world);
  await world.page.getByRole('button', { name: 'Continue' }).click();
  await world.page.getByText('Signed in as Nadia Keller').waitFor();

  const { page, complaints } = await startAdministrator(browser, world.gate, {
    login: 'petra',
    displayName: 'Petra Vogel',
  });
  await page.setViewportSize(WIDE);
  await page.goto(`${world.gate.url}/console/policy`);
  await page.getByRole('heading', { level: 1, name: 'Policy' }).waitFor();

  // The one check that is recommended has the focus, and one step to the right is required.
  await page.getByRole('group', { name: 'Severity of Automatic updates' }).waitFor();
  await tabTo(page, /^recommended$/i);
  await page.keyboard.press('ArrowRight');
  const impact = region(page, 'If this held now');
  await impact.getByText(/^Judged .* by the last report of 1 computer\.$/).waitFor();
  await impact.getByText('The first of them').click();
  await impact.getByRole('link', { name: /^nadia, .*: Automatic updates$/ }).waitFor();
  await page.getByText('1 more computer kept out').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The same text, in the editor: what is wrong stands at its line, and Tab leaves it.
  await page.getByRole('link', { name: 'Text', exact: true }).press('Enter');
  const editor = page.getByRole('textbox', { name: 'Text of the policy' });
  await editor.getByText('OsAutoUpdateEnable').waitFor();
  expect(await editor.locator('.cm-line').allTextContents()).toContain('  OsAutoUpdateEnable: { severity: required }');
  const sheets = await styleSheetsOfEditor(page);
  expect(sheets.adopted).toBeGreaterThan(0);
  expect(sheets.elements).toBe(0);
  await editor.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('oops');
  await page.getByRole('list', { name: 'This text can’t be read as a policy' }).waitFor();
  await page.locator('.cm-lint-marker-error').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
  await page.setViewportSize(WIDE);
  for (const _ of 'oops') await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  expect(await editor.evaluate((content) => content.matches(':focus'))).toBe(false);

  await pressByKey(page, /^review and publish$/i);
  const review = page.getByRole('dialog', { name: 'Review and publish' });
  await region(page, 'What changed').getByText('OsAutoUpdateEnable: { severity: required }').waitFor();
  await tabTo(page, /^reason/i);
  await page.keyboard.type('Updates close most holes');
  await pressByKey(page, /^see what happens$/i);
  await tabTo(page, /Type 1 to go on/);
  await page.keyboard.type('1');
  expect(await axeFindings(page)).toEqual([]);
  await pressByKey(page, /^publish: 1 more is stopped$/i);
  await review.waitFor({ state: 'detached' });
  await page.getByText('The policy holds.').first().waitFor();
  await world.page.goto(`${world.gate.workApp}/start`);
  await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
  await world.page.goto('about:blank');

  await page.getByRole('link', { name: 'History', exact: true }).press('Enter');
  const newest = page.getByRole('listitem').filter({ hasText: 'Holds now' });
  await newest.getByText('“Updates close most holes”').waitFor();
  expect(await newest.textContent()).toContain('petra stored it');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Taken from the file' })
    .getByRole('button', { name: 'What changed' })
    .press('Enter');
  expect(page.url()).toMatch(/\?view=history&version=\d+$/);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore this version…' }).press('Enter');
  const restore = page.getByRole('dialog', { name: 'Restore this version' });
  await tabTo(page, /^reason/i);
  await page.keyboard.type('Too early');
  await pressByKey(page, /^see what happens$/i);
  await pressByKey(page, /^publish: no one more is stopped$/i);
  await restore.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'Holds now' }).getByText('“Too early”').waitFor();

  await world.page.goto(`${world.gate.workApp}/start`);
  await world.page
    .getByText('Signed in as Nadia Keller')
    .or(world.page.getByRole('button', { name: 'Continue' }))
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
