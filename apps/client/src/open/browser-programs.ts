import type { OperatingSystem } from '@vestibule/contracts';
import { join, win32 } from 'node:path';

/** A browser that knows app windows, and where its program may lie. */
export interface BrowserProgram {
  /** As in `install/browsers.ts`. */
  readonly browser: string;
  readonly programs: readonly string[];
}

interface Names {
  readonly browser: string;
  readonly linux: readonly string[];
  /** Name of the application, and of the program in it. */
  readonly macos: string;
  /** Below a folder of programs. */
  readonly windows: string;
}

/** In this order, where several are there and used. */
const KNOWN: readonly Names[] = [
  {
    browser: 'Google Chrome',
    linux: ['/usr/bin/google-chrome-stable', '/usr/bin/google-chrome', '/opt/google/chrome/chrome'],
    macos: 'Google Chrome',
    windows: String.raw`Google\Chrome\Application\chrome.exe`,
  },
  {
    browser: 'Microsoft Edge',
    linux: ['/usr/bin/microsoft-edge-stable', '/usr/bin/microsoft-edge'],
    macos: 'Microsoft Edge',
    windows: String.raw`Microsoft\Edge\Application\msedge.exe`,
  },
  {
    browser: 'Chromium',
    linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'],
    macos: 'Chromium',
    windows: String.raw`Chromium\Application\chrome.exe`,
  },
  {
    browser: 'Brave',
    linux: ['/usr/bin/brave-browser'],
    macos: 'Brave Browser',
    windows: String.raw`BraveSoftware\Brave-Browser\Application\brave.exe`,
  },
  {
    browser: 'Vivaldi',
    linux: ['/usr/bin/vivaldi-stable', '/usr/bin/vivaldi'],
    macos: 'Vivaldi',
    windows: String.raw`Vivaldi\Application\vivaldi.exe`,
  },
];

/** Every browser that could show an app window, and all places its program may lie in. */
export function browserPrograms(
  operatingSystem: OperatingSystem,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): readonly BrowserProgram[] {
  switch (operatingSystem) {
    case 'linux':
      return KNOWN.map(({ browser, linux }) => ({ browser, programs: linux }));
    case 'macos':
      return KNOWN.map(({ browser, macos }) => ({
        browser,
        programs: ['/Applications', join(home, 'Applications')].map((folder) =>
          join(folder, `${macos}.app`, 'Contents/MacOS', macos),
        ),
      }));
    case 'windows': {
      const folders = [
        String.raw`C:\Program Files`,
        String.raw`C:\Program Files (x86)`,
        ...(environment['LOCALAPPDATA'] === undefined ? [] : [environment['LOCALAPPDATA']]),
      ];
      return KNOWN.map(({ browser, windows }) => ({
        browser,
        programs: folders.map((folder) => win32.join(folder, windows)),
      }));
    }
    default:
      return operatingSystem satisfies never;
  }
}
