import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Browser {
  /** The program, absolute. */
  readonly executable: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds a browser of the Chromium family: the one that `VESTIBULE_BROWSER` names, else Chromium and Chrome for Testing
 * before Chrome and Edge, because since version 137 those ignore `--load-extension`.
 * @returns null when there is none, or when `VESTIBULE_BROWSER` names a file that is not there
 */
export function findBrowser(environment: Environment = process.env): Browser | null {
  const named = environment['VESTIBULE_BROWSER'];
  if (named !== undefined && named !== '') return existsSync(named) ? { executable: named } : null;
  const executable = browserCandidates(process.platform, environment).find((path) => existsSync(path));
  return executable === undefined ? null : { executable };
}

/** Where the browsers of each system lie, best first. */
export function browserCandidates(platform: NodeJS.Platform, environment: Environment): readonly string[] {
  if (platform === 'darwin') return [...playwrightBrowsers(platform, environment), ...onMac()];
  if (platform === 'win32') return [...playwrightBrowsers(platform, environment), ...onWindows(environment)];
  return [
    '/usr/bin/chromium',
    '/usr/lib/chromium/chromium',
    ...playwrightBrowsers(platform, environment),
    ...onLinux(),
  ];
}

function onLinux(): string[] {
  return [
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/microsoft-edge',
    // Ubuntu's are snaps, which see neither a throw-away profile in /tmp nor the native client.
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
  ];
}

function onMac(): string[] {
  const applications = ['Chromium', 'Google Chrome for Testing', 'Google Chrome', 'Microsoft Edge'];
  const folders = ['/Applications', join(homedir(), 'Applications')];
  return applications.flatMap((name) => folders.map((folder) => join(folder, `${name}.app/Contents/MacOS/${name}`)));
}

function onWindows(environment: Environment): string[] {
  const variables = ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'];
  const folders = variables.flatMap((name) => environment[name] ?? []);
  const programs = [
    ...['Chromium/Application/chrome.exe', 'Google/Chrome/Application/chrome.exe'],
    ...['Microsoft/Edge/Application/msedge.exe'],
  ];
  return programs.flatMap((program) => folders.map((folder) => join(folder, program)));
}

const IN_PLAYWRIGHT: Readonly<Record<string, string>> = {
  linux: 'chromium-*/chrome-linux*/chrome',
  darwin: 'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
  win32: 'chromium-*/chrome-win*/chrome.exe',
};

/** What Playwright has downloaded, newest first. */
function playwrightBrowsers(platform: NodeJS.Platform, environment: Environment): string[] {
  const pattern = IN_PLAYWRIGHT[platform];
  const cache = playwrightCache(platform, environment);
  if (pattern === undefined || !existsSync(cache)) return [];
  const revision = (path: string) => Number(/chromium-(\d+)/.exec(path)?.[1] ?? 0);
  const found = globSync(pattern, { cwd: cache }).toSorted((a, b) => revision(b) - revision(a));
  return found.map((path) => join(cache, path));
}

function playwrightCache(platform: NodeJS.Platform, environment: Environment): string {
  const named = environment['PLAYWRIGHT_BROWSERS_PATH'];
  if (named !== undefined && named !== '' && named !== '0') return named;
  if (platform === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright');
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? homedir(), 'ms-playwright');
  return join(environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ms-playwright');
}
