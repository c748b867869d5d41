import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
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
import { blockedLookMachine } from './blocked-look.ts';

const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
const BLOCKED = refused(403, 'account_disabled');

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
  ports.onCall('settings', () => BLOCKED);
  ports.onCall('pendingSignIn', () => BLOCKED);
});

function open(isOpenedByHand = false) {
  const input = { ports, loginMarker: MARKER, isOpenedByHand };
  return createActor(blockedLookMachine, { clock, input }).start();
}

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

test('whose account is given back goes on soon', async () => {
  open();
  await advance(OWN_LIMITS.safetyPollIntervalMs);
  ports.onCall('settings', () => answered(fakeSettings));
  ports.onCall('pendingSignIn', () => answered({ mode: 'frontline' }));
  await advance(OWN_LIMITS.safetyPollIntervalMs - 1);
  expect(ports.visited).toEqual([]);
  await advance(1);
  expect(ports.visited).toEqual(['/']);
});

test('a lifted block leaves no one signed in: that is gone on with as well', async () => {
  open();
  ports.onCall('settings', () => refused(401, 'not_signed_in'));
  await advance(OWN_LIMITS.safetyPollIntervalMs);
  expect(ports.visited).toEqual(['/']);
});

test.each([BLOCKED, unreachable])('%j keeps the page, for as long as it lasts', async (answer) => {
  ports.onCall('settings', () => answer);
  open();
  for (let look = 0; look < 5; look += 1) await advance(OWN_LIMITS.safetyPollIntervalMs);
  expect(ports.visited).toEqual([]);
  expect(ports.calls.filter(({ name }) => name === 'settings')).toHaveLength(5);
});

test.each(['user.try-again', 'page.back'] as const)('%s looks at once, and once', async (type) => {
  const actor = open();
  actor.send({ type });
  actor.send({ type });
  await settle();
  expect(ports.calls.filter(({ name }) => name === 'settings')).toHaveLength(1);
  ports.onCall('settings', () => refused(401, 'not_signed_in'));
  actor.send({ type });
  await settle();
  expect(ports.visited).toEqual(['/']);
});

test('opened by hand, it asks until someone answers, and stays only for a block', async () => {
  ports.onCall('settings', () => unreachable);
  const actor = open(true);
  await settle();
  expect(actor.getSnapshot().hasTag('asking')).toBe(true);
  ports.onCall('settings', () => BLOCKED);
  await advance(LIMITS.workflowRetryDelayMs);
  expect(actor.getSnapshot().hasTag('asking')).toBe(false);
  expect(ports.visited).toEqual([]);
});

test('opened by hand with an account that is not blocked, it leads home at once', async () => {
  ports.onCall('settings', () => answered(fakeSettings));
  ports.onCall('pendingSignIn', () => answered({ mode: 'frontline' }));
  open(true);
  await settle();
  expect(ports.visited).toEqual(['/']);
});
