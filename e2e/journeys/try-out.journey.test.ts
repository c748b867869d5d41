import { BASE_PATH } from '@vestibule/contracts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/visitors.ts';
import { usePortal } from '../support/portal.ts';
import { createPolicy } from './policies.ts';

const usePortalNow = usePortal(createPolicy({}));
const TRIED = createPolicy({ FirewallEnable: 'required', ScreenSaverTimeout: 'recommended' });

async function makeLink(): Promise<string> {
  const { link } = await usePortalNow().admin.ask('adminTryPolicy', { body: { text: TRIED, hours: 1 } });
  if (link === null) throw new Error('No link was made.');
  return link;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Synthetic laptop' });
const AT_WORK = 'Here the person would be at work';

async function turn(page: Page, check: string, state: string): Promise<void> {
  await page.getByLabel(check, { exact: true }).selectOption(state);
}

test('a policy is felt on a synthetic laptop: blocked, fixed, at work, and no one was signed in', async () => {
  const portal = usePortalNow();
  const { page, context } = await portal.newGuest();
  const link = await makeLink();
  const before = await portal.admin.ask('adminDevices', {});
  const cookieNames = async () => (await context.cookies()).map(({ name }) => name).toSorted();
  const cookies = await cookieNames();
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push(pathname);
  });

  await page.goto(link);
  await bar(page).getByText('This is a simulated laptop. It signs no one in.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await heading(page, AT_WORK).waitFor();
  expect(await axeFindings(page, ['light', 'dark'])).toEqual([]);

  // A check turns bad: the person comes again, and is stopped.
  await bar(page).getByRole('button', { name: 'Change the laptop' }).press('Enter');
  await turn(page, 'Firewall', 'bad');
  await heading(page, 'The firewall is turned off').waitFor();
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  expect(await axeFindings(page, ['light', 'dark'])).toEqual([]);

  // The page watches: another one turns up at once, and one that cannot be read says so.
  await turn(page, 'Time until the screen saver starts', 'bad');
  await heading(page, 'The screen saver starts after more than 1 day').waitFor();

  await page.getByRole('button', { name: 'Fix it for me' }).first().click();
  await heading(page, 'The firewall is turned off').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Firewall', { exact: true }).inputValue()).toBe('good');
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, AT_WORK).waitFor();

  // Of the person who really is signed in in this browser nothing was asked, and of the laptop nothing is left.
  const asked = new Set(sent.filter((path) => !path.startsWith('/api/try-out/v1/')));
  expect([...asked].toSorted()).toEqual(['/api/online/v1/company-settings', '/api/online/v1/support/public-info']);
  expect(await portal.admin.ask('adminDevices', {})).toEqual(before);
  expect(await cookieNames()).toEqual([...cookies, 'vestibule-try-out'].toSorted());

  await page.goto(`${portal.gate.url}${BASE_PATH}/try/support`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await bar(page).waitFor();

  const other = await portal.newGuest();
  await other.page.goto(link);
  await heading(other.page, 'This link is over').waitFor();
});
