import { type CheckResult, LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, failedWith, type FakePorts, said, unreachable } from '../fake-ports.ts';
import { passing, pendIn, recommended, setUser, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = passing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const start = () => startHome(ports);

describe('what no installation would mend', () => {
  test.each([
    [
      'host-stopped',
      'Access to the native messaging host was disabled by the system administrator.',
      'blocked-by-policy',
    ],
    ['grant-refused', 'expired', 'clock-wrong'],
  ] as const)('%s (%s) is %s: the help stays, and leads nowhere by itself', async (code, words, trouble) => {
    ports.onMessage('get-device-name', () => failedWith(code, words));
    const { view, advance } = await start();
    for (let retry = 0; retry < 2 * LIMITS.deviceNameTries; retry += 1) await advance(LIMITS.workflowRetryDelayMs);
    expect(view()).toMatchObject({ phase: 'trouble', trouble, detail: words });
    expect(ports.visited).toEqual([]);
  });

  test('a clock that is wrong is found when the session is handed over, and gone on from when it is right', async () => {
    ports.onMessage('devices-v2/set-session-data', () => failedWith('grant-refused', 'expired'));
    const { view, advance } = await start();
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'clock-wrong' });
    ports.onMessage('devices-v2/set-session-data', () => said({}));
    await advance(LIMITS.workflowRetryDelayMs);
    expect(view()).toMatchObject({ phase: 'passed' });
  });
});

describe('no wait goes on for ever', () => {
  const wait = async (advance: (milliseconds: number) => Promise<void>, milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1000) await advance(1000);
  };

  test.each([
    ['nobody answers', 'server-not-answering', () => unreachable],
    ['there is no result', 'no-verdict', () => answered(null, 204)],
  ] as const)('%s for two minutes: %s, and gone on from by itself', async (_, trouble, answer) => {
    ports.onCall('checkResult', answer);
    const { view, advance } = await start();
    await wait(advance, OWN_LIMITS.noVerdictAfterMs - 1000);
    await advance(999);
    expect(view()).toMatchObject({ phase: 'connecting' });
    await advance(1);
    expect(view()).toMatchObject({ phase: 'trouble', trouble });
    ports.onCall('checkResult', () => answered(result));
    await wait(advance, LIMITS.workflowSleepAfterNoContentMs);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('a verdict that is not renewed after Continue: nor does that wait', async () => {
    result = { ...recommended(), encryptedPermit: null, permitSalt: null };
    const { view, advance, send } = await start();
    ports.onCall('checkResult', () => unreachable);
    ports.onCall('uploadUrl', () => unreachable);
    await send({ type: 'user.continue' });
    expect(view()).toMatchObject({ phase: 'connecting' });
    await wait(advance, OWN_LIMITS.noVerdictAfterMs);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'server-not-answering' });
  });

  test('trying again begins the patience anew', async () => {
    result = null;
    const { view, advance, send } = await start();
    await wait(advance, OWN_LIMITS.noVerdictAfterMs);
    await send({ type: 'user.try-again' });
    expect(view()).toMatchObject({ phase: 'connecting', title: 'Connecting…' });
  });
});

test('the first version, too, says of a client that it could read nothing, and goes on from there', async () => {
  setUser(ports, {}, { silo: { id: 'main', devicesV2ApiEndpoints: [] } });
  ports.onMessage('get-device-info', () => said({ lookupId: 'device', deviceImportantDataHash: 'hash' }));
  ports.onCall('check', () => answered(result));
  ports.onMessage('get-extension-status', () => said({ status: 'noData' }));
  const { view, advance } = await start();
  await advance(LIMITS.extensionReadinessInitialDelayMs);
  for (let second = 0; second < LIMITS.extensionNotReadyAfterRetries; second += 1) {
    expect(view()).toMatchObject({ phase: 'connecting' });
    await advance(LIMITS.extensionReadinessIntervalMs);
  }
  expect(view()).toMatchObject({ phase: 'trouble', trouble: 'no-data' });
  ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
  await advance(LIMITS.extensionReadinessIntervalMs);
  expect(view()).toMatchObject({ phase: 'passed' });
});
