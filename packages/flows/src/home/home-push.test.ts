import { type CheckResult, LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, type FakePorts, said } from '../fake-ports.ts';
import { changeFacts, failing, passing, pendIn, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = failing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const count = (name: string) => ports.calls.filter((call) => call.name === name).length;
const asked = (type: string) => ports.messages.filter((message) => message.type === type).length;

describe('the server pushes', () => {
  test('polls rest while heartbeats arrive, and are back some time after the last', async () => {
    const { advance, said: hear } = await startHome(ports);
    await hear({ said: 'connected' });
    await advance(LIMITS.resultsPollIntervalMs);
    const before = count('checkResult');
    await advance(OWN_LIMITS.pushLostAfterMs - LIMITS.resultsPollIntervalMs - 1);
    expect(count('checkResult')).toBe(before);
    await advance(1);
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('checkResult')).toBe(before + 1);
  });

  test('one safety poll stays', async () => {
    const { advance, said: hear } = await startHome(ports);
    await hear({ said: 'connected' });
    const before = count('checkResult');
    for (let passed = 0; passed < OWN_LIMITS.safetyPollIntervalMs; passed += 5000) {
      await hear({ said: 'heartbeat' });
      await advance(5000);
    }
    expect(count('checkResult')).toBe(before + 1);
  });

  test.each(['check-result', 'policy', 'session'] as const)(
    '"look" at %s asks for the verdict at once',
    async (subject) => {
      const { said: hear, view } = await startHome(ports);
      await hear({ said: 'connected' });
      result = passing();
      await hear({ said: 'look', subject });
      expect(view()).toMatchObject({ phase: 'passed' });
    },
  );

  test('"check-again" has the computer read again, as the button does, and nothing else does', async () => {
    const { said: hear, view } = await startHome(ports);
    await hear({ said: 'connected' });
    const before = asked('devices-v2/get-device-data');
    await hear({ said: 'look', subject: 'check-result' });
    expect(asked('devices-v2/get-device-data')).toBe(before);
    // What is on the screen stays until the computer has answered.
    const shown = view();
    ports.onMessage('devices-v2/get-device-data', () => new Promise(() => undefined));
    await hear({ said: 'look', subject: 'check-again' });
    expect(asked('devices-v2/get-device-data')).toBe(before + 1);
    expect(ports.messages.findLast(({ type }) => type === 'devices-v2/get-device-data')).toMatchObject({
      request: { force: true },
    });
    expect(view()).toEqual(shown);
  });

  test('each connection asks once, for the verdict and for temporary access', async () => {
    ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: false }));
    const { said: hear } = await startHome(ports);
    const before = count('checkResult');
    await hear({ said: 'connected' });
    expect([count('checkResult'), count('temporaryAccessInfo')]).toEqual([before + 1, 1]);
    await hear({ said: 'heartbeat' });
    expect([count('checkResult'), count('temporaryAccessInfo')]).toEqual([before + 1, 1]);
    await hear({ said: 'connected' });
    expect([count('checkResult'), count('temporaryAccessInfo')]).toEqual([before + 2, 2]);
  });

  test('a push that began during the restricted session is known to the device flow', async () => {
    let resolveConfig: (value: unknown) => void = () => undefined;
    ports.onMessage(
      'devices-v2/get-restricted-session-config',
      () => new Promise((resolve) => (resolveConfig = resolve)),
    );
    const { advance, said: hear } = await startHome(ports);
    await hear({ said: 'connected' });
    resolveConfig(said({ config: null }));
    await advance(0);
    const before = count('checkResult');
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('checkResult')).toBe(before);
  });
});

describe('the client pushes', () => {
  test('a change on the computer is reported at once and opens the gate', async () => {
    const { view, pushed } = await startHome(ports);
    result = passing();
    changeFacts(ports);
    await pushed('device-changed');
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('collecting rests while heartbeats arrive', async () => {
    const { advance, pushed } = await startHome(ports);
    await pushed('heartbeat');
    await advance(LIMITS.deviceDataCollectIntervalMs);
    const before = asked('devices-v2/get-device-data');
    await pushed('heartbeat');
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(asked('devices-v2/get-device-data')).toBe(before);
    await advance(OWN_LIMITS.pushLostAfterMs);
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(asked('devices-v2/get-device-data')).toBeGreaterThan(before);
  });
});
