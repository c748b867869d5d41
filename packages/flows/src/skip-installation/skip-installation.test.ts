import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, createFakePorts, type FakePorts, refused, settle, unreachable } from '../fake-ports.ts';
import { selectSkipInstallationView, skipInstallationMachine } from './skip-installation.ts';

const MARKER = '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c';
const RESPONSE = { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'r' };

const REQUIRED = { state: 'refused', refusal: 'required' };

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
  ports.onCall('requiredState', () => answered({ requiredState: 'NotRequired' }));
  ports.onCall('settings', () => answered({ user: { requireNativeAppInstallation: false } }));
  ports.onCall('skipInstallation', () => answered(RESPONSE));
});

const asked = () => ports.calls.filter(({ name }) => name === 'skipInstallation');
const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

async function open(loginMarker: string | null = MARKER) {
  const actor = createActor(skipInstallationMachine, { clock, input: { ports, loginMarker } }).start();
  await settle();
  const view = () => selectSkipInstallationView(actor.getSnapshot());
  return { actor, view, state: () => view().state };
}

describe('temporary access', () => {
  test('[S2.096] is permitted with a response in hand, which is posted when the person goes on', async () => {
    const { actor, state } = await open();
    expect(state()).toBe('permitted');
    expect(asked()).toEqual([{ name: 'skipInstallation', input: { query: { loginMarker: MARKER } } }]);
    expect(ports.submitted).toEqual([]);
    actor.send({ type: 'user.continue' });
    expect(ports.submitted).toEqual([RESPONSE]);
  });

  test('[S9.032] the same response is not posted twice; later there is another one', async () => {
    const { actor, state } = await open();
    actor.send({ type: 'user.continue' });
    actor.send({ type: 'user.continue' });
    await advance(LIMITS.samlSentFlagMs - 1);
    expect(asked()).toHaveLength(1);
    expect(state()).toBe('asking');
    await advance(1);
    expect(asked()).toHaveLength(2);
    actor.send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(2);
  });
});

describe('a response that has waited for the person', () => {
  const FRESH = { ...RESPONSE, samlResponse: 'fresh' };

  test('is not sent once it is two minutes old: another one is fetched, and only when it is wanted', async () => {
    const { actor, state } = await open();
    ports.onCall('skipInstallation', () => answered(FRESH));
    await advance(OWN_LIMITS.responseIsOldAfterMs);
    await advance(60 * 60_000);
    expect([state(), asked().length]).toEqual(['permitted', 1]);
    actor.send({ type: 'user.continue' });
    await settle();
    expect([ports.submitted, asked().length]).toEqual([[FRESH], 2]);
  });

  test('is sent until then', async () => {
    const { actor } = await open();
    await advance(OWN_LIMITS.responseIsOldAfterMs - 1);
    actor.send({ type: 'user.continue' });
    expect([ports.submitted, asked().length]).toEqual([[RESPONSE], 1]);
  });

  test('is not replaced where the company has changed its mind', async () => {
    const { actor, view } = await open();
    await advance(OWN_LIMITS.responseIsOldAfterMs);
    ports.onCall('requiredState', () => answered({ requiredState: 'InstallRequired' }));
    actor.send({ type: 'user.continue' });
    await settle();
    expect([view(), ports.submitted]).toEqual([REQUIRED, []]);
  });
});

describe('[S2.095, S6.012] installation is required', () => {
  test('by the required state, and no response is asked for', async () => {
    ports.onCall('requiredState', () => answered({ requiredState: 'InstallRequired' }));
    expect((await open()).view()).toEqual(REQUIRED);
    expect(asked()).toEqual([]);
  });

  test('by the setting of the person, and no response is asked for', async () => {
    ports.onCall('settings', () => answered({ user: { requireNativeAppInstallation: true } }));
    expect((await open()).view()).toEqual(REQUIRED);
    expect(asked()).toEqual([]);
  });

  test('by the word of the server when it is asked for the response', async () => {
    ports.onCall('skipInstallation', () => refused(403, 'installation_required'));
    expect((await open()).view()).toEqual(REQUIRED);
  });
});

describe('a refusal is told as what it is, not as an installation that is required', () => {
  test.each([
    ['skipping_not_allowed', 'not-allowed'],
    ['skipping_used_up', 'used-up'],
    ['policy_not_met', 'policy-not-met'],
    ['device_blocked', 'device-blocked'],
    ['request_malformed', 'other'],
  ] as const)('%s is %s', async (code, refusal) => {
    ports.onCall('skipInstallation', () => refused(403, code));
    const { actor, view } = await open();
    expect(view()).toEqual({ state: 'refused', refusal });
    actor.send({ type: 'user.continue' });
    expect(ports.submitted).toEqual([]);
  });

  test('and is asked about again when the person tries again', async () => {
    ports.onCall('skipInstallation', () => refused(403, 'policy_not_met'));
    const { actor, state } = await open();
    ports.onCall('skipInstallation', () => answered(RESPONSE));
    actor.send({ type: 'user.try-again' });
    await settle();
    expect(state()).toBe('permitted');
  });

  test('[S2.020] someone whom no application has sent is told that none waits', async () => {
    ports.onCall('skipInstallation', () => refused(404, 'sign_in_unknown'));
    const { view } = await open(null);
    expect(asked()[0]?.input).toEqual({ query: {} });
    expect(view()).toEqual({ state: 'refused', refusal: 'nothing-waits' });
    expect(ports.visited).toEqual([]);
  });

  test('a sign-in that is over is told as that', async () => {
    ports.onCall('skipInstallation', () => refused(404, 'sign_in_unknown'));
    await open();
    expect(ports.visited).toEqual(['/session-expired']);
  });
});

describe('failures', () => {
  test.each(['requiredState', 'settings', 'skipInstallation'] as const)(
    '%s without an answer is tried again later, or at once',
    async (name) => {
      ports.onCall(name, () => unreachable);
      const { actor, state } = await open();
      expect(state()).toBe('retrying');
      await advance(LIMITS.workflowRetryDelayMs - 1);
      const before = ports.calls.length;
      await advance(1);
      expect(ports.calls.length).toBeGreaterThan(before);
      expect(state()).toBe('retrying');
      const answers = {
        requiredState: { requiredState: 'NotRequired' },
        settings: { user: { requireNativeAppInstallation: false } },
        skipInstallation: RESPONSE,
      };
      ports.onCall(name, () => answered(answers[name]));
      actor.send({ type: 'user.try-again' });
      await settle();
      expect(state()).toBe('permitted');
    },
  );

  test.each([
    ['requiredState', 401, 'not_signed_in', '/session-expired'],
    ['skipInstallation', 410, 'sign_in_expired', '/session-expired'],
    ['settings', 403, 'account_disabled', '/user-blocked'],
  ] as const)('[S8.001] %s: %i %s leads to %s', async (name, status, code, path) => {
    ports.onCall(name, () => refused(status, code));
    await open();
    expect(ports.visited).toEqual([path]);
  });
});
