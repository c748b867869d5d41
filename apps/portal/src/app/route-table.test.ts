import { describe, expect, test } from 'vitest';
import { HomeRoute } from '../screens/home/home-route.tsx';
import { matchRoute } from './route-table.ts';

const NAMES = [
  '/download',
  '/download-updater',
  '/download-start',
  '/extension-ready',
  '/extension-not-ready',
  '/firefox-extension',
  '/service-error',
  '/compatibility',
  '/session-expired',
  '/support',
  '/temporary-access',
  '/user-blocked',
  '/app-installed',
  '/skip-installation',
] as const;

describe('both sets', () => {
  test.each(NAMES)('[S2.003] have %s, and show the same in both', (name) => {
    const plain = matchRoute(name);
    expect(plain).toMatchObject({ name, prefix: '', isStatusPage: false });
    expect(matchRoute(`/v2${name}`)).toEqual({ ...plain, prefix: '/v2' });
    expect(plain.Screen).not.toBe(HomeRoute);
  });

  test('each screen is another', () => {
    const screens = NAMES.map((name) => matchRoute(name).Screen);
    expect(new Set(screens).size).toBe(NAMES.length);
  });

  test.each([
    ['', ''],
    ['/', ''],
    ['/v2', '/v2'],
    ['/v2/', '/v2'],
  ])('[S2.004, S2.005, S2.029] %j is home', (path, prefix) => {
    expect(matchRoute(path)).toMatchObject({ Screen: HomeRoute, prefix, isStatusPage: false });
  });

  test.each(['/status', '/v2/status'])('[S2.014, S2.029] %s is the status page, shown by the home screen', (path) => {
    expect(matchRoute(path)).toMatchObject({ Screen: HomeRoute, isStatusPage: true });
  });
});

test.each(['/nowhere', '/service-error/', '/service-error/more', '/Download', '/v2x', '/v2/nowhere', '/constructor'])(
  '[S2.001, S2.002] %s is no route, so it is home',
  (path) => {
    expect(matchRoute(path)).toMatchObject({ name: '', Screen: HomeRoute, isStatusPage: false });
  },
);

test.each(['/my-status', '/status/', '/v2/session-status', '/x/status/y'])(
  '[S2.021] %s is no route, and has "status" in it, so it is the status page',
  (path) => {
    expect(matchRoute(path)).toMatchObject({ name: '/status', Screen: HomeRoute, isStatusPage: true });
  },
);

test('an article of the help is one, even with "status" in its name', () => {
  const firewall = matchRoute('/help/firewall-enable');
  expect(firewall.isStatusPage).toBe(false);
  expect(matchRoute('/v2/help/status')).toEqual({ ...firewall, name: '/help/status', prefix: '/v2' });
});

test.each(NAMES)('%s waits for the account id only where an installation is under way', (name) => {
  const setUp = ['/download', '/download-start', '/extension-ready', '/extension-not-ready', '/firefox-extension'];
  expect(matchRoute(name).isSetUp).toBe(setUp.includes(name));
});
