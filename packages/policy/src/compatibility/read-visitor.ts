/** What a browser says of itself. Shown, and compared with a list; never believed where it matters. */
export interface BrowserWords {
  readonly userAgent: string;
  /** `navigator.maxTouchPoints`: a tablet that asks for desktop pages calls itself a Mac, but a Mac has no touch screen. */
  readonly touchPoints: number;
  /** User-agent client hints, where the browser has them; null in Safari and Firefox. */
  readonly hints: ClientHints | null;
}

/** Of `navigator.userAgentData` with the high-entropy value `platformVersion`. */
export interface ClientHints {
  readonly platform: string;
  readonly platformVersion: string;
  readonly isMobile: boolean;
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
}

export type VisitorSystem = 'windows' | 'macos' | 'linux' | 'mobile' | 'other';

/** The computer and the browser in front of us. */
export interface Visitor {
  readonly system: VisitorSystem;
  /**
   * Version of the system: macOS '14.6', Windows by its kernel, '10.0.22631'. Null when the browser does not tell: user
   * agents have said 10_15_7 and NT 10.0 for years, whatever they run on.
   */
  readonly systemVersion: string | null;
  /** 'Chrome', or 'Browser' when it names none that is known. */
  readonly browser: string;
  readonly browserVersion: string;
}

/** The order matters: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /Edge?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Yandex', /YaBrowser\/([\d.]+)/],
  ['Vivaldi', /Vivaldi\/([\d.]+)/],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['DuckDuckGo', /Ddg\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrom(?:e|ium)|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).* Safari\//],
  ['Internet Explorer', /(?:MSIE |Trident\/.*rv:)([\d.]+)/],
] as const;

/** Brands in client hints, which tell apart what calls itself Chrome in its user agent. */
const BRANDS: Readonly<Record<string, string>> = {
  'Google Chrome': 'Chrome',
  'Microsoft Edge': 'Edge',
  Opera: 'Opera',
  Brave: 'Brave',
  Vivaldi: 'Vivaldi',
  YaBrowser: 'Yandex',
};

const MOBILE = /Android|iPhone|iPad|iPod|Windows Phone|Mobile/;

/** Reads what a browser says of itself and of the system it runs on. */
export function readVisitor(words: BrowserWords): Visitor {
  const system = systemOf(words);
  return { system, systemVersion: systemVersionOf(system, words), ...browserOf(words) };
}

function systemOf({ userAgent, touchPoints, hints }: BrowserWords): VisitorSystem {
  if (hints?.isMobile === true || MOBILE.test(userAgent)) return 'mobile';
  if (/Windows/.test(userAgent)) return 'windows';
  if (/Macintosh|Mac OS X/.test(userAgent)) return touchPoints > 1 ? 'mobile' : 'macos';
  if (/CrOS/.test(userAgent)) return 'other';
  return /Linux|X11/.test(userAgent) ? 'linux' : 'other';
}

function systemVersionOf(system: VisitorSystem, { userAgent, hints }: BrowserWords): string | null {
  switch (system) {
    case 'windows':
      return hints === null ? windowsInUserAgent(userAgent) : windowsInHints(hints.platformVersion);
    case 'macos':
      return hints === null || hints.platformVersion === '' ? macosInUserAgent(userAgent) : hints.platformVersion;
    case 'linux':
    case 'mobile':
    case 'other':
      return null;
  }
}

function windowsInUserAgent(userAgent: string): string | null {
  const version = /Windows NT ([\d.]+)/.exec(userAgent)?.[1] ?? null;
  return version === '10.0' ? null : version;
}

/**
 * The build up to which each major version of the hint goes (it counts API contracts, not builds); 0 is Windows 7 to
 * 8.1, told apart by the minor version, and from 11 on it is Windows 11.
 */
const LAST_BUILDS = [null, 10_240, 10_586, 14_393, 15_063, 16_299, 17_134, 17_763, 18_363, 18_363, 19_045] as const;
const OLD_WINDOWS = new Map([
  ['1', '6.1'],
  ['2', '6.2'],
  ['3', '6.3'],
]);
const FIRST_WINDOWS_11 = '10.0.22000';

function windowsInHints(platformVersion: string): string | null {
  if (!/^\d/.test(platformVersion)) return null;
  const contract = Number.parseInt(platformVersion, 10);
  if (contract === 0) return OLD_WINDOWS.get(platformVersion.split('.')[1] ?? '') ?? '6.3';
  const build = LAST_BUILDS[contract];
  return build === undefined ? FIRST_WINDOWS_11 : `10.0.${build}`;
}

function macosInUserAgent(userAgent: string): string | null {
  const version = /Mac OS X (\d+(?:[._]\d+)*)/.exec(userAgent)?.[1]?.replaceAll('_', '.') ?? null;
  return version === null || /^10\.15\b/.test(version) ? null : version;
}

function browserOf({ userAgent, hints }: BrowserWords): Pick<Visitor, 'browser' | 'browserVersion'> {
  for (const { brand, version } of hints?.brands ?? []) {
    const browser = Object.hasOwn(BRANDS, brand) ? BRANDS[brand] : undefined;
    if (browser !== undefined) return { browser, browserVersion: version };
  }
  for (const [browser, pattern] of BROWSERS) {
    const browserVersion = pattern.exec(userAgent)?.[1];
    if (browserVersion !== undefined) return { browser, browserVersion };
  }
  return { browser: 'Browser', browserVersion: '' };
}
