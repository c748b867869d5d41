import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClientHints, readVisitor } from './read-visitor.ts';
import { USER_AGENTS } from './user-agents.ts';

const NO_TOUCH = 0;
const TOUCH = 5;

function hints(platform: string, platformVersion: string, ...brands: readonly string[]): ClientHints {
  return {
    platform,
    platformVersion,
    isMobile: false,
    brands: ['Not)A;Brand', ...brands].map((brand) => ({ brand, version: '143.0.7499.41' })),
  };
}

describe('the user agent alone', () => {
  test.each([
    ['chromeWindows', 'windows', null, 'Chrome', '143.0.0.0'],
    ['chromeWindows7', 'windows', '6.1', 'Chrome', '109.0.0.0'],
    ['edgeWindows', 'windows', null, 'Edge', '143.0.0.0'],
    ['legacyEdgeWindows', 'windows', null, 'Edge', '18.17763'],
    ['firefoxWindows', 'windows', null, 'Firefox', '145.0'],
    ['operaWindows', 'windows', null, 'Opera', '124.0.0.0'],
    ['yandexWindows', 'windows', null, 'Yandex', '25.8.0.0'],
    ['internetExplorer', 'windows', null, 'Internet Explorer', '11.0'],
    ['chromeMac', 'macos', null, 'Chrome', '143.0.0.0'],
    ['chromeOldMac', 'macos', '10.14.6', 'Chrome', '89.0.4389.90'],
    ['chromeBigSur', 'macos', '11.2.3', 'Chrome', '89.0.4389.90'],
    ['edgeMac', 'macos', null, 'Edge', '143.0.0.0'],
    ['safariMac', 'macos', null, 'Safari', '18.6'],
    ['safari12Mac', 'macos', '10.13.6', 'Safari', '12.1.2'],
    ['firefoxMac', 'macos', null, 'Firefox', '145.0'],
    ['duckDuckGoMac', 'macos', null, 'DuckDuckGo', '18.6'],
    ['chromeLinux', 'linux', null, 'Chrome', '143.0.0.0'],
    ['firefoxUbuntu', 'linux', null, 'Firefox', '145.0'],
    ['headlessChrome', 'linux', null, 'Chrome', '143.0.0.0'],
    ['chromeBook', 'other', null, 'Chrome', '143.0.0.0'],
    ['chromeAndroid', 'mobile', null, 'Chrome', '143.0.0.0'],
    ['samsungAndroid', 'mobile', null, 'Samsung Internet', '28.0'],
    ['firefoxAndroid', 'mobile', null, 'Firefox', '145.0'],
    ['safariPhone', 'mobile', null, 'Safari', '18.6'],
    ['chromePhone', 'mobile', null, 'Chrome', '143.0.7499.38'],
  ] as const)('of %s tells %s %s with %s %s', (name, system, systemVersion, browser, browserVersion) => {
    const words = { userAgent: USER_AGENTS[name], touchPoints: NO_TOUCH, hints: null };
    expect(readVisitor(words)).toEqual({ system, systemVersion, browser, browserVersion });
  });

  test('a Mac with a touch screen is a tablet that asks for desktop pages', () => {
    expect(readVisitor({ userAgent: USER_AGENTS.safariMac, touchPoints: TOUCH, hints: null }).system).toBe('mobile');
    expect(readVisitor({ userAgent: USER_AGENTS.chromeWindows, touchPoints: TOUCH, hints: null }).system).toBe(
      'windows',
    );
  });

  test('nothing known is named as nothing known', () => {
    expect(readVisitor({ userAgent: 'curl/8.5.0', touchPoints: NO_TOUCH, hints: null })).toEqual({
      system: 'other',
      systemVersion: null,
      browser: 'Browser',
      browserVersion: '',
    });
  });
});

describe('client hints', () => {
  test.each([
    ['0.3.0', '6.3'],
    ['0.1.0', '6.1'],
    ['0.2.0', '6.2'],
    ['0.9.0', '6.3'],
    ['1.0.0', '10.0.10240'],
    ['7.0.0', '10.0.17763'],
    ['8.0.0', '10.0.18363'],
    ['10.0.0', '10.0.19045'],
    ['13.0.0', '10.0.22000'],
    ['15.0.0', '10.0.22000'],
    ['19.0.0', '10.0.22000'],
    ['', null],
    ['unknown', null],
  ])('of Windows with platform version %j mean %s', (platformVersion, systemVersion) => {
    const words = { userAgent: USER_AGENTS.chromeWindows, touchPoints: 10, hints: hints('Windows', platformVersion) };
    expect(readVisitor(words).systemVersion).toBe(systemVersion);
  });

  test('tell the macOS that the user agent keeps to itself', () => {
    const read = (platformVersion: string) =>
      readVisitor({ userAgent: USER_AGENTS.chromeMac, touchPoints: 0, hints: hints('macOS', platformVersion) });
    expect(read('26.1.0').systemVersion).toBe('26.1.0');
    expect(read('12.7.6').systemVersion).toBe('12.7.6');
    expect(read('').systemVersion).toBeNull();
  });

  test.each([
    [['Chromium', 'Google Chrome'], 'Chrome'],
    [['Chromium', 'Microsoft Edge'], 'Edge'],
    [['Brave', 'Chromium'], 'Brave'],
    [['Chromium', 'Vivaldi'], 'Vivaldi'],
    [['Chromium'], 'Chrome'],
    [['Chromium', 'constructor'], 'Chrome'],
  ])('with the brands %j name %s', (brands, browser) => {
    const words = { userAgent: USER_AGENTS.chromeLinux, touchPoints: 0, hints: hints('Linux', '6.1.0', ...brands) };
    expect(readVisitor(words).browser).toBe(browser);
  });

  test('a browser that says it is mobile is', () => {
    const mobile = { ...hints('Android', '16.0.0', 'Google Chrome'), isMobile: true };
    expect(readVisitor({ userAgent: USER_AGENTS.chromeLinux, touchPoints: 5, hints: mobile }).system).toBe('mobile');
  });
});

test('whatever a browser says, it is read', () => {
  const brand = fc.record({ brand: fc.string(), version: fc.string() });
  const anyHints = fc.record({
    platform: fc.string(),
    platformVersion: fc.string(),
    isMobile: fc.boolean(),
    brands: fc.array(brand),
  });
  const words = fc.record({ userAgent: fc.string(), touchPoints: fc.integer(), hints: fc.option(anyHints) });
  fc.assert(
    fc.property(words, (said) => {
      expect(['windows', 'macos', 'linux', 'mobile', 'other']).toContain(readVisitor(said).system);
    }),
  );
});
