import type { ComponentType } from 'react';
import { HomeRoute } from '../screens/home/home-route.tsx';
import { lazyRoute } from './lazy-route.ts';
import { loadRegistering } from '../screens/another-computer/load-registering.ts';
import { isStatusPath, type RouteSet, setOf } from '../hooks/route-sets.ts';
import { ServiceErrorRoute } from '../screens/service-error/service-error-route.tsx';

/** Help articles stand next to the screens: any name below /help/ is one, or the list of them. */
const HELP = '/help/';
const HelpRoute = lazyRoute(async () => (await import('../screens/help/help-route.tsx')).HelpRoute);

const DownloadRoute = lazyRoute(async () => (await import('../screens/download/download-route.tsx')).DownloadRoute);
const UpdaterRoute = lazyRoute(async () => (await import('../screens/download/download-route.tsx')).UpdaterRoute);

/**
 * Every screen once; the second set has the same names under /v2. Matching is exact. All but home, and the screen for
 * when nothing can be loaded, are loaded when they are wanted.
 */
const SCREENS: { readonly [path: string]: ComponentType } = {
  '': HomeRoute,
  '/download': DownloadRoute,
  '/download-updater': UpdaterRoute,
  '/download-start': lazyRoute(
    async () => (await import('../screens/download-start/download-start-route.tsx')).DownloadStartRoute,
  ),
  '/extension-ready': lazyRoute(
    async () => (await import('../screens/extension-ready/extension-ready-route.tsx')).ExtensionReadyRoute,
  ),
  '/extension-not-ready': lazyRoute(
    async () => (await import('../screens/extension-not-ready/extension-not-ready-route.tsx')).ExtensionNotReadyRoute,
  ),
  '/firefox-extension': lazyRoute(
    async () => (await import('../screens/firefox-extension/firefox-extension-route.tsx')).FirefoxExtensionRoute,
  ),
  '/service-error': ServiceErrorRoute,
  '/compatibility': lazyRoute(
    async () => (await import('../screens/compatibility/compatibility-route.tsx')).CompatibilityRoute,
  ),
  '/status': HomeRoute,
  '/session-expired': lazyRoute(
    async () => (await import('../screens/session-expired/session-expired-route.tsx')).SessionExpiredRoute,
  ),
  '/support': lazyRoute(async () => (await import('../screens/support/support-route.tsx')).SupportRoute),
  '/temporary-access': lazyRoute(
    async () => (await import('../screens/temporary-access/temporary-access-route.tsx')).TemporaryAccessRoute,
  ),
  '/user-blocked': lazyRoute(
    async () => (await import('../screens/user-blocked/user-blocked-route.tsx')).UserBlockedRoute,
  ),
  '/app-installed': lazyRoute(
    async () => (await import('../screens/app-installed/app-installed-route.tsx')).AppInstalledRoute,
  ),
  '/another-computer': lazyRoute(async () => (await loadRegistering()).AnotherComputerRoute),
  '/skip-installation': lazyRoute(
    async () => (await import('../screens/skip-installation/skip-installation-route.tsx')).SkipInstallationRoute,
  ),
};

/** Pages on which a client that is being installed is waited for. */
const SET_UP: readonly string[] = [
  '/download',
  '/download-start',
  '/extension-ready',
  '/extension-not-ready',
  '/firefox-extension',
];

/** In the middle of a check, and where help is asked for. */
const WITH_CHAT: readonly string[] = ['', '/support'];

/** Where support is found, and what leads there: anyone who cannot sign in needs these most (record 25). */
const FOR_ANYBODY: readonly string[] = ['/support', '/session-expired', '/user-blocked'];

export interface MatchedRoute {
  /** In the table, without the set; '' for home. */
  readonly name: string;
  readonly Screen: ComponentType;
  /** The set the visitor is in: navigation stays in it. */
  readonly prefix: RouteSet;
  readonly isStatusPage: boolean;
  readonly isSetUp: boolean;
  readonly hasChat: boolean;
  /** Help is as well. */
  readonly isForAnybody: boolean;
}

/**
 * Finds the screen of a path: an exact route first, else a path with "status" in it is the status page, else it is home.
 * @param path below the base path, such as '/v2/session-expired'
 */
export function matchRoute(path: string): MatchedRoute {
  const prefix = setOf(path);
  const name = nameOf(path.slice(prefix.length));
  const Screen = name.startsWith(HELP) ? HelpRoute : (SCREENS[name] ?? HomeRoute);
  return {
    name,
    Screen,
    prefix,
    isStatusPage: name === '/status',
    isSetUp: SET_UP.includes(name),
    hasChat: WITH_CHAT.includes(name),
    isForAnybody: name.startsWith(HELP) || FOR_ANYBODY.includes(name),
  };
}

/** The name in the table, or of a help article. */
function nameOf(path: string): string {
  if (path === '/') return '';
  if (Object.hasOwn(SCREENS, path) || path.startsWith(HELP)) return path;
  return isStatusPath(path) ? '/status' : '';
}
