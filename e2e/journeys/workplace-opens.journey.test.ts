import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { COOKIES } from '@vestibule/contracts';
import { freePort } from '@vestibule/testing/free-port';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { TEST_BROWSER_ARGUMENTS } from '../../scripts/browser/test-arguments.ts';
import { EXTENSION_ID } from '../../scripts/build-extension.ts';
import { desktopEntry } from '../../scripts/package/menu-entries.ts';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { root } from '../support/processes.ts';
import { signIn, startWorld, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const run = promisify(execFile);

let world: World;
let other: Browser | null;

beforeEach(async () => {
  other = null;
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
    settings: { [UPDATES_FILE]: UPDATES_ON },
  });
});
afterEach(async () => {
  await other?.close();
  await world.close();
});

/** The folder in which the whole computer of this test lies. */
const folderOf = ({ computer }: World) => dirname(computer.systemRoot);

/**
 * Puts a browser on the computer that is not the one in which the person signs in: the real one, with a profile of its own,
 * and a port by which the test looks into its window. It writes down what it was started with.
 */
async function placeBrowser(): Promise<{ readonly port: number; readonly words: () => Promise<string> }> {
  const folder = folderOf(world);
  const port = await freePort();
  const program = join(world.computer.systemRoot, 'usr/bin/google-chrome');
  const written = join(folder, 'words');
  const own = [...TEST_BROWSER_ARGUMENTS, '--headless', `--remote-debugging-port=${port}`];
  const executable = findBrowser()?.executable ?? '';
  await mkdir(dirname(program), { recursive: true });
  await writeFile(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${written}\nexec ${executable} --user-data-dir=${join(folder, `window-${port}`)} ${own.join(' ')} "$@"\n`,
  );
  await chmod(program, 0o755);
  return { port, words: () => readFile(written, 'utf8') };
}

/** Starts the entry of the menu by its Exec line, as a desktop does. */
async function clickMenuEntry(...more: readonly string[]): Promise<void> {
  const state = join(folderOf(world), 'client-state');
  const client = join(root, 'dist/client/workplace');
  const exec = [client, 'open', '--state', state, '--system-root', world.computer.systemRoot, ...more].join(' ');
  const line = /^Exec=(.*)$/m.exec(desktopEntry({ exec, icon: 'workplace' }))?.[1] ?? '';
  const [program = '', ...words] = line.split(' ');
  await run(program, words);
}

/** What the window shows, once it is there. */
async function lookInto(port: number): Promise<Page> {
  const connect = () => chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/json/version`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  other = await connect();
  const page = other.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('The browser shows no page.');
  return page;
}

test('[S2.092, S7.016, S7.072] the menu entry opens the person’s page in a window of its own, signed in', async () => {
  await signIn(world);
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  const { port, words } = await placeBrowser();
  await clickMenuEntry();
  const page = await lookInto(port);
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  await page.getByRole('heading', { name: 'This computer', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Your applications' }).waitFor();
  expect(await words()).toMatch(/^--app=http:\/\/localhost:\d+\/online\/open#[\w-]{43}\n$/);
  // Neither the address nor the history of the window holds the token.
  expect(page.url()).toBe(`${world.gate.url}/online/session-status`);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  if (process.env['PICTURES'] !== undefined)
    await page.screenshot({ path: join(process.env['PICTURES'], 'signed-in.png') });
});

test('[S2.093] where no one is signed in, Workplace asks for username and password first', async () => {
  const { port, words } = await placeBrowser();
  await clickMenuEntry();
  const page = await lookInto(port);
  await page.getByRole('textbox', { name: /login/i }).fill('nadia');
  await page.getByLabel(/^password/i).fill('doorway-2026');
  expect(await words()).toBe(`--app=${world.gate.url}/online/session-status\n`);
  if (process.env['PICTURES'] !== undefined) await page.screenshot({ path: join(process.env['PICTURES'], 'asks.png') });
  await page.getByRole('button', { name: /^sign in$/i }).click();
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
});

test('after a sign-out Workplace asks again, though its computer is the same', async () => {
  await signIn(world);
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  await world.page.goto(`${world.gate.url}/online/session-status`);
  await world.page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await world.page.waitForURL(/done=signed-out/);
  const { port } = await placeBrowser();
  await clickMenuEntry();
  const page = await lookInto(port);
  await page.getByRole('textbox', { name: /login/i }).waitFor();
  expect(page.url()).toContain('/online/?reason=not_signed_in');
});

test('[S7.073] the secure browser opens in a profile of its own', async () => {
  await signIn(world);
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  const { words } = await placeBrowser();
  await clickMenuEntry('--secure-browser');
  await expect.poll(() => words().catch(() => '')).not.toBe('');
  const [profile = '', ...others] = (await words()).trim().split('\n');
  expect(profile).toBe(`--user-data-dir=${join(folderOf(world), 'client-state/secure-browser')}`);
  expect(others.at(-1)).toMatch(/^--app=.*\/online\/open#[\w-]{43}$/);
});

test.each([
  ['Open Workplace', /^--app=.*\/online\/open#[\w-]{43}$/],
  ['Open the secure browser', /^--user-data-dir=.*\/client-state\/secure-browser$/],
])('[S7.072, S7.073] the extension has Workplace open it: %s', async (name, first) => {
  await signIn(world);
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  const { port, words } = await placeBrowser();
  const popup = await world.computer.browser.newPage();
  await popup.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
  await popup.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => words().catch(() => ''), { timeout: 20_000 }).not.toBe('');
  expect((await words()).split('\n')[0]).toMatch(first);
  if (process.env['PICTURES'] !== undefined) {
    await popup.setViewportSize({ width: 320, height: 560 });
    await popup.screenshot({ path: join(process.env['PICTURES'], 'popup.png') });
  }
  // What was started lasts longer than the client that started it.
  await popup.close();
  if (name !== 'Open Workplace') return;
  const page = await lookInto(port);
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
});

test('[S4.020] after onboarding-v3 Workplace opens signed in, and the check goes on in the page that asked', async () => {
  const { gate, computer } = world;
  await signIn(world);
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  const { port, words } = await placeBrowser();
  const value = encodeURIComponent(JSON.stringify({ mode: 'onboarding-v3', successUrl: null }));
  await computer.browser.addCookies([{ name: COOKIES.checkInfo, value, url: gate.url }]);
  // A tab of its own: the first one remembers the application that it came from.
  const page = await computer.browser.newPage();
  await page.goto(`${gate.url}/device-check/`);
  const opened = await lookInto(port);
  await opened.getByRole('heading', { name: 'You are signed in' }).waitFor();
  expect(await words()).toMatch(/^--app=.*\/online\/open#[\w-]{43}\n$/);
  // The page that asked has its session, has checked, and has gone on to the person's page by itself.
  await page.waitForURL(`${gate.url}/online/session-status`);
  await page.getByRole('heading', { name: /passed the security checks$/ }).waitFor();
});
