import { homedir } from 'node:os';
import { join } from 'node:path';
import { NATIVE_HOST_NAME, type OperatingSystem } from '@vestibule/contracts';

/** Where one browser looks for native-messaging hosts. */
export interface BrowserPlace {
  readonly browser: string;
  readonly kind: 'chromium' | 'firefox';
  /** There when the browser has been used by this person. */
  readonly marker: string;
  readonly manifest: string;
  /** Windows finds manifests through the registry: a key whose default value is the manifest's path. */
  readonly registryKey?: string;
}

/** One that serves everyone on this computer; written by a package, never by `workplace install`. */
export type MachinePlace = Pick<BrowserPlace, 'browser' | 'kind' | 'manifest'>;

export interface PlaceContext {
  readonly operatingSystem: OperatingSystem;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stateFolder: string;
}

interface Browser {
  readonly browser: string;
  readonly kind: BrowserPlace['kind'];
  /** Below the configuration folder of Linux. */
  readonly linux: string;
  /** Below ~/Library/Application Support. */
  readonly macos: string;
  /** Below HKCU\Software, and of the same name below %LOCALAPPDATA%. */
  readonly windows: string;
}

const BROWSERS: readonly Browser[] = [
  chromium('Google Chrome', 'google-chrome', 'Google/Chrome', 'Google\\Chrome'),
  chromium('Chromium', 'chromium', 'Chromium', 'Chromium'),
  chromium('Microsoft Edge', 'microsoft-edge', 'Microsoft Edge', 'Microsoft\\Edge'),
  chromium('Brave', 'BraveSoftware/Brave-Browser', 'BraveSoftware/Brave-Browser', 'BraveSoftware\\Brave-Browser'),
  chromium('Vivaldi', 'vivaldi', 'Vivaldi', 'Vivaldi'),
];

function chromium(browser: string, linux: string, macos: string, windows: string): Browser {
  return { browser, kind: 'chromium', linux, macos, windows };
}

/** Every place of this person's where a browser may look, whether the browser is there or not. */
export function browserPlaces(context: PlaceContext): readonly BrowserPlace[] {
  const file = `${NATIVE_HOST_NAME}.json`;
  const home = context.environment['HOME'] || homedir();
  switch (context.operatingSystem) {
    case 'linux': {
      const configuration = context.environment['XDG_CONFIG_HOME'] || join(home, '.config');
      const firefox = join(home, '.mozilla');
      return [
        ...BROWSERS.map(({ browser, kind, linux }) => inFolder(browser, kind, join(configuration, linux), file)),
        { ...FIREFOX, marker: firefox, manifest: join(firefox, 'native-messaging-hosts', file) },
      ];
    }
    case 'macos': {
      const support = join(home, 'Library', 'Application Support');
      return [
        ...BROWSERS.map(({ browser, kind, macos }) => inFolder(browser, kind, join(support, macos), file)),
        {
          ...FIREFOX,
          marker: join(support, 'Firefox'),
          manifest: join(support, 'Mozilla', 'NativeMessagingHosts', file),
        },
      ];
    }
    case 'windows':
      return [...BROWSERS.map((browser) => inRegistry(browser, context)), firefoxOnWindows(context)];
    default:
      return context.operatingSystem satisfies never;
  }
}

/** Where a package for everyone on this computer tells its browsers; on Windows the registry names these files. */
export function machinePlaces(operatingSystem: OperatingSystem, programFolder: string): readonly MachinePlace[] {
  const file = `${NATIVE_HOST_NAME}.json`;
  switch (operatingSystem) {
    case 'linux':
      return [
        { browser: 'Google Chrome', kind: 'chromium', manifest: `/etc/opt/chrome/native-messaging-hosts/${file}` },
        { browser: 'Chromium', kind: 'chromium', manifest: `/etc/chromium/native-messaging-hosts/${file}` },
        { browser: 'Microsoft Edge', kind: 'chromium', manifest: `/etc/opt/edge/native-messaging-hosts/${file}` },
        { ...FIREFOX, manifest: `/usr/lib/mozilla/native-messaging-hosts/${file}` },
      ];
    case 'macos':
      return [
        { browser: 'Google Chrome', kind: 'chromium', manifest: `/Library/Google/Chrome/NativeMessagingHosts/${file}` },
        {
          browser: 'Chromium',
          kind: 'chromium',
          manifest: `/Library/Application Support/Chromium/NativeMessagingHosts/${file}`,
        },
        {
          browser: 'Microsoft Edge',
          kind: 'chromium',
          manifest: `/Library/Microsoft/Edge/NativeMessagingHosts/${file}`,
        },
        { ...FIREFOX, manifest: `/Library/Application Support/Mozilla/NativeMessagingHosts/${file}` },
      ];
    case 'windows':
      return [
        { browser: 'Google Chrome', kind: 'chromium', manifest: join(programFolder, 'chromium.json') },
        { browser: 'Microsoft Edge', kind: 'chromium', manifest: join(programFolder, 'chromium.json') },
        { ...FIREFOX, manifest: join(programFolder, 'firefox.json') },
      ];
    default:
      return operatingSystem satisfies never;
  }
}

/** The place that a Chromium with its own `--user-data-dir` looks at, instead of the usual one. */
export function profilePlace(folder: string): BrowserPlace {
  return inFolder(`Browser profile ${folder}`, 'chromium', folder, `${NATIVE_HOST_NAME}.json`);
}

const FIREFOX = { browser: 'Firefox', kind: 'firefox' } as const;

function inFolder(browser: string, kind: BrowserPlace['kind'], folder: string, file: string): BrowserPlace {
  return { browser, kind, marker: folder, manifest: join(folder, 'NativeMessagingHosts', file) };
}

function inRegistry({ browser, windows }: Browser, { environment, stateFolder }: PlaceContext): BrowserPlace {
  return {
    browser,
    kind: 'chromium',
    marker: join(environment['LOCALAPPDATA'] ?? '', windows),
    manifest: join(stateFolder, 'chromium.json'),
    registryKey: `HKCU\\Software\\${windows}\\NativeMessagingHosts\\${NATIVE_HOST_NAME}`,
  };
}

function firefoxOnWindows({ environment, stateFolder }: PlaceContext): BrowserPlace {
  return {
    ...FIREFOX,
    marker: join(environment['APPDATA'] ?? '', 'Mozilla'),
    manifest: join(stateFolder, 'firefox.json'),
    registryKey: `HKCU\\Software\\Mozilla\\NativeMessagingHosts\\${NATIVE_HOST_NAME}`,
  };
}
