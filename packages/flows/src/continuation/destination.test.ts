import { anyText } from '@vestibule/testing/any-text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FAIL_DESTINATION,
  pathOfDestination,
  pathOnSite,
  QUICK_START_DESTINATION,
  SUCCESS_DESTINATION,
} from './destination.ts';

const ORIGIN = 'https://gate.example';
const path = (appName: string, url: string) => pathOfDestination({ appName, url }, ORIGIN);

describe('a destination', () => {
  test('[S2.024, S2.025, S2.026] of success is /session-status, of failure / of the sign-in application', () => {
    expect(pathOfDestination(SUCCESS_DESTINATION, ORIGIN)).toBe('/online/session-status');
    expect(pathOfDestination(FAIL_DESTINATION, ORIGIN)).toBe('/online/');
  });

  test('[S1.028, S2.027] of quick start is /in-progress of the onboarding application', () => {
    expect(pathOfDestination(QUICK_START_DESTINATION, ORIGIN)).toBe('/onboarding/in-progress');
  });

  test('[S1.032, S1.034] is /{app} with an optional back', () => {
    expect(path('desk', '/start?step=2#end')).toBe('/desk/start?step=2#end');
    expect(pathOfDestination({ appName: 'desk', url: 'start' }, ORIGIN, { back: '/online/a b' })).toBe(
      '/desk/start?back=%2Fonline%2Fa+b',
    );
    expect(pathOfDestination({ appName: 'desk', url: '/start' }, ORIGIN, { back: null })).toBe('/desk/start');
  });

  test('[S1.033] is in the application online unless it names another', () => {
    expect([SUCCESS_DESTINATION.appName, FAIL_DESTINATION.appName]).toEqual(['online', 'online']);
    expect(pathOfDestination(SUCCESS_DESTINATION, ORIGIN)?.startsWith('/online/')).toBe(true);
  });

  test.each([
    ['/start?next=mailto:nadia', '/desk/start?next=mailto:nadia'],
    ['//start//page', '/desk/start//page'],
    ['', '/desk/'],
  ])('%j is a path in the application', (url, led) => {
    expect(path('desk', url)).toBe(led);
  });

  test('is found on a site without TLS as well', () => {
    const site = 'http://localhost:8080';
    expect(pathOnSite('/online/start//', site)).toBe('/online/start//');
    expect(pathOnSite('http://localhost:8080/online/', site)).toBe('/online/');
  });

  test('may name a page of this site in full', () => {
    expect(path('online', 'https://gate.example/desk/start')).toBe('/desk/start');
  });
});

describe('refused is', () => {
  test.each([
    'https://evil.example/',
    'https://gate.example.evil.example/',
    'https://gate.example@evil.example/',
    'https://nadia@gate.example/',
    'http://gate.example/',
    'https://gate.example:8443/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    '\u0000//evil.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'blob:https://gate.example/1',
    'https:/\\evil.example',
    'https://[',
    'https://gate.example//evil.example/',
  ])('%j, as an address and as the end of a destination', (address) => {
    expect(pathOnSite(address, ORIGIN)).toBeNull();
    const led = path('online', address);
    if (led !== null) expect(new URL(led, ORIGIN).origin).toBe(ORIGIN);
  });

  test.each(['', '/', '..', '../evil', 'a/b', '//evil.example', 'online\\', 'ＯＮ'])(
    'the application %j',
    (appName) => {
      expect(path(appName, '/start')).toBeNull();
    },
  );

  test.each([
    ['device-check', '/'],
    ['device-check', '/status'],
    ['device-check', ''],
    ['Device-Check', '/'],
    ['online', '/../device-check/'],
    ['online', '/%2e%2e/device-check'],
    ['online', '/..%2fdevice-check/'],
    ['x', 'https://gate.example/device-check/v2'],
    ['x', 'https://gate.example/device%2Dcheck/'],
    ['x', 'https://gate.example/%64evice-check'],
  ])('%s %s, the portal itself, which would go there without end', (appName, url) => {
    expect(path(appName, url)).toBeNull();
  });

  test.each([
    ['device-checks', '/', '/device-checks/'],
    ['online', '/device-check/', '/online/device-check/'],
    ['online', '/%', '/online/%'],
  ])('not %s %s, which only looks like it', (appName, url, led) => {
    expect(path(appName, url)).toBe(led);
  });

  test('whatever would leave this site', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (appName, url) => {
        for (const led of [path(appName, url), path('online', url), pathOnSite(url, ORIGIN)]) {
          if (led === null) continue;
          expect(led).toMatch(/^\/(?!\/)/);
          expect(new URL(led, ORIGIN).origin).toBe(ORIGIN);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('whatever a web address looks like', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        expect(pathOnSite(address, ORIGIN)).toBeNull();
        expect(path('online', address)).toBeNull();
      }),
    );
  });
});
