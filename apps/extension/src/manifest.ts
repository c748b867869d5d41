import { BUILT_IN_IDENTITY, type ExtensionIdentity } from './extension-id.ts';

export type Browser = 'chromium' | 'firefox';

export interface ManifestOptions {
  readonly browser: Browser;
  readonly version: string;
  /** Exact origins of the portals: `https://portal.example`. */
  readonly origins: readonly string[];
  /** The demo build alone may serve portals without TLS. */
  readonly isDemo: boolean;
  /** Left out: the built-in one. */
  readonly identity?: ExtensionIdentity | undefined;
  /** Named only where the build puts them: a browser refuses an extension that names a missing file. */
  readonly icons?: typeof ICONS;
}

export const WORKER_FILE = 'worker.js';
export const BRIDGE_FILE = 'bridge.js';
const POPUP_FILE = 'popup.html';
export const POPUP_SCRIPT = 'popup.js';

/** The doorway by size in pixels. The files lie in `apps/extension/icons`, drawn from `doorway.svg` there. */
export const ICONS = Object.freeze({
  16: 'icons/16.png',
  32: 'icons/32.png',
  48: 'icons/48.png',
  128: 'icons/128.png',
});

/** The manifest of one browser. Only what differs between browsers stands in the two functions below. */
export function createManifest(options: ManifestOptions): Readonly<Record<string, unknown>> {
  const matches = matchPatterns(options.origins);
  const common = {
    manifest_version: 3,
    name: options.isDemo ? 'Workplace (demo)' : 'Workplace',
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    version: options.version,
    ...(options.icons === undefined ? {} : { icons: options.icons }),
    action: { default_popup: POPUP_FILE, default_title: 'Workplace' },
    content_scripts: [{ matches, js: [BRIDGE_FILE], run_at: 'document_start' }],
  };
  const { chromiumKey, firefoxId } = options.identity ?? BUILT_IN_IDENTITY;
  return options.browser === 'chromium'
    ? { ...common, ...chromiumPart(matches, chromiumKey) }
    : { ...common, ...firefoxPart(firefoxId) };
}

/**
 * `scripting`, in pages of the portal alone, for those that are open while the extension is installed: the browser runs no
 * content script in them. It warns of nothing that the content script does not bring along already.
 *
 * 106 is the first Chromium that tells pages of no other extension (`chrome.runtime` only where `matches` says so).
 */
function chromiumPart(matches: readonly string[], key: string) {
  return {
    permissions: ['nativeMessaging', 'scripting'],
    host_permissions: matches,
    key,
    minimum_chrome_version: '106',
    background: { service_worker: WORKER_FILE },
    externally_connectable: { matches },
  };
}

/** Firefox has no `externally_connectable`: there the bridge is the only way. It runs in pages that are open already. */
function firefoxPart(id: string) {
  return {
    permissions: ['nativeMessaging'],
    background: { scripts: [WORKER_FILE] },
    browser_specific_settings: { gecko: { id, strict_min_version: '121.0' } },
  };
}

/**
 * Match patterns of origins. A pattern holds no port, so it admits more than the origin does; worker and bridge compare
 * the exact origin.
 */
export function matchPatterns(origins: readonly string[]): readonly string[] {
  return [...new Set(origins.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`))];
}

/** @returns why this list of origins cannot be built in, null when it can */
export function refuseOrigins(origins: readonly string[], isDemo: boolean): string | null {
  if (origins.length === 0) return 'Name at least one portal origin.';
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      return `"${origin}" is no origin. Write it like https://portal.example, without a path.`;
    }
    if (!isDemo && !origin.startsWith('https://')) return `"${origin}" has no TLS; only the demo build may serve it.`;
  }
  return null;
}
