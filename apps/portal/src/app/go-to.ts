import { BASE_PATH } from '@vestibule/contracts';
import { navigate } from 'wouter/use-browser-location';
import { SECOND_SET, setOf } from './route-sets.ts';

/** What the visit was opened with, and every screen of it wants to find in its address again. */
const KEPT = ['login', 'back'] as const;

/**
 * Shows another screen, in the set (plain or /v2) the visitor is in, unless the path names the second one.
 * @param path as in the route table: '/session-expired', or '/' for home; '/v2/download' for that very set
 * @param by whoever asked for it: what the page does by itself leaves no entry in the history
 */
export function goTo(path: string, by?: 'person'): void {
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => KEPT.some((other) => other === name));
  const search = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  navigate(`${addressOf(path, location.pathname)}${search}`, { replace: by !== 'person' });
}

/**
 * The address of a screen.
 * @param path as in the route table
 * @param from path of the page that leads there, with the base path
 */
export function addressOf(path: string, from: string): string {
  if (setOf(path) === SECOND_SET) return `${BASE_PATH}${path}`;
  const prefix = setOf(from.slice(BASE_PATH.length));
  return `${BASE_PATH}${prefix}${path === '/' && prefix !== '' ? '' : path}`;
}
