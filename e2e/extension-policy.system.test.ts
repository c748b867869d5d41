import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EXTENSION_ATTRIBUTE } from '@vestibule/contracts';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TEST_BROWSER_ARGUMENTS } from '../scripts/browser/test-arguments.ts';
import { createSystem, UPDATES_FILE, UPDATES_ON } from './support/computer.ts';
import { makeExtension, type MadeExtension, mayMount, programWithSettings } from './support/extension-by-policy.ts';
import { type Gate, startGate } from './support/gate.ts';
import { createPolicy } from './journeys/policies.ts';
import { root } from './support/processes.ts';

const run = promisify(execFile);
const CHROMIUM = '/usr/bin/chromium';
const SETTINGS = '/etc/chromium';

const isMissing = !existsSync(CHROMIUM) || !(await mayMount());
if (isMissing) process.stdout.write(`Skipped: it takes ${CHROMIUM}, and leave to mount, as root has it.\n`);

/** As an administrator hands out the extension: the command, its policy file, a browser that no one touched. */
describe.skipIf(isMissing)('the extension by policy, in a real Chromium', () => {
  let folder: string;
  let gate: Gate;
  let made: MadeExtension;
  let browser: BrowserContext;
  let page: Page;

  const make = (...more: readonly string[]) => makeExtension(gate, join(folder, 'kit'), ...more);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-policy-'));
    const data = join(folder, 'data');
    await mkdir(data);
    gate = await startGate(data, createPolicy({ OsAutoUpdateEnable: 'required' }), true);
    made = await make();
    const settings = join(folder, 'settings');
    await cp(SETTINGS, settings, { recursive: true });
    await mkdir(join(settings, 'policies/managed'), { recursive: true });
    await cp(join(folder, 'kit/policies/linux/workplace.json'), join(settings, 'policies/managed/workplace.json'));
    // No one may look into what a policy installed, unless another one says so: this test does.
    const debugging = JSON.stringify({ DeveloperToolsAvailability: 1 });
    await writeFile(join(settings, 'policies/managed/debugging.json'), debugging);
    const systemRoot = join(folder, 'system');
    for (const [path, content] of Object.entries(createSystem({ [UPDATES_FILE]: UPDATES_ON }))) {
      await mkdir(dirname(join(systemRoot, path)), { recursive: true });
      await writeFile(join(systemRoot, path), content);
    }
    const profile = join(folder, 'profile');
    const state = join(folder, 'client-state');
    await mkdir(profile);
    await run(join(root, 'dist/client/workplace'), [
      ...['install', '--portal', gate.url, '--server-key', join(data, 'grant-key.json')],
      ...['--extension-id', made.chromiumId, '--browser-profile', profile, '--state', state],
    ]);
    // Laid over this computer's own for one browser alone, so that no other one meets it.
    const place = { program: CHROMIUM, place: SETTINGS, folder: settings };
    const executablePath = await programWithSettings(join(folder, 'chromium'), place);
    browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      env: { ...process.env, WORKPLACE_STATE: state, WORKPLACE_SYSTEM_ROOT: systemRoot },
      args: TEST_BROWSER_ARGUMENTS.filter((argument) => argument !== '--disable-background-networking'),
      // What a test browser is usually started with, and what keeps it from asking for extensions.
      ignoreDefaultArgs: ['--disable-extensions', '--disable-background-networking'],
    });
    page = browser.pages()[0] ?? (await browser.newPage());
  });

  afterAll(async () => {
    await browser?.close();
    await gate?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  /** A page of the extension itself; there is none before the browser has fetched it. */
  async function openPopup(): Promise<Page> {
    const popup = await browser.newPage();
    const address = `chrome-extension://${made.chromiumId}/popup.html`;
    await vi.waitFor(() => popup.goto(address), { timeout: 60_000, interval: 500 });
    return popup;
  }

  test('the browser fetches it from the server, believes the signature and runs it under the id of the key', async () => {
    const popup = await openPopup();
    const manifest = await popup.evaluate('chrome.runtime.getManifest()');
    expect(manifest).toMatchObject({ version: made.version, update_url: made.updateUrl });
    await popup.close();
    await page.goto(`${gate.url}/device-check/`);
    expect(await page.getAttribute('html', EXTENSION_ATTRIBUTE)).toBe(made.chromiumId);
  });

  test('a person signs in through it', async () => {
    await page.goto(`${gate.workApp}/start`);
    await page.getByRole('textbox', { name: /login/i }).fill('nadia');
    await page.getByLabel(/^password/i).fill('doorway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();
    await page.getByText('Signed in as Nadia Keller').waitFor();
  });

  test('a further portal makes a newer version, which the browser takes by itself', async () => {
    const { version } = await make('--portal', 'https://gate.harbour.example');
    expect(version).toBe(`${made.version}.1`);
    expect(await readFile(join(folder, 'kit/updates.xml'), 'utf8')).toContain(`version="${version}"`);
    const popup = await openPopup();
    const asked = await popup.evaluate('chrome.runtime.requestUpdateCheck()');
    expect(asked).toEqual({ status: 'update_available', version });
  });
});
