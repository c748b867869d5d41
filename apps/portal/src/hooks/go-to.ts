import { BASE_PATH } from '@vestibule/contracts';
import { navigate } from 'wouter/use-browser-location';
import { isStatusPath, SECOND_SET, setOf, TRY_OUT_SET } from './route-sets.ts';

/** They lead back by themselves, also to the status page when that led there: it is kept in their address. */
const LEAD_BACK: readonly string[] = ['/service-error', '/compatibility'];
const STATUS = ['from', 'status'] as const;

/** What the visit was opened with, and every screen of it wants to find in its address again. */
const KEPT = ['login', 'back'] as const;

/**
 * Shows another screen, in the set (plain or /v2) the visitor is in, unless the path names the second one.
 * @param path as in the route table: '/session-expired', or '/' for home; '/v2/download' for that very set
 * @param the one who asked for it: what the page does by itself leaves no entry in the history
 */
export function goTo(path: string, by?: 'person'): void {
  const here = new URLSearchParams(location.search);
  const kept = [...here].filter(([name]) => KEPT.some((other) => other === name));
  const isOfStatus = cameFromStatus(here);
  if (isOfStatus && LEAD_BACK.includes(path)) kept.push([...STATUS]);
  const search = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  const target = isOfStatus && by !== 'person' ? targetOfStatus(path) : path;
  navigate(`${addressOf(target, location.pathname)}${search}`, { replace: by !== 'person' });
}

function cameFromStatus(here: URLSearchParams): boolean {
  const path = location.pathname.slice(BASE_PATH.length);
  if (isStatusPath(path)) return true;
  return LEAD_BACK.includes(path.slice(setOf(path).length)) && here.get(STATUS[0]) === STATUS[1];
}

/** Where the status page leads instead of to the pages of a sign-in (record 25, S8.001). */
function targetOfStatus(path: string): string {
  if (path === '/') return '/status';
  return path === '/session-expired' ? `${SECOND_SET}${path}` : path;
}

/**
 * The address of a screen. Nothing leads out of the pages of a synthetic laptop, nor into them.
 * @param path as in the route table
 * @param from path of the page that leads there, with the base path
 */
export function addressOf(path: string, from: string): string {
  const prefix = setOf(from.slice(BASE_PATH.length));
  const named = setOf(path);
  if (named === SECOND_SET && prefix !== TRY_OUT_SET) return `${BASE_PATH}${path}`;
  const screen = path.slice(named.length);
  return `${BASE_PATH}${prefix}${screen === '/' && prefix !== '' ? '' : screen}`;
}
