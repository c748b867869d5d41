import { BASE_PATH, DEFAULT_APP } from '@vestibule/contracts';
import type { Destination } from '../memory-port.ts';

export const SUCCESS_DESTINATION: Destination = { appName: DEFAULT_APP, url: '/session-status' };
export const FAIL_DESTINATION: Destination = { appName: DEFAULT_APP, url: '/' };
/** Quick start ends in the onboarding application. */
export const QUICK_START_DESTINATION: Destination = { appName: 'onboarding', url: '/in-progress' };

const APP_NAME = /^[a-z0-9][a-z0-9-]*$/i;

/**
 * The address of a destination in one of this site's web applications: `/{app}` and the path in it.
 * @param origin of this site
 * @param query parameters that are added, such as `back` or `reason`
 * @returns null for anything that would lead to another site, or back to the portal: it would go on to itself without end
 */
export function pathOfDestination(
  { appName, url }: Destination,
  origin: string,
  query: Readonly<Record<string, string | null>> = {},
): string | null {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url);
  if (!isAbsolute && !APP_NAME.test(appName)) return null;
  const path = pathOnSite(isAbsolute ? url : `/${appName}/${url.replace(/^\/+/, '')}`, origin);
  if (path === null || isOfPortal(path, origin)) return null;
  const address = new URL(path, origin);
  for (const [name, value] of Object.entries(query)) if (value !== null) address.searchParams.set(name, value);
  return `${address.pathname}${address.search}${address.hash}`;
}

/** Whether a path is the portal's own, also in letters that a server reads as the same. */
export function isOfPortal(path: string, origin: string): boolean {
  const { pathname } = new URL(path, origin);
  const read = decoded(pathname).toLowerCase();
  return read === BASE_PATH || read.startsWith(`${BASE_PATH}/`);
}

function decoded(pathname: string): string {
  try {
    return new URL(decodeURIComponent(pathname), 'https://site.invalid').pathname;
  } catch {
    return pathname;
  }
}

/**
 * An address as a path of this site: that of `back`, or of what a server answered.
 * @returns null for anything that would lead to another site, or that a browser reads as something else than a page
 */
export function pathOnSite(address: string, origin: string): string | null {
  // Browsers drop these while they read an address, so that what looks harmless leads elsewhere.
  // oxlint-disable-next-line no-control-regex -- these very characters are looked for
  if (/[\u0000-\u0020\\]/.test(address) || address.startsWith('//') || !URL.canParse(address, origin)) return null;
  const { origin: itsOrigin, protocol, pathname, search, hash, username } = new URL(address, origin);
  const isPage = protocol === 'https:' || protocol === 'http:';
  if (!isPage || itsOrigin !== origin || username !== '' || pathname.startsWith('//')) return null;
  return `${pathname}${search}${hash}`;
}
