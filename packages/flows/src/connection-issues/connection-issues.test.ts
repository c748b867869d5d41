import { LIMITS } from '@vestibule/contracts';
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
import { connectionIssuesMachine } from './connection-issues.ts';

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
  ports.onCall('settings', () => unreachable);
});

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

async function open(loginMarker: string | null = null) {
  const actor = createActor(connectionIssuesMachine, { clock, input: { ports, loginMarker } }).start();
  await settle();
  return actor;
}

test('looks at intervals whether the server is back', async () => {
  await open();
  for (let look = 0; look < 3; look += 1) {
    await advance(LIMITS.workflowRetryDelayMs - 1);
    expect(ports.calls).toHaveLength(look);
    await advance(1);
    expect(ports.calls).toHaveLength(look + 1);
  }
  expect(ports.visited).toEqual([]);
});

test('is not gone from at once: home may find no answer again, and would come back', async () => {
  ports.onCall('settings', () => answered({}));
  await open();
  await advance(LIMITS.workflowRetryDelayMs - 1);
  expect(ports.visited).toEqual([]);
});

test('stays while the sign-in that waits cannot be had: home would lead straight back', async () => {
  ports.onCall('settings', () => answered(fakeSettings));
  ports.onCall('pendingSignIn', () => unreachable);
  await open('marker');
  for (let look = 0; look < 3; look += 1) await advance(LIMITS.workflowRetryDelayMs);
  expect(ports.visited).toEqual([]);
  ports.onCall('pendingSignIn', () => answered({ mode: 'frontline' }));
  await advance(LIMITS.workflowRetryDelayMs);
  expect(ports.visited).toEqual(['/']);
});

test('a sign-in that is over is home’s to tell', async () => {
  ports.onCall('settings', () => answered(fakeSettings));
  ports.onCall('pendingSignIn', () => refused(410, 'sign_in_expired'));
  await open('marker');
  await advance(LIMITS.workflowRetryDelayMs);
  expect(ports.visited).toEqual(['/']);
});

test('[S2.087] looks at once when the person tries again', async () => {
  const actor = await open();
  expect(actor.getSnapshot().hasTag('trying')).toBe(false);
  actor.send({ type: 'user.try-again' });
  expect(actor.getSnapshot().hasTag('trying')).toBe(true);
  await settle();
  expect(ports.calls).toHaveLength(1);
});

test.each([
  ['an answer', answered({})],
  ['a refusal', refused(401, 'not_signed_in')],
])('goes home with %s, and asks no more', async (_, answer) => {
  await open();
  ports.onCall('settings', () => answer);
  await advance(LIMITS.workflowRetryDelayMs);
  await advance(LIMITS.workflowRetryDelayMs);
  expect(ports.visited).toEqual(['/']);
  expect(ports.calls).toHaveLength(1);
});
