import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram, runTool } from '../gates/gate.ts';
import { type Browser, findBrowser } from './find-browser.ts';

const root = join(import.meta.dirname, '../..');

export type Provided<Thing> =
  | { readonly ok: true; readonly value: Thing }
  /** One sentence that says what a person can do. */
  | { readonly ok: false; readonly reason: string };

/**
 * Finds a browser, and installs one where there is none: Debian's as root, because Playwright's download is often out of
 * reach on closed networks, else Playwright's.
 * @param tell told before something is installed
 */
export async function provideBrowser(tell: (line: string) => void): Promise<Provided<Browser>> {
  const named = process.env['VESTIBULE_BROWSER'];
  const present = findBrowser();
  if (present !== null) return { ok: true, value: present };
  if (named !== undefined && named !== '')
    return { ok: false, reason: `VESTIBULE_BROWSER names ${named}, which is not there.` };
  if (canUseApt()) {
    tell('No browser was found: installing Chromium with apt-get…');
    await installWithApt(['chromium']);
  }
  if (findBrowser() === null) {
    tell("No browser was found: downloading Playwright's Chromium…");
    await runTool('playwright-core', 'playwright-core', ['install', 'chromium'], root);
  }
  const browser = findBrowser();
  if (browser !== null) return { ok: true, value: browser };
  const reason =
    'No browser could be installed: install Chromium, Chrome or Edge, or set VESTIBULE_BROWSER to its program.';
  return { ok: false, reason };
}

/** Programs that some tests want next to themselves, with the Debian package that brings each. */
const WANTED: Readonly<Record<string, string>> = {
  xmlsec1: 'xmlsec1',
  nft: 'nftables',
  swtpm: 'swtpm',
  socat: 'socat',
};

/** The same for the tests of `test:full`. */
const WANTED_IN_FULL: typeof WANTED = {
  'firefox-esr': 'firefox-esr',
  wixl: 'wixl',
  msiextract: 'msitools',
  makensis: 'nsis',
  pgbouncer: 'pgbouncer',
  age: 'age',
};

/**
 * Installs what is missing where that is possible.
 * @returns the programs that are still missing: tests that want them skip
 */
export async function providePrograms(tell: (line: string) => void, isFull = false): Promise<readonly string[]> {
  const wanted = isFull ? WANTED_IN_FULL : WANTED;
  const missing = missingPrograms(wanted);
  if (missing.length === 0 || !canUseApt()) return missing;
  tell(`Installing ${missing.join(' and ')} with apt-get…`);
  await installWithApt(missing.flatMap((name) => wanted[name] ?? []));
  return missingPrograms(wanted);
}

function missingPrograms(wanted: typeof WANTED): string[] {
  return process.platform === 'linux' ? Object.keys(wanted).filter((name) => !isInPath(name)) : [];
}

function isInPath(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && isExecutable('/usr/bin/apt-get');
}

let hasFreshLists = false;

async function installWithApt(packages: readonly string[]): Promise<void> {
  if (!hasFreshLists) await runProgram('apt-get', ['update', '-qq'], root);
  hasFreshLists = true;
  const quiet = ['install', '-y', '-qq', '--no-install-recommends'];
  await runProgram('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...quiet, ...packages], root);
}
