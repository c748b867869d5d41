import { expect, test } from 'vitest';
import { HelpRoute } from './help-route.tsx';
import { HomeRoute } from './home-route.tsx';
import { matchRoute } from './route-table.ts';
import { ServiceErrorRoute } from './service-error-route.tsx';
import { SessionExpiredRoute } from './session-expired-route.tsx';
import { UserBlockedRoute } from './user-blocked-route.tsx';

test.each([
  ['', '', HomeRoute],
  ['/', '', HomeRoute],
  ['/v2', '/v2', HomeRoute],
  ['/v2/', '/v2', HomeRoute],
  ['/service-error', '', ServiceErrorRoute],
  ['/v2/service-error', '/v2', ServiceErrorRoute],
  ['/session-expired', '', SessionExpiredRoute],
  ['/v2/session-expired', '/v2', SessionExpiredRoute],
  ['/user-blocked', '', UserBlockedRoute],
  ['/help/firewall-enable', '', HelpRoute],
] as const)('[S2.003] %s is found', (path, prefix, Screen) => {
  expect(matchRoute(path)).toEqual({ prefix, Screen });
});

test.each(['/nowhere', '/service-error/', '/service-error/more', '/v2x', '/v2/nowhere'])(
  '[S2.001, S2.002] %s is no route, so it is home',
  (path) => {
    expect(matchRoute(path).Screen).toBe(HomeRoute);
  },
);
