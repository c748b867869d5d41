import { MINIMUM_VERSIONS, type SupportedVersions } from '@vestibule/contracts';
import { BUILT_IN_VERSIONS } from './built-in-versions.ts';
import type { SignInMode } from '../continue-offer.ts';
import { compareVersions, majorOf } from './compare-versions.ts';
import type { Visitor, VisitorSystem } from './read-visitor.ts';

export type SessionKind = keyof SupportedVersions['mac'];
export type VersionList = SupportedVersions['mac'][SessionKind];

export interface CompatibilitySettings {
  /** The server's list; null while it cannot be had. */
  readonly supportedVersions: SupportedVersions | null;
  readonly mode: SignInMode;
  /** 'Containerised' or 'Unknown', of the company settings. */
  readonly sessionType: string;
}

export interface Compatibility {
  readonly isSystemSupported: boolean;
  readonly isBrowserSupported: boolean;
}

/** A containerised session runs in these alone, whatever a list says. */
const CONTAINERISED_BROWSERS: readonly string[] = ['Chrome', 'Edge'];

/** Which of the lists is meant (decisions, Policy words). Quick start is a frontline mode. */
export function sessionKindOf({ mode, sessionType }: Pick<CompatibilitySettings, 'mode' | 'sessionType'>): SessionKind {
  if (mode === 'frontline' || mode === 'quick-start') return 'frontline';
  return sessionType === 'Containerised' ? 'secureEnclave' : 'other';
}

/** What is supported on a system: the server's list, else the built-in one. Null: nothing is. */
export function listFor(system: VisitorSystem, settings: CompatibilitySettings): VersionList | null {
  const { mac, windows, linux } = settings.supportedVersions ?? BUILT_IN_VERSIONS;
  const kind = sessionKindOf(settings);
  switch (system) {
    case 'macos':
      return mac[kind];
    case 'windows':
      return windows[kind];
    case 'linux':
      return linux?.[kind] ?? null;
    case 'mobile':
    case 'other':
      return null;
  }
}

/**
 * Whether the check can run here (specification, section 5). What a browser does not tell is no reason to refuse: the
 * client will read it. Nor is what the built-in lists cannot know, while the server's cannot be had (record 25): a
 * release that came after them, and Linux, of which they say nothing.
 */
export function judgeCompatibility(visitor: Visitor, settings: CompatibilitySettings): Compatibility {
  const list = listFor(visitor.system, settings);
  const isBuiltIn = settings.supportedVersions === null;
  if (list === null) {
    const isUnknown = isBuiltIn && visitor.system === 'linux';
    return { isSystemSupported: isUnknown, isBrowserSupported: isUnknown && maySessionRunIn(visitor, settings) };
  }
  return {
    isSystemSupported: isSystemSupported(visitor, list) || (isBuiltIn && isNewerThan(list, visitor)),
    isBrowserSupported: isBrowserSupported(visitor, list) && maySessionRunIn(visitor, settings),
  };
}

function isNewerThan({ supportedOs }: VersionList, { systemVersion }: Visitor): boolean {
  return systemVersion !== null && supportedOs.every(({ version }) => majorOf(version) < majorOf(systemVersion));
}

function isSystemSupported({ system, systemVersion }: Visitor, { supportedOs }: VersionList): boolean {
  if (systemVersion === null) return supportedOs.length > 0;
  const minimum = system === 'macos' ? MINIMUM_VERSIONS.macos : MINIMUM_VERSIONS.windowsNt;
  if (compareVersions(systemVersion, minimum) < 0) return false;
  // A release counts its own updates: 14 stands for every 14.x, and build 22000 for every later one of Windows.
  return supportedOs.some(
    ({ version }) => majorOf(version) === majorOf(systemVersion) && compareVersions(systemVersion, version) >= 0,
  );
}

function maySessionRunIn({ browser }: Visitor, { sessionType }: CompatibilitySettings): boolean {
  return sessionType !== 'Containerised' || CONTAINERISED_BROWSERS.includes(browser);
}

function isBrowserSupported({ browser, browserVersion }: Visitor, { supportedBrowsers }: VersionList): boolean {
  return supportedBrowsers.some(
    ({ name, version }) => name === browser && compareVersions(browserVersion, version) >= 0,
  );
}
