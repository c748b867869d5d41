import { LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, createFakePorts, type FakePorts, refused, settle, unreachable } from '../fake-ports.ts';
import { selectSkipInstallationView, skipInstallationMachine } from './skip-installation.ts';

const MARKER = '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c';
const RESPONSE = { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'r' };

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
  return { actor, state: () => selectSkipInstallationView(actor.getSnapshot()).state };
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

  test('[S9.032] the same response is not posted twice; after 10 s there is another one', async () => {
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

describe('[S2.095, S6.012] installation is required', () => {
  test('by the required state, and no response is asked for', async () => {
    ports.onCall('requiredState', () => answered({ requiredState: 'InstallRequired' }));
    expect((await open()).state()).toBe('required');
    expect(asked()).toEqual([]);
  });

  test('by the setting of the person, and no response is asked for', async () => {
    ports.onCall('settings', () => answered({ user: { requireNativeAppInstallation: true } }));
    expect((await open()).state()).toBe('required');
    expect(asked()).toEqual([]);
  });

  test.each(['skipping_not_allowed', 'installation_required', 'policy_not_met', 'device_blocked'])(
    'when the server refuses with %s',
    async (code) => {
      ports.onCall('skipInstallation', () => refused(403, code));
      const { actor, state } = await open();
      expect(state()).toBe('required');
      actor.send({ type: 'user.continue' });
      expect(ports.submitted).toEqual([]);
    },
  );

  test('for somebody whom no application has sent', async () => {
    ports.onCall('skipInstallation', () => refused(404, 'skipping_not_allowed'));
    expect((await open(null)).state()).toBe('required');
    expect(asked()[0]?.input).toEqual({ query: {} });
  });
});

describe('failures', () => {
  test.each(['requiredState', 'settings', 'skipInstallation'] as const)(
    '%s without an answer is tried again after 5 s, or at once',
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
