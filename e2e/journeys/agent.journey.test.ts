import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { COOKIES, type InstallerParameters } from '@vestibule/contracts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { EXTENSION_ID } from '../../scripts/build-extension.ts';
import { createSystem, UPDATES_FILE, UPDATES_OFF, UPDATES_ON } from '../support/computer.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { endProgram, root } from '../support/processes.ts';
import { createPolicy } from './policies.ts';

const run = promisify(execFile);
const LAUNCHER = join(root, 'dist/client/workplace');
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';

let folder: string;
let gate: Gate;
let browser: Browser;
let agent: ChildProcess | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-agent-'));
  agent = null;
  const downloads = join(folder, 'downloads');
  await mkdir(downloads);
  await writeFile(join(downloads, 'workplace-3.6.0-x64.msi'), 'an installer');
  gate = await startGate(folder, createPolicy({ OsAutoUpdateEnable: 'required' }), false, {
    VESTIBULE_DOWNLOADS: downloads,
  });
  for (const [path, content] of Object.entries(createSystem({}))) await writeSetting(path, content);
  const found = findBrowser();
  if (found === null) throw new Error('No Chromium-family browser was found for the journeys.');
  browser = await chromium.launch({ executablePath: found.executable, args: ['--no-sandbox', '--disable-gpu'] });
});

afterEach(async () => {
  if (agent !== null) await endProgram(agent);
  await browser.close();
  await gate.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function writeSetting(path: string, content: string): Promise<void> {
  const target = join(folder, 'system', path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

/** Types a command of the client that is shipped. */
async function workplace(...words: string[]): Promise<{ code: number; text: string }> {
  const options = ['--state', join(folder, 'state'), '--system-root', join(folder, 'system')];
  try {
    const { stdout } = await run(LAUNCHER, [...words, ...options]);
    return { code: 0, text: stdout };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, text: `${failed.stdout}${failed.stderr}` };
  }
}

function startAgent(): ChildProcess {
  const options = ['--state', join(folder, 'state'), '--system-root', join(folder, 'system')];
  return spawn(LAUNCHER, ['agent', ...options], { stdio: 'ignore' });
}

/** Edge on a computer whose company lets no extension in. */
async function openEdge(): Promise<Page> {
  const context = await browser.newContext({ userAgent: EDGE });
  // The browser of the tests would otherwise say what it really is.
  await context.addInitScript(() => Object.defineProperty(navigator, 'userAgentData', { value: undefined }));
  return context.newPage();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${gate.workApp}/start`);
  await page.getByRole('textbox', { name: /login/i }).fill('nadia');
  await page.getByLabel(/^password/i).fill('doorway-2026');
  await page.getByRole('button', { name: /^sign in$/i }).click();
  await page.waitForURL(/device-check/);
}

async function getJson<Body>(page: Page, path: string): Promise<Body> {
  return page.evaluate(async (address) => (await fetch(address)).json() as never, path);
}

/** What the package of this company brings along. */
async function connect(): Promise<void> {
  const installed = await workplace(
    ...['install', '--portal', gate.url, '--server-key', join(gate.dataFolder, 'grant-key.json')],
    ...['--extension-id', EXTENSION_ID, '--browser-profile', join(folder, 'profile')],
  );
  expect(installed.code).toBe(0);
}

/** Everything that the pages say to a person whose browser takes no extension. */
async function installAsThePagesSay(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for use without the extension' }).click({ timeout: 30_000 });
  expect((await download).suggestedFilename()).toBe('workplace-3.6.0-x64.msi');
  const command = await page.locator('code', { hasText: 'workplace.cmd' }).innerText();
  const token = /^"%ProgramFiles%\\Workplace\\workplace\.cmd" install --token (\S+)$/.exec(command)?.[1] ?? '';
  expect(page.url()).not.toContain(token);
  await connect();
  const claimed = await workplace('account', '--token', token, '--json');
  expect(claimed).toMatchObject({ code: 0 });
  await page.getByRole('radio', { name: 'I installed Workplace successfully.' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The same by hand: sets the client up with a token, and lets the browser know its account. */
async function installWithToken(page: Page): Promise<void> {
  await connect();
  const { token } = await getJson<InstallerParameters>(
    page,
    '/api/device-compliance/v1/installer-parameters?mode=frontline&system=windows',
  );
  const claimed = await workplace('account', '--token', token ?? '', '--json');
  expect(claimed.code).toBe(0);
  const path = `/api/device-compliance/v1/device-account/${token ?? ''}`;
  const { accountId } = await getJson<{ accountId: string }>(page, path);
  expect(JSON.parse(claimed.text)).toMatchObject({ portal: gate.url, accountId });
  await page.context().addCookies([{ name: COOKIES.deviceAccountId, value: accountId, url: gate.url }]);
}

test('without an extension the client reports by itself, the page on Edge follows it, and opens nothing by it', async () => {
  const page = await openEdge();
  await signIn(page);
  await installAsThePagesSay(page);
  const first = await workplace('report');
  expect(first).toMatchObject({ code: 1, text: expect.stringContaining('OsAutoUpdateEnable') as unknown });
  await page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor({ timeout: 40_000 });

  agent = startAgent();
  await writeSetting(UPDATES_FILE, UPDATES_ON);
  // The computer is well, and yet nothing shows that this browser stands on it.
  await page.getByRole('heading', { name: 'Workplace browser extension is not enabled' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(new URL(page.url()).origin).toBe(gate.url);
});

test('what was read without a connection goes with the next report, over a killed client and a killed server', async () => {
  const page = await openEdge();
  await signIn(page);
  await installWithToken(page);
  await gate.kill();
  expect(await workplace('report')).toMatchObject({ code: 1, text: expect.stringContaining('it waits') as unknown });
  await writeSetting(UPDATES_FILE, UPDATES_ON);
  expect((await workplace('report', '--json')).text).toContain('"kept"');
  await writeSetting(UPDATES_FILE, UPDATES_OFF);
  const offline = startAgent();
  await expect.poll(async () => waiting(), { timeout: 30_000, interval: 200 }).toBe(3);
  await endProgram(offline, 'SIGKILL');

  await gate.restart();
  await writeSetting(UPDATES_FILE, UPDATES_ON);
  const delivered = JSON.parse((await workplace('report', '--json')).text) as unknown;
  expect(delivered).toMatchObject([{ kind: 'delivered', complianceStatus: 'Compliant', earlier: 3 }]);
  expect(await waiting()).toBe(0);
});

test('stops cleanly, runs once, and its killed predecessor does not stand in its way', async () => {
  const page = await openEdge();
  await signIn(page);
  await installWithToken(page);
  const killed = startAgent();
  await expect.poll(() => agentProcessId(), { timeout: 15_000, interval: 100 }).toBe(killed.pid);
  expect(await workplace('agent')).toMatchObject({ code: 1, text: expect.stringContaining('already') as unknown });
  await endProgram(killed, 'SIGKILL');

  agent = startAgent();
  await expect.poll(() => agentProcessId(), { timeout: 15_000, interval: 100 }).toBe(agent.pid);
  const stopped = Date.now();
  await endProgram(agent);
  expect([agent.exitCode, Date.now() - stopped < 10_000]).toEqual([0, true]);
  expect(await agentProcessId()).toBeUndefined();
});

async function waiting(): Promise<number | undefined> {
  const { accounts } = JSON.parse((await workplace('account', '--json')).text) as { accounts: { waiting: number }[] };
  return accounts[0]?.waiting;
}

async function agentProcessId(): Promise<number | undefined> {
  const text = await readFile(join(folder, 'state/agent.json'), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { pid?: number }).pid;
}
