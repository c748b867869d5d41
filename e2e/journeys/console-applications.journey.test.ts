import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startAdministrator } from '../support/console.ts';
import { expectWindowByKeyboard, tabTo } from '../support/keyboard.ts';
import { startRelyingParty } from '../support/relying-party.ts';
import { useWorld } from '../support/shared-world.ts';
import { axeFindingsInEveryLook, startBrowser } from '../support/visitors.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
const ends: (() => Promise<void>)[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => browser.close());

async function writeByKey(page: Page, label: RegExp, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}

async function pressByKey(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('an administrator adds an application by keyboard alone, enters at it what the page says, and a person signs in to it', async () => {
  const world = await startWorld(createPolicy({}));
  const party = await startRelyingParty();
  ends.push(() => party.stop());
  const { page, complaints } = await startAdministrator(browser, world.gate, {
    login: 'vera',
    displayName: 'Vera Adler',
  });
  await page.goto(`${world.gate.url}/console/applications`);
  await page.getByRole('table').waitFor();
  await tabTo(page, /^add application$/i);
  await expectWindowByKeyboard(page, 'Add application', async () => {
    expect(await axeFindingsInEveryLook(page)).toEqual([]);
  });
  await page.keyboard.press('Enter');
  await writeByKey(page, /^name$/i, 'Wiki');
  await tabTo(page, /^by address$/i);
  // As a group of radio buttons: the arrows choose.
  for (let way = 0; way < 3; way += 1) await page.keyboard.press('ArrowRight');
  await writeByKey(page, /^redirect addresses/i, party.redirectUri);
  await writeByKey(page, /^where a sign-in begins/i, `${party.url}/start`);
  await pressByKey(page, /^see what happens$/i);
  await pressByKey(page, /^add wiki$/i);
  const added = page.getByRole('dialog', { name: 'Wiki is added' });
  const valueOf = async (what: string) => {
    const row = added.getByRole('term').filter({ hasText: new RegExp(`^${what}$`) });
    return (await row.locator('xpath=following-sibling::dd[1]//code').textContent()) ?? '';
  };
  await added.getByText(/^The secret is shown this once/).waitFor();
  expect(await axeFindingsInEveryLook(page)).toEqual([]);
  await party.connect(await valueOf('Issuer'), await valueOf('Client id'), await valueOf('Client secret'));
  await pressByKey(page, /^done$/i);
  await added.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'Wiki' });
  await row.getByText('OpenID Connect').waitFor();
  expect(await row.getByRole('link', { name: 'Open Wiki' }).getAttribute('href')).toBe(`${party.url}/start`);

  const person = world.page;
  await person.goto(`${party.url}/start`);
  await person.getByRole('textbox', { name: /login/i }).fill('nadia');
  await person.getByLabel(/^password/i).fill('doorway-2026');
  await person.getByRole('button', { name: /^sign in$/i }).click();
  await person.getByText('Signed in as Nadia Keller').waitFor();
  expect(complaints).toEqual([]);
});
