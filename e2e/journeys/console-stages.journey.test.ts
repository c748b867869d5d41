import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer } from '../support/administration.ts';
import { UPDATES_FILE, UPDATES_OFF } from '../support/computer.ts';
import { startAdministrator } from '../support/console.ts';
import { tabTo } from '../support/keyboard.ts';
import { observeAtLeisure } from '../support/observe-at-leisure.ts';
import { useWorld } from '../support/shared-world.ts';
import { axeFindingsInEveryLook, startBrowser } from '../support/visitors.ts';
import { signIn, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const MINUTE_MS = 60_000;
/** The server looks every fifteen seconds which stage is due; the page asks for the brake every minute. */
const ROUND_MS = 75_000;

const startWorld = useWorld();
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const stageOf = (page: Page, name: RegExp) => region(page, 'Stages').getByRole('listitem').filter({ hasText: name });

async function pressByKey(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/**
 * An open gate that reads in passing: Nadia Keller, of the group "field", is at work on a computer that fails a check, and
 * Tomás Rivera, of the group "pilot", has never come, and neither has Ida Lund.
 */
async function startPilot(): Promise<World> {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
    settings: { [UPDATES_FILE]: UPDATES_OFF },
  });
  const { ask } = await administer(world.gate.dataFolder);
  const ida = { login: 'ida', displayName: 'Ida Lund', email: 'ida@alderbrook.example' };
  await ask('adminAddPerson', { body: { ...ida, groups: [] } });
  for (const [login, group] of [
    ['tomas', 'pilot'],
    ['nadia', 'field'],
  ] as const) {
    const { people } = await ask('adminPeople', { query: { search: login } });
    const personId = people[0]?.id ?? '';
    await ask('adminUpdatePerson', { parameters: { personId }, body: { groups: [group] } });
  }
  await ask('adminSetGate', { body: { state: 'observing', isReading: true, reason: 'pilot' } });
  await observeAtLeisure(world.page);
  await signIn(world);
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  return world;
}

interface Planned {
  readonly name: string;
  readonly group?: string;
  readonly at?: Date;
  readonly accepts?: number;
}

async function planByKey(page: Page, { name, group, at, accepts }: Planned): Promise<void> {
  await pressByKey(page, /^plan a stage…$/i);
  const dialog = page.getByRole('dialog', { name: 'Plan a stage' });
  await dialog.waitFor();
  await tabTo(page, /^what you call it/i);
  await page.keyboard.type(name);
  if (group !== undefined) {
    await tabTo(page, /^groups/i);
    await page.keyboard.type(group);
  }
  if (at !== undefined) {
    await tabTo(page, /^begin it by itself at/i);
    // In which order its parts are typed is up to the browser's language.
    await page.locator(':focus').fill(asLocal(at));
  }
  if (accepts !== undefined) {
    await tabTo(page, /^how many more/i);
    await page.keyboard.type(String(accepts));
  }
  await pressByKey(page, /^see what happens$/i);
  await dialog.getByRole('button', { name: 'Plan a stage', exact: true }).waitFor();
  // The button that has the focus is now this one.
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** As a field of the browser on this machine takes it. */
function asLocal(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

test('an administrator plans stages by keyboard alone, one begins by itself, the next one waits, the brake is seen, and an auditor sees all of it and changes nothing', async () => {
  const world = await startPilot();
  const { page, complaints } = await startAdministrator(browser, world.gate, {
    login: 'petra',
    displayName: 'Petra Vogel',
  });
  await page.goto(`${world.gate.url}/console/gate`);
  await page.getByRole('heading', { level: 2, name: 'Everyone is let in: the gate only looks' }).waitFor();
  const at = new Date(Math.ceil((Date.now() + (2 * MINUTE_MS) / 3) / MINUTE_MS) * MINUTE_MS);
  await planByKey(page, { name: 'Pilot', group: 'pilot' });
  await planByKey(page, { name: 'Field', group: 'pilot, field', at, accepts: 1 });
  await planByKey(page, { name: 'Everyone', at });
  await stageOf(page, /^2 Field2 people/).waitFor();
  await stageOf(page, /^3 Everyone3 people/).waitFor();

  const impact = region(page, 'If it were enforced now');
  await tabTo(page, /^everyone$/i);
  await page.keyboard.press('ArrowLeft');
  await impact.getByText('more person would be stopped, of 1 for whom it would be enforced').waitFor();
  expect(new URL(page.url()).search).toBe('?if=stage-1');

  await pressByKey(page, /^review stage 1…$/i);
  const review = page.getByRole('dialog', { name: 'Begin stage 1, Pilot' });
  await review.waitFor();
  await tabTo(page, /^reason/i);
  await page.keyboard.type('The pilot begins');
  await pressByKey(page, /^see what happens$/i);
  await tabTo(page, /Type 1 to go on/);
  await page.keyboard.type('1');
  await pressByKey(page, /^begin stage 1 for 1 person$/i);
  await review.waitFor({ state: 'detached' });
  await stageOf(page, /^1 Pilot1 personSince/).waitFor();

  // The names behind a number, and back.
  await tabTo(page, /^stage 1$/i);
  await page.keyboard.press('ArrowRight');
  await pressByKey(page, /^automatic updates$/i);
  const list = region(page, 'Automatic updates');
  await list.getByRole('link', { name: 'Nadia Keller' }).waitFor();
  await pressByKey(page, /^nadia keller$/i);
  await page.getByRole('heading', { level: 1, name: 'Nadia Keller' }).waitFor();
  await page.goBack();
  await list.getByRole('link', { name: 'Nadia Keller' }).waitFor();
  expect(await axeFindingsInEveryLook(page)).toEqual([]);

  // Its time comes, and what it was allowed to stop it stops. The one after it may stop no one, and waits.
  await stageOf(page, /^2 Field2 peopleSince/).waitFor({ timeout: MINUTE_MS + ROUND_MS });
  const { ask } = await administer(world.gate.dataFolder);
  const { stages } = await ask('adminStages');
  expect(Date.parse(stages[1]?.begunAt ?? '')).toBeGreaterThanOrEqual(at.getTime());
  await page.getByText('Stage 2, Field, began by itself').waitFor();
  const next = region(page, 'Next stages');
  await next.getByText(/^Waits since .*: it would stop \d more\.$/).waitFor({ timeout: ROUND_MS });
  expect(await axeFindingsInEveryLook(page)).toEqual([]);
  await world.page.goto(`${world.gate.workApp}/start`);
  await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();

  const brake = region(page, 'Brake');
  await brake.getByText('Off', { exact: true }).waitFor();
  await pressByKey(page, /^turn the brake on…$/i);
  const turning = page.getByRole('dialog', { name: 'Turn the brake on' });
  await turning.getByRole('button', { name: 'Turn the brake on', exact: true }).waitFor();
  await pressByKey(page, /^turn the brake on$/i);
  await turning.waitFor({ state: 'detached' });
  await brake.getByText('On', { exact: true }).waitFor({ timeout: ROUND_MS });
  await brake.getByText('It has never acted.').waitFor();
  expect(await axeFindingsInEveryLook(page)).toEqual([]);
  expect(complaints).toEqual([]);

  const auditor = await startAdministrator(browser, world.gate, {
    login: 'abel',
    displayName: 'Abel Roth',
    role: 'auditor',
  });
  await auditor.page.goto(`${world.gate.url}/console/gate`);
  await stageOf(auditor.page, /^2 Field2 peopleSince/).waitFor();
  await region(auditor.page, 'Next stages')
    .getByText(/it would stop 1 more/)
    .waitFor();
  await region(auditor.page, 'Brake').getByText('It has never acted.').waitFor();
  await auditor.page.getByText('Stage 2, Field, began by itself').waitFor();
  await pressByKey(auditor.page, /^show as list of people$/i);
  await region(auditor.page, 'All who would be stopped').getByRole('link', { name: 'Ida Lund' }).waitFor();
  const buttons = await auditor.page.getByRole('main').getByRole('button').allTextContents();
  expect(buttons).toEqual(['Judge again']);
  const context = auditor.page.context();
  const cookies = await context.cookies(world.gate.url);
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const asked = await context.request.put(`${world.gate.url}/api/admin/v1/gate/stages`, {
    data: { stages: [] },
    headers: { origin: world.gate.url, 'X-XSRF-TOKEN': token },
  });
  expect(await asked.json()).toMatchObject({ code: 'role_missing' });
  expect((await ask('adminStages')).stages.map(({ name }) => name)).toEqual(['Pilot', 'Field', 'Everyone']);
  expect(auditor.complaints).toEqual([]);
}, 480_000);
