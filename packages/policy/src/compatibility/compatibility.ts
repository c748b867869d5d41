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
 * client will read it.
 */
export function judgeCompatibility(visitor: Visitor, settings: CompatibilitySettings): Compatibility {
  const list = listFor(visitor.system, settings);
  if (list === null) return { isSystemSupported: false, isBrowserSupported: false };
  return {
    isSystemSupported: isSystemSupported(visitor, list),
    isBrowserSupported: isBrowserSupported(visitor, list, settings.sessionType),
  };
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

function isBrowserSupported(visitor: Visitor, { supportedBrowsers }: VersionList, sessionType: string): boolean {
  const { browser, browserVersion } = visitor;
  if (sessionType === 'Containerised' && !CONTAINERISED_BROWSERS.includes(browser)) return false;
  return supportedBrowsers.some(
    ({ name, version }) => name === browser && compareVersions(browserVersion, version) >= 0,
  );
}
