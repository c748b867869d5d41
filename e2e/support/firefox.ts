import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { FIREFOX_EXTENSION_ID } from '../../apps/extension/src/extension-id.ts';
import { buildExtension } from '../../scripts/build-extension.ts';
import type { Gate } from './gate.ts';
import { root } from './processes.ts';

const run = promisify(execFile);
const PROGRAMS = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** A person's home folder with a real Firefox, the built extension in it and the real client next to it. */
export interface FirefoxComputer {
  readonly page: Page;
  readonly systemRoot: string;
  /** Ends the browser and starts it again, with the same profile. The extension is loaded again: it is not signed. */
  restart(): Promise<Page>;
  close(): Promise<void>;
}

/** @returns the program to drive, null where there is none */
export function findFirefox(): string | null {
  return PROGRAMS.find((path) => existsSync(path)) ?? null;
}

/** @param settings files below the scratch root that stands in for this computer */
export async function startFirefoxComputer(
  folder: string,
  gate: Gate,
  settings: Readonly<Record<string, string>>,
): Promise<FirefoxComputer> {
  const executablePath = findFirefox();
  if (executablePath === null) throw new Error('There is no Firefox here.');
  const [home, systemRoot, extension] = ['home', 'system', 'extension'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const [path, content] of Object.entries(settings)) {
    await mkdir(dirname(join(systemRoot, path)), { recursive: true });
    await writeFile(join(systemRoot, path), content);
  }
  // Where a browser was used by this person, `workplace install` tells it about Workplace.
  await mkdir(join(home, '.mozilla'), { recursive: true });
  await buildExtension({ outDir: extension, origins: [gate.url], isDemo: true, browser: 'firefox' });
  const { XDG_CONFIG_HOME: _configuration, XDG_DATA_HOME: _data, ...inherited } = process.env;
  const env = { ...inherited, HOME: home, WORKPLACE_SYSTEM_ROOT: systemRoot, MOZ_DISABLE_CONTENT_SANDBOX: '1' };
  await run(
    join(root, 'dist/client/workplace'),
    [
      ...['install', '--portal', gate.url, '--server-key', join(gate.dataFolder, 'grant-key.json')],
      ...['--extension-id', FIREFOX_EXTENSION_ID],
    ],
    { env },
  );
  const open = async (): Promise<Browser> => {
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      env,
      userDataDir: join(folder, 'profile'),
      // Pages on localhost alone: nothing here asks the network.
      extraPrefsFirefox: { 'network.proxy.no_proxies_on': '', 'extensions.update.enabled': false },
    });
    await browser.installExtension(extension);
    return browser;
  };
  let browser = await open();
  const firstPage = async () => (await browser.pages())[0] ?? browser.newPage();
  return {
    page: await firstPage(),
    systemRoot,
    restart: async () => {
      await browser.close();
      browser = await open();
      return firstPage();
    },
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
