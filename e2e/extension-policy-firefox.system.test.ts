import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION_ATTRIBUTE } from '@vestibule/contracts';
import { type Browser, launch } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPolicy } from './journeys/policies.ts';
import { makeExtension, type MadeExtension, mayMount, programWithSettings } from './support/extension-by-policy.ts';
import { type Gate, startGate } from './support/gate.ts';

const FIREFOX = '/usr/bin/firefox-esr';
/** Where Debian's Firefox reads `policies.json`. */
const SETTINGS = '/usr/lib/firefox-esr/distribution';

const isMissing = !existsSync(FIREFOX) || !existsSync(SETTINGS) || !(await mayMount());
if (isMissing) process.stdout.write(`Skipped: it takes ${FIREFOX}, and leave to mount, as root has it.\n`);

/** What Mozilla's signature says is not tried: no one else can make one, so this Firefox asks for none, as an ESR may. */
describe.skipIf(isMissing)('the extension by policy, in a real Firefox', () => {
  let folder: string;
  let gate: Gate;
  let made: MadeExtension;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-policy-'));
    const [data, kit, settings, home] = ['data', 'kit', 'settings', 'home'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    await mkdir(data);
    await mkdir(home);
    gate = await startGate(data, createPolicy({ OsAutoUpdateEnable: 'required' }), true);
    made = await makeExtension(gate, kit);
    const unsigned = join(kit, `store/workplace-${made.version}-firefox.zip`);
    await copyFile(unsigned, join(data, 'extension/published/workplace.xpi'));
    await cp(SETTINGS, settings, { recursive: true, dereference: true });
    await cp(join(kit, 'policies/firefox/policies.json'), join(settings, 'policies.json'));
    const executablePath = await programWithSettings(join(folder, 'firefox'), {
      program: FIREFOX,
      place: SETTINGS,
      folder: settings,
    });
    browser = await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      env: { ...process.env, HOME: home, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
      userDataDir: join(folder, 'profile'),
      extraPrefsFirefox: { 'xpinstall.signatures.required': false, 'network.proxy.no_proxies_on': '' },
    });
  });

  afterAll(async () => {
    await browser?.close();
    await gate?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  test('the browser fetches it from the server and runs it in the portal, under the id of this gate', async () => {
    const page = await browser.newPage();
    const attribute = await vi.waitFor(
      async () => {
        await page.goto(`${gate.url}/device-check/`);
        const found = await page.evaluate((name) => document.documentElement.getAttribute(name), EXTENSION_ATTRIBUTE);
        if (found === null) throw new Error('The extension is not there yet.');
        return found;
      },
      { timeout: 60_000, interval: 1000 },
    );
    expect([attribute, made.firefoxId]).toEqual(['workplace@localhost', 'workplace@localhost']);
  });
});
