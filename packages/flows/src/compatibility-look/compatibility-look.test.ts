import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import type { Visitor } from '@vestibule/policy';
import { beforeEach, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  answered,
  createFakePorts,
  type FakePorts,
  fakeSettings,
  refused,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { compatibilityLookMachine, selectCompatibilityLook } from './compatibility-look.ts';

const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
const TAHOE: Visitor = { system: 'macos', systemVersion: '26.1', browser: 'Chrome', browserVersion: '143' };

function listOf(...majors: string[]) {
  const list = {
    supportedOs: majors.map((version) => ({ version, name: `macOS ${version}` })),
    supportedBrowsers: [{ name: 'Chrome', version: '' }],
  };
  const platform = { frontline: list, secureEnclave: list, other: list };
  return answered({ mac: platform, windows: platform });
}

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
  ports.onCall('settings', () => answered(fakeSettings));
  ports.onCall('onlineSettings', () => answered({ sessionType: 'Unknown', features: [] }));
  ports.onCall('pendingSignIn', () => answered({ mode: 'frontline', isPolicyEnforced: true }));
  ports.onCall('supportedVersions', () => listOf('15'));
});

async function open(visitor = TAHOE, loginMarker: string | null = MARKER) {
  const readVisitor = async () => visitor;
  const actor = createActor(compatibilityLookMachine, { clock, input: { ports, loginMarker, readVisitor } }).start();
  await settle();
  return {
    view: () => selectCompatibilityLook(actor.getSnapshot()),
    send: async (type: 'user.try-again' | 'page.back') => {
      actor.send({ type });
      await settle();
    },
  };
}

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

test('[S4.003] a computer that the server’s list refuses stays, with that list', async () => {
  const { view } = await open();
  expect(ports.visited).toEqual([]);
  expect(view()).toMatchObject({ isLooking: false, seen: { visitor: TAHOE, start: { mode: 'frontline' } } });
  expect(view().seen?.start.supportedVersions?.mac.frontline.supportedOs).toHaveLength(1);
});

test('leads back by itself soon after the company has allowed this computer', async () => {
  await open();
  ports.onCall('supportedVersions', () => listOf('15', '26'));
  await advance(OWN_LIMITS.safetyPollIntervalMs - 1);
  expect(ports.visited).toEqual([]);
  await advance(1);
  expect(ports.visited).toEqual(['/']);
});

test.each(['user.try-again', 'page.back'] as const)('%s looks at once', async (type) => {
  const { send } = await open();
  ports.onCall('supportedVersions', () => listOf('26'));
  await send(type);
  expect(ports.visited).toEqual(['/']);
});

test.each(['supportedVersions', 'settings'] as const)('a lost answer of %s is asked for again', async (name) => {
  const answer = name === 'settings' ? answered(fakeSettings) : listOf('26');
  ports.onCall('supportedVersions', () => listOf('26'));
  ports.onCall(name, () => unreachable);
  await open();
  await advance(LIMITS.workflowRetryDelayMs - 1);
  ports.onCall(name, () => answer);
  expect(ports.visited).toEqual([]);
  await advance(1);
  expect(ports.visited).toEqual(['/']);
});

test('the built-in lists never lead back, although they do not refuse', async () => {
  ports.onCall('supportedVersions', () => unreachable);
  const { view } = await open();
  expect(view()).toMatchObject({ hasLooked: true, isLooking: false });
  for (let look = 0; look < 5; look += 1) await advance(LIMITS.workflowRetryDelayMs);
  expect(ports.visited).toEqual([]);
  expect(view().seen?.start.supportedVersions).toBeNull();
});

test('the list that has refused stays on the screen when it is lost once more', async () => {
  const { view } = await open();
  ports.onCall('supportedVersions', () => unreachable);
  await advance(OWN_LIMITS.safetyPollIntervalMs);
  expect(view().isLooking).toBe(false);
  expect(view().seen?.start.supportedVersions).not.toBeNull();
});

test.each([
  ['settings', refused(401, 'not_signed_in'), '/session-expired'],
  ['settings', refused(403, 'account_disabled'), '/user-blocked'],
  ['pendingSignIn', refused(410, 'sign_in_expired'), '/session-expired'],
] as const)('[S8.001] %s refused with %j leads to %s', async (name, answer, path) => {
  ports.onCall(name, () => answer);
  await open();
  expect(ports.visited).toEqual([path]);
});

test('the list that lets in is handed over: home does not wait for its own as long, and would send back', async () => {
  ports.onCall('supportedVersions', () => listOf('15', '26'));
  await open();
  expect(ports.visited).toEqual(['/']);
  expect(ports.memory.read('supportedVersions')).toMatchObject({ mac: { other: { supportedOs: [{}, {}] } } });
});

const PHONE: Visitor = { system: 'mobile', systemVersion: null, browser: 'Safari', browserVersion: '18.6' };
const vouch = (answer: 'vouched' | 'refused' | null) =>
  ports.onCall('pendingSignIn', () =>
    answered({
      loginMarker: MARKER,
      mode: 'frontline',
      isPolicyEnforced: true,
      unsupportedSystems: { way: 'upstream-claim', mobileUrl: null, provider: null, answer },
    }),
  );

test('a phone that the company’s identity provider has vouched for goes on by itself, and no other', async () => {
  vouch('vouched');
  await open(PHONE);
  expect(ports.left).toEqual([`/saml/continue?login=${MARKER}`]);
  ports.left.length = 0;
  await open(TAHOE);
  vouch('refused');
  await open(PHONE);
  vouch(null);
  await open(PHONE);
  expect(ports.left).toEqual([]);
});
