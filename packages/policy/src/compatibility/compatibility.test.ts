import { MINIMUM_VERSIONS, type SupportedVersions } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_VERSIONS } from './built-in-versions.ts';
import { compareVersions } from './compare-versions.ts';
import { type CompatibilitySettings, judgeCompatibility, listFor, sessionKindOf } from './compatibility.ts';
import { type ClientHints, readVisitor, type Visitor } from './read-visitor.ts';
import { USER_AGENTS } from './user-agents.ts';

const FRONTLINE: CompatibilitySettings = { supportedVersions: null, mode: 'frontline', sessionType: 'Unknown' };
const OTHERS: CompatibilitySettings = { ...FRONTLINE, mode: 'mfa' };
const CONTAINERISED: CompatibilitySettings = { ...OTHERS, sessionType: 'Containerised' };

function visitor(name: keyof typeof USER_AGENTS, hints: ClientHints | null = null): Visitor {
  return readVisitor({ userAgent: USER_AGENTS[name], touchPoints: 0, hints });
}

function onMac(systemVersion: string, browser = 'Chrome'): Visitor {
  return { system: 'macos', systemVersion, browser, browserVersion: '143' };
}

function onWindows(systemVersion: string, browser = 'Chrome'): Visitor {
  return { system: 'windows', systemVersion, browser, browserVersion: '143' };
}

const isCompatible = (who: Visitor, settings: CompatibilitySettings) => {
  const { isBrowserSupported, isSystemSupported } = judgeCompatibility(who, settings);
  return isBrowserSupported && isSystemSupported;
};

/** As the server ships it, cut down to what the tests look at. */
const SERVER_LIST: SupportedVersions = (() => {
  const browsers = [
    { name: 'Chrome', version: '111' },
    { name: 'Edge', version: '111' },
    { name: 'Safari', version: '16.4' },
    { name: 'Firefox', version: '121' },
  ];
  const lists = (supportedOs: SupportedVersions['mac']['other']['supportedOs']) => {
    const list = { supportedOs, supportedBrowsers: browsers };
    return { frontline: list, secureEnclave: list, other: list };
  };
  return {
    mac: lists([
      { version: '15', name: 'Sequoia' },
      { version: '26', name: 'Tahoe' },
    ]),
    windows: lists([
      { version: '10.0.19045', name: 'Windows 10' },
      { version: '10.0.22000', name: 'Windows 11' },
    ]),
    linux: lists([{ version: '12', name: 'Debian' }]),
  };
})();

describe('by the built-in lists', () => {
  test.each([
    ['chromeMac', true],
    ['safariMac', true],
    ['edgeMac', true],
    ['firefoxMac', false],
    ['duckDuckGoMac', false],
    ['chromeOldMac', false],
    ['chromeBigSur', false],
    ['safari12Mac', false],
  ] as const)('[S5.001, S5.002] on a Mac %s: %s', (name, expected) => {
    expect(isCompatible(visitor(name), FRONTLINE)).toBe(expected);
  });

  test.each([
    ['chromeWindows', true],
    ['edgeWindows', true],
    ['firefoxWindows', false],
    ['operaWindows', false],
    ['yandexWindows', false],
    ['internetExplorer', false],
    ['chromeWindows7', false],
    ['chromeWindows81', false],
  ] as const)('[S5.004, S5.005, S9.048] on Windows %s: %s', (name, expected) => {
    expect(isCompatible(visitor(name), FRONTLINE)).toBe(expected);
  });

  test.each(['chromeAndroid', 'samsungAndroid', 'firefoxAndroid', 'safariPhone', 'chromePhone', 'chromeBook'] as const)(
    '[S5.006] %s is refused: a phone, a tablet, or a system that no list can name',
    (name) => {
      expect(isCompatible(visitor(name), FRONTLINE)).toBe(false);
    },
  );

  test.each(['chromeLinux', 'firefoxLinux', 'firefoxUbuntu'] as const)(
    '%s is unknown to them, and so not refused',
    (name) => {
      expect(isCompatible(visitor(name), FRONTLINE)).toBe(true);
    },
  );

  test('a containerised session on Linux runs in Chrome and Edge alone', () => {
    expect(isCompatible(visitor('chromeLinux'), CONTAINERISED)).toBe(true);
    expect(judgeCompatibility(visitor('firefoxLinux'), CONTAINERISED)).toEqual({
      isSystemSupported: true,
      isBrowserSupported: false,
    });
  });

  test.each([
    [FRONTLINE, true],
    [OTHERS, true],
    [CONTAINERISED, false],
  ])('[S5.003] Safari is left out of a containerised session alone', (settings, expected) => {
    expect(isCompatible(visitor('safariMac'), settings)).toBe(expected);
    expect(isCompatible(visitor('chromeMac'), settings)).toBe(true);
    expect(isCompatible(visitor('edgeMac'), settings)).toBe(true);
  });

  test.each([
    ['10.15.7', false, false],
    ['11.7.10', false, false],
    ['12.7.6', true, false],
    ['13.7', true, true],
    ['14.0', true, true],
    ['15.6.1', true, true],
    // After the newest that they name: not known is not refused.
    ['16.0', true, true],
    ['26.1', true, true],
  ])('[S5.007, S5.008] macOS %s in frontline: %s, in others: %s', (version, frontline, others) => {
    expect(isCompatible(onMac(version), FRONTLINE)).toBe(frontline);
    expect(isCompatible(onMac(version), OTHERS)).toBe(others);
  });

  test('[S5.007, S5.008, S5.009] name the systems as the specification does', () => {
    const names = (list: SupportedVersions['mac']['other']) => list.supportedOs.map(({ name }) => name);
    expect(names(BUILT_IN_VERSIONS.mac.frontline)).toEqual(['Monterey', 'Ventura', 'Sonoma', 'Sequoia']);
    expect(names(BUILT_IN_VERSIONS.mac.secureEnclave)).toEqual(['Ventura', 'Sonoma', 'Sequoia']);
    expect(names(BUILT_IN_VERSIONS.mac.other)).toEqual(['Ventura', 'Sonoma', 'Sequoia']);
    for (const list of Object.values(BUILT_IN_VERSIONS.windows))
      expect(names(list)).toEqual(['Windows 10', 'Windows 11']);
  });

  test.each([
    ['6.3', false],
    ['10.0.10240', true],
    ['10.0.19045', true],
    ['10.0.26200', true],
  ])('[S5.009] Windows %s: %s', (version, expected) => {
    expect(isCompatible(onWindows(version), FRONTLINE)).toBe(expected);
  });
});

describe('by the server’s list, which comes first', () => {
  const settings: CompatibilitySettings = { ...FRONTLINE, supportedVersions: SERVER_LIST };

  test.each([
    [visitor('firefoxWindows'), true],
    [visitor('firefoxMac'), true],
    [visitor('chromeLinux'), true],
    [visitor('firefoxUbuntu'), true],
    [visitor('edgeLinux'), true],
    [visitor('operaWindows'), false],
    [visitor('legacyEdgeWindows'), false],
    [visitor('chromeBook'), false],
    [visitor('safariPhone'), false],
    [onMac('26.3'), true],
    [onMac('15.0'), true],
    [onMac('14.7'), false],
    [onMac('27.0'), false],
    [onWindows('10.0.19045'), true],
    [onWindows('10.0.18363'), false],
    [onWindows('10.0.26100'), true],
    [{ ...onWindows('10.0.22000'), browserVersion: '110.9' }, false],
    [{ ...onWindows('10.0.22000'), browserVersion: '111' }, true],
  ])('[S4.002] %j: %s', (who, expected) => {
    expect(isCompatible(who, settings)).toBe(expected);
  });

  test('[S5.003] no list brings another browser into a containerised session', () => {
    const contained: CompatibilitySettings = { ...CONTAINERISED, supportedVersions: SERVER_LIST };
    expect(isCompatible(onMac('26.1', 'Safari'), contained)).toBe(false);
    expect(isCompatible(onMac('26.1', 'Firefox'), contained)).toBe(false);
    expect(isCompatible(onMac('26.1', 'Edge'), contained)).toBe(true);
  });

  test('[S5.001, S9.047] no list brings a macOS below 10.15 back', () => {
    const old = { version: '10', name: 'Mojave' };
    const withOld = { ...SERVER_LIST.mac.frontline, supportedOs: [old] };
    const lax = { ...settings, supportedVersions: { ...SERVER_LIST, mac: { ...SERVER_LIST.mac, frontline: withOld } } };
    expect(MINIMUM_VERSIONS.macos).toBe('10.15');
    expect(isCompatible(onMac('10.14.6'), lax)).toBe(false);
    expect(isCompatible(onMac('10.15'), lax)).toBe(true);
  });

  test('[S5.004, S9.048] no list brings a Windows below NT 10 back', () => {
    const withOld = { ...SERVER_LIST.windows.frontline, supportedOs: [{ version: '6', name: 'Windows 8.1' }] };
    const windows = { ...SERVER_LIST.windows, frontline: withOld };
    const lax = { ...settings, supportedVersions: { ...SERVER_LIST, windows } };
    expect(isCompatible(onWindows('6.3'), lax)).toBe(false);
    expect(isCompatible(onWindows('6.3'), { ...lax, supportedVersions: null })).toBe(false);
  });

  test('a platform without a system in its list supports none, told version or not', () => {
    const none = { ...SERVER_LIST.windows.frontline, supportedOs: [] };
    const windows = { ...SERVER_LIST.windows, frontline: none };
    const strict = { ...settings, supportedVersions: { ...SERVER_LIST, windows } };
    expect(judgeCompatibility(visitor('chromeWindows'), strict)).toEqual({
      isSystemSupported: false,
      isBrowserSupported: true,
    });
  });

  test('Linux is supported only where the list has it', () => {
    const { mac, windows } = SERVER_LIST;
    expect(listFor('linux', { ...settings, supportedVersions: { mac, windows } })).toBeNull();
  });
});

test.each([
  ['frontline', 'Unknown', 'frontline'],
  ['frontline', 'Containerised', 'frontline'],
  ['quick-start', 'Unknown', 'frontline'],
  ['mfa', 'Containerised', 'secureEnclave'],
  ['onboarding', 'Unknown', 'other'],
] as const)('[S3.062] mode %s in a session of type %s looks into the list %s', (mode, sessionType, kind) => {
  expect(sessionKindOf({ mode, sessionType })).toBe(kind);
});

test('[S1.028] quick start is a frontline mode: it looks into the same list', () => {
  for (const sessionType of ['Unknown', 'Containerised'])
    expect(sessionKindOf({ mode: 'quick-start', sessionType })).toBe('frontline');
});

test.each([
  ['14.6', '14.10', -1],
  ['10.0.19045', '10.0.9999', 1],
  ['13', '13.0.0', 0],
  ['', '0', 0],
  ['v2 beta', '1.9', 1],
])('%s against %s is compared by number', (first, second, sign) => {
  expect(Math.sign(compareVersions(first, second))).toBe(sign);
});
