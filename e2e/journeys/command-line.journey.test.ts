import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runFolder } from '@vestibule/testing/run-folder';
import { codeOf } from '@vestibule/testing/authenticator-app';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEMO_PEOPLE } from '../../apps/server/src/subjects/people/trial-people.ts';
import { ADMINISTRATOR_PASSWORD, startAdministrator } from '../support/console.ts';
import { tabTo } from '../support/keyboard.ts';
import { useWorld } from '../support/shared-world.ts';
import { axeFindings, axeFindingsInEveryLook, startBrowser, startVisitor } from '../support/visitors.ts';
import { createPolicy } from './policies.ts';

const PERIOD_MS = 30_000;
const WIDTHS = [360, 768, 1440] as const;

const startWorld = useWorld();
let browser: Browser;
/** A desk of a help-desk person: the file that the gate handed out, and their own settings. */
let desk: { readonly folder: string; readonly script: string; readonly opened: string };

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  const folder = await mkdtemp(join(runFolder(), 'desk-'));
  const [bin, opened] = [join(folder, 'bin'), join(folder, 'opened')];
  await mkdir(bin);
  // What the system opens addresses with: here it only says which one.
  await writeFile(
    join(bin, 'xdg-open'),
    `#!/bin/sh\nprintf '%s' "$1" > '${opened}.part' && /bin/mv '${opened}.part' '${opened}'\n`,
  );
  await chmod(join(bin, 'xdg-open'), 0o755);
  desk = { folder, script: join(folder, 'vestibule.mjs'), opened };
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

function begin(...words: string[]) {
  const child = spawn(process.execPath, [desk.script, ...words], {
    cwd: desk.folder,
    env: { PATH: join(desk.folder, 'bin'), XDG_CONFIG_HOME: join(desk.folder, 'settings') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const all = Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { ran: async () => all.then(([out, err, code]) => ({ out, err: err.replaceAll(/\s+/g, ' '), code })) };
}
const run = (...words: string[]) => begin(...words).ran();

async function openedAddress(): Promise<string> {
  await expect.poll(() => readFile(desk.opened, 'utf8').catch(() => ''), { timeout: 20_000 }).not.toBe('');
  return readFile(desk.opened, 'utf8');
}

async function download(page: Page, gate: string): Promise<void> {
  await page.goto(`${gate}/console/audit`);
  const link = page.getByRole('link', { name: 'Get the command line' });
  await link.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await link.click();
  await heading(page, 'Command line');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download vestibule.mjs' }).click(),
  ]);
  await file.saveAs(desk.script);
}

async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(await axeFindingsInEveryLook(page)).toEqual([]);
}

test('a help-desk person gets the command line from the gate, signs in by their browser, helps a caller, and signs out', {
  timeout: 480_000,
}, async () => {
  const { gate } = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const lena = { login: 'lena', displayName: 'Lena Vogt', role: 'support' } as const;
  const { page, complaints, secret } = await startAdministrator(browser, gate, lena);
  await download(page, gate.url);
  await expectFits(page);

  // Signed out: the sign-in comes first, with the second factor, and leads back to the question.
  await page.context().clearCookies();
  const login = begin('login', '--url', gate.url);
  await page.goto(await openedAddress());
  await page.getByLabel('Login').fill(lena.login);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR_PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Confirm that it is you');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, new Date(Date.now() + PERIOD_MS)));
  await page.keyboard.press('Enter');
  await heading(page, /^The command line on .+ asks to act as you$/);
  await page.getByText('what your role may: Help desk').waitFor();
  await expectFits(page);
  const letters = (await page.getByText(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/).textContent()) ?? '-';
  await tabTo(page, /^allow$/i);
  await page.keyboard.press('Enter');
  await heading(page, 'You are signed in on the command line');
  expect(new URL(page.url()).search).toBe('?end=signed-in');
  await expectFits(page);
  const done = await login.ran();
  expect([done.code, done.out.replaceAll(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining('as lena (support) until'),
  ]);
  expect(done.err).toContain(`only if the page shows ${letters}`);

  const file = join(desk.folder, 'settings/vestibule/sign-ins.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const token = /vestibule-admin-[\w-]+/.exec(await readFile(file, 'utf8'))?.[0] ?? 'none';
  expect([done.out, done.err].join('').includes(token)).toBe(false);
  const given = await run('access', 'grant', 'nadia', '--hours', '4', '--reason', 'laptop is being replaced');
  expect(given.code).toBe(0);
  // What is for administrators stays for them.
  expect((await run('person', 'block', 'nadia', '--reason', 'x')).code).toBe(4);

  expect((await run('logout')).code).toBe(0);
  expect((await run('person', 'list')).err).toContain('vestibule login --url');
  const answer = await fetch(`${gate.url}/api/admin/v1/status`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  expect(complaints).toEqual([]);
});

test('nothing is allowed without a press: by a page of another site, in a frame, or by who says no', async () => {
  const { gate } = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const { page } = await startAdministrator(browser, gate, {
    login: 'sven',
    displayName: 'Sven Dahl',
    role: 'support',
  });
  await download(page, gate.url);
  const login = begin('login', '--url', gate.url);
  const address = await openedAddress();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/command-line-codes|:\d+\/callback/.test(request.url())) calls.push(request.url());
  });
  // The work application stands for any other site: it leads there, and frames it.
  await page.goto(`${gate.workApp}/`);
  await page.evaluate((to) => {
    const frame = document.createElement('iframe');
    frame.src = to;
    document.body.append(frame);
  }, address);
  await page.waitForTimeout(1000);
  const framed = page.frames().filter((frame) => frame.url().includes('/console/'));
  expect(framed).toEqual([]);
  await page.evaluate((to) => window.location.assign(to), address);
  await heading(page, /asks to act as you$/);
  expect(calls).toEqual([]);
  await page.getByRole('button', { name: 'Don’t allow' }).click();
  const { code, err } = await login.ran();
  expect([code, err]).toEqual([4, expect.stringContaining('You did not allow it')]);
  expect(calls.filter((one) => one.includes('command-line-codes'))).toEqual([]);
});

test('an employee without a role allows nothing', async () => {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const { page } = await startVisitor(browser);
  const query = { port: '49152', challenge: 'A'.repeat(43), state: 's'.repeat(43), computer: 'desk-7' };
  await page.goto(`${world.gate.url}/console/command-line/allow?${new URLSearchParams(query).toString()}`);
  await page.getByLabel('Login').fill(DEMO_PEOPLE[0].login);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PEOPLE[0].password);
  await page.keyboard.press('Enter');
  await heading(page, 'The console is for people with a role');
  expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
});
