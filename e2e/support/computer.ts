import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { TEST_BROWSER_ARGUMENTS, withExtension } from '../../scripts/browser/test-arguments.ts';
import { buildExtension, EXTENSION_ID } from '../../scripts/build-extension.ts';
import type { Gate } from './gate.ts';
import { root } from './processes.ts';

const run = promisify(execFile);

/**
 * A computer: a scratch system root that the real client reads and changes, a browser profile in which the real client
 * is registered, and a real browser with the built extension.
 */
export interface Computer {
  readonly systemRoot: string;
  /** Folder of the built extension. */
  readonly extension: string;
  readonly browser: BrowserContext;
  writeSetting(path: string, content: string): Promise<void>;
  close(): Promise<void>;
}

/** Settings of a computer on which automatic updates are off and everything else is as it should be. */
export const UPDATES_OFF = 'APT::Periodic::Update-Package-Lists "0";\nAPT::Periodic::Unattended-Upgrade "0";\n';
export const UPDATES_ON = 'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Unattended-Upgrade "1";\n';
export const UPDATES_FILE = '/etc/apt/apt.conf.d/20auto-upgrades';

export interface ComputerOptions {
  readonly folder: string;
  readonly gate: Pick<Gate, 'url' | 'dataFolder'>;
  readonly settings?: { readonly [path: string]: string };
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Whether pages move as they do for most people; journeys do without, which halves what a browser has to paint. */
  readonly hasMotion?: boolean;
  /** Of the browser, next to its usual ones. */
  readonly browserArguments?: readonly string[];
  /** False: the browser starts without the extension, and a test installs it while a page is open. */
  readonly hasExtension?: boolean;
}

export async function startComputer(options: ComputerOptions): Promise<Computer> {
  const { folder, gate } = options;
  const systemRoot = join(folder, 'system');
  const profile = join(folder, 'profile');
  const state = join(folder, 'client-state');
  const extension = join(folder, 'extension');
  await mkdir(profile, { recursive: true });
  const writeSetting = async (path: string, content: string) => {
    await mkdir(dirname(join(systemRoot, path)), { recursive: true });
    await writeFile(join(systemRoot, path), content);
  };
  for (const [path, content] of Object.entries(createSystem(options.settings ?? {}))) await writeSetting(path, content);
  await buildExtension({ outDir: extension, origins: [gate.url], isDemo: true });
  await run(join(root, 'dist/client/workplace'), [
    ...['install', '--portal', gate.url, '--server-key', join(gate.dataFolder, 'grant-key.json')],
    ...['--extension-id', EXTENSION_ID, '--browser-profile', profile, '--state', state],
  ]);
  const browser = await launch(options, { profile, extension, state, systemRoot });
  return {
    systemRoot,
    extension,
    browser,
    writeSetting,
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The files that make up a computer, with these in place of the usual ones. */
export function createSystem(settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    '/etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n',
    '/etc/hostname': 'nadia-lt-0427\n',
    '/etc/apt/apt.conf.d/01autoremove': 'APT::NeverAutoRemove { "^firmware-linux.*"; };\n',
    '/etc/ufw/ufw.conf': 'ENABLED=yes\nLOGLEVEL=low\n',
    [UPDATES_FILE]: UPDATES_OFF,
    ...settings,
  };
}

/** The DevTools command that installs an unpacked one is let through. */
const WITHOUT_EXTENSION = [...TEST_BROWSER_ARGUMENTS, '--enable-unsafe-extension-debugging'];

function launch(
  options: ComputerOptions,
  folders: { profile: string; extension: string; state: string; systemRoot: string },
): Promise<BrowserContext> {
  const { colorScheme = 'light', viewport = { width: 1280, height: 900 }, hasMotion = false } = options;
  const { hasExtension = true, browserArguments = [] } = options;
  const browser = findBrowser();
  if (browser === null) throw new Error('No Chromium-family browser was found for the journeys.');
  return chromium.launchPersistentContext(folders.profile, {
    executablePath: browser.executable,
    headless: true,
    colorScheme,
    viewport,
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    env: { ...process.env, WORKPLACE_STATE: folders.state, WORKPLACE_SYSTEM_ROOT: folders.systemRoot },
    args: [...(hasExtension ? withExtension(folders.extension) : WITHOUT_EXTENSION), ...browserArguments],
    ...(!hasExtension && { ignoreDefaultArgs: ['--disable-extensions'] }),
  });
}
