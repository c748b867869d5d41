import type { ComponentType } from 'react';
import { HelpRoute } from './help-route.tsx';
import { HomeRoute } from './home-route.tsx';
import { ServiceErrorRoute } from './service-error-route.tsx';
import { SessionExpiredRoute } from './session-expired-route.tsx';
import { UserBlockedRoute } from './user-blocked-route.tsx';

/** Every screen once; the second set has the same names under /v2. Matching is exact, anything else is home. */
const SCREENS: { readonly [path: string]: ComponentType } = {
  '': HomeRoute,
  '/service-error': ServiceErrorRoute,
  '/session-expired': SessionExpiredRoute,
  '/user-blocked': UserBlockedRoute,
};

/** Help articles stand beside the screens: any name below /help/ is one, or the list of them. */
const HELP = '/help/';

export interface MatchedRoute {
  readonly Screen: ComponentType;
  /** The set the visitor is in: navigation stays in it. */
  readonly prefix: '' | '/v2';
}

/**
 * Finds the screen of a path.
 * @param path below the base path, such as '/v2/session-expired'
 */
export function matchRoute(path: string): MatchedRoute {
  const isSecondSet = path === '/v2' || path.startsWith('/v2/');
  const prefix = isSecondSet ? '/v2' : '';
  const name = path.slice(prefix.length);
  if (name.startsWith(HELP)) return { prefix, Screen: HelpRoute };
  return { prefix, Screen: SCREENS[name === '/' ? '' : name] ?? HomeRoute };
}
