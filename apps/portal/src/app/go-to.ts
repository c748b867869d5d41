import { BASE_PATH } from '@vestibule/contracts';
import { navigate } from 'wouter/use-browser-location';
import { matchRoute } from './route-table.ts';

/**
 * Shows another screen, in the set (plain or /v2) the visitor is in.
 * @param path as in the route table: '/session-expired', or '/' for home
 */
export function goTo(path: string): void {
  const { prefix } = matchRoute(location.pathname.slice(BASE_PATH.length));
  navigate(`${BASE_PATH}${prefix}${path}`);
}
