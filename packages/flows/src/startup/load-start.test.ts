import { beforeEach, describe, expect, test } from 'vitest';
import { answered, createFakePorts, type FakePorts, fakeSettings, refused, unreachable } from '../fake-ports.ts';
import { isCompatible, loadStart } from './load-start.ts';

const PENDING = { mode: 'mfa', isPolicyEnforced: false };
const SAFARI = { system: 'macos', systemVersion: '15.6', browser: 'Safari', browserVersion: '18' } as const;

let ports: FakePorts;
beforeEach(() => {
  ports = createFakePorts();
  ports.onCall('settings', () => answered(fakeSettings));
  ports.onCall('onlineSettings', () => answered({ sessionType: 'Containerised', features: [] }));
  ports.onCall('pendingSignIn', () => answered(PENDING));
});

async function load({ loginMarker = null as string | null, isMarkerRemembered = false } = {}) {
  const loaded = await loadStart({ ports, loginMarker, isMarkerRemembered });
  if (!loaded.ok) throw new Error(`Startup failed: ${loaded.failure.kind}`);
  return loaded.value;
}

test('asks for the sign-in that this tab was opened with, and for none without one', async () => {
  await load({ loginMarker: 'marker' });
  const asked = ports.calls.find(({ name }) => name === 'pendingSignIn');
  expect(asked?.input).toEqual({ parameters: { loginMarker: 'marker' } });
  ports.calls.splice(0);
  await load();
  expect(ports.calls.map(({ name }) => name)).not.toContain('pendingSignIn');
});

test.each([
  [refused(401, 'not_signed_in'), 'signed-out'],
  [refused(404, 'sign_in_unknown'), 'sign-in-over'],
  [unreachable, 'unreachable'],
])('nothing starts without the sign-in: %j', async (answer, kind) => {
  ports.onCall('pendingSignIn', () => answer);
  const loaded = await loadStart({ ports, loginMarker: 'marker', isMarkerRemembered: false });
  expect(loaded).toEqual({ ok: false, failure: { kind } });
});

describe('a sign-in that this tab remembers', () => {
  beforeEach(() => {
    ports.remembered.set('pageInfo', { loginMarker: 'marker' });
    ports.remembered.set('quickStartRedirection', '/device-check/v2?login=marker');
  });

  test.each([refused(410, 'sign_in_expired'), refused(404, 'sign_in_unknown')])(
    'and that is over (%j) is forgotten, and everything begins without it',
    async (answer) => {
      ports.onCall('pendingSignIn', () => answer);
      expect((await load({ loginMarker: 'marker', isMarkerRemembered: true })).pending).toBeNull();
      expect(ports.remembered.has('pageInfo')).toBe(false);
      expect(ports.remembered.has('quickStartRedirection')).toBe(false);
    },
  );

  test('and that waits is gone on with', async () => {
    expect((await load({ loginMarker: 'marker', isMarkerRemembered: true })).pending).toEqual(PENDING);
    expect(ports.remembered.has('pageInfo')).toBe(true);
  });

  test.each([refused(401, 'not_signed_in'), unreachable])(
    'is kept while no one says that it is over: %j',
    async (answer) => {
      ports.onCall('pendingSignIn', () => answer);
      const loaded = await loadStart({ ports, loginMarker: 'marker', isMarkerRemembered: true });
      expect(loaded.ok).toBe(false);
      expect(ports.remembered.has('pageInfo')).toBe(true);
    },
  );
});

describe('whether the policy is enforced', () => {
  test.each([
    ['marker', undefined, false],
    ['marker', true, false],
    [null, undefined, true],
    [null, false, false],
  ])('sign-in %j and cookie %s: %s', async (loginMarker, cookie, expected) => {
    if (cookie !== undefined) ports.remembered.set('isPolicyEnforced', cookie);
    expect((await load({ loginMarker })).isPolicyEnforced).toBe(expected);
  });
});

test('the supported versions are asked for again when one answer is lost', async () => {
  const platform = { os: [], browsers: [] };
  const versions = { mac: platform, windows: platform };
  const answers = [unreachable, answered(versions)];
  ports.onCall('supportedVersions', () => answers.shift() ?? unreachable);
  expect((await load()).supportedVersions).toEqual(versions);
  expect((await load()).supportedVersions).toBeNull();
});

describe('the feature fci', () => {
  test('is the one of that name, and is remembered', async () => {
    const features = [
      { key: 'another', active: true },
      { key: 'fci', active: false },
    ];
    ports.onCall('onlineSettings', () => answered({ sessionType: 'Unknown', features }));
    expect((await load()).isFci).toBe(false);
    expect(ports.remembered.get('isFci')).toBe(false);
  });

  test('is as it was remembered where the company’s settings cannot be had', async () => {
    ports.onCall('onlineSettings', () => unreachable);
    ports.remembered.set('isFci', true);
    expect((await load()).isFci).toBe(true);
  });
});

test('Safari is refused in a containerised session, and taken where no one says what session it is', async () => {
  const start = await load();
  expect(isCompatible(SAFARI, start)).toBe(false);
  expect(isCompatible(SAFARI, { ...start, online: null })).toBe(true);
});
