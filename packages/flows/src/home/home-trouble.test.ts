import { type CheckResult, LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, failedWith, type FakePorts, refused, said, unreachable } from '../fake-ports.ts';
import { failing, passing, pendIn, recommended, setUser, startHome, warmUp } from './testing/start-home.ts';

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

const wait = async (advance: (milliseconds: number) => Promise<void>, milliseconds: number) => {
  for (let passed = 0; passed < milliseconds; passed += 1000) await advance(1000);
};

describe('a clock that is off by more than is put up with', () => {
  const beyond = OWN_LIMITS.clockToleranceMs + 1;

  test.each([beyond, -beyond])(
    'by %d ms: the clock is the help, not the client that does not answer',
    async (offset) => {
      ports.clockOffset = offset;
      ports.onMessage('devices-v2/set-session-data', () => failedWith('client-error', 'in the future'));
      const { view } = await start();
      expect(view()).toMatchObject({ phase: 'trouble', trouble: 'clock-wrong', clockOffsetMs: offset });
    },
  );

  test('explains a verdict that never comes', async () => {
    ports.clockOffset = -beyond;
    result = null;
    const { view, advance } = await start();
    await wait(advance, OWN_LIMITS.noVerdictAfterMs);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'clock-wrong', clockOffsetMs: -beyond });
  });

  test.each([OWN_LIMITS.clockToleranceMs, -OWN_LIMITS.clockToleranceMs, null])(
    'by %s ms is not a reason: the client is',
    async (offset) => {
      ports.clockOffset = offset;
      ports.onMessage('devices-v2/set-session-data', () => failedWith('client-error', 'in the future'));
      const { view } = await start();
      expect(view()).toMatchObject({ trouble: 'client-not-answering', clockOffsetMs: null });
    },
  );

  test('keeps no one from work whose computer does its part', async () => {
    ports.clockOffset = beyond;
    const { view, advance } = await start();
    await advance(LIMITS.samlSubmitDelayMs);
    expect(view()).toMatchObject({ phase: 'passed' });
    expect(ports.submitted).toHaveLength(1);
  });

  test('is no reason for what it cannot cause', async () => {
    ports.clockOffset = beyond;
    ports.onMessage('devices-v2/set-session-data', () => failedWith('host-missing'));
    const { view } = await start();
    expect(view()).toMatchObject({ trouble: 'client-missing', clockOffsetMs: null });
  });
});

describe('sign-in responses that come to nothing', () => {
  /** What the screen shows, each change once. */
  const watchScreens = (home: Awaited<ReturnType<typeof start>>) => {
    const shown: string[] = [];
    home.actor.subscribe(() => {
      const view = home.view();
      const name = view.phase === 'trouble' ? view.trouble : view.phase;
      if (shown.at(-1) !== name) shown.push(name);
    });
    return shown;
  };

  test.each([
    ['the server is away', () => unreachable],
    ['the permit is spent', () => refused(409, 'permit_used')],
    ['the verdict does not let in after all', () => refused(403, 'policy_not_met')],
  ] as const)('%s: after three of them the help stays, without going to and fro', async (_, answer) => {
    ports.onCall('samlResponse', answer);
    const home = await start();
    await wait(home.advance, 60_000);
    expect(home.view()).toMatchObject({ phase: 'trouble', trouble: 'no-leave' });
    const shown = watchScreens(home);
    await wait(home.advance, 5 * 60_000);
    expect(new Set(shown)).toEqual(new Set(['no-leave']));
    expect(ports.submitted).toEqual([]);
  });

  test('the page asks again behind the help, and goes on by itself', async () => {
    ports.onCall('samlResponse', () => unreachable);
    const { view, advance } = await start();
    await wait(advance, 60_000);
    ports.onCall('samlResponse', () =>
      answered({ actionUrl: 'https://app.example/acs', samlResponse: 'r', relayState: null }),
    );
    await wait(advance, OWN_LIMITS.leaveRetryMs);
    expect(ports.submitted).toHaveLength(1);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('a verdict that stops the person takes the place of the help', async () => {
    ports.onCall('samlResponse', () => refused(403, 'policy_not_met'));
    const { view, advance } = await start();
    await wait(advance, 60_000);
    result = failing();
    await wait(advance, 2 * LIMITS.workflowSleepAfterNoContentMs + OWN_LIMITS.leaveRetryMs);
    expect(view()).toMatchObject({ phase: 'issues', continueOffer: { kind: 'absent' } });
  });

  test('trying again by hand begins again', async () => {
    ports.onCall('samlResponse', () => unreachable);
    const { view, advance, send } = await start();
    await wait(advance, 60_000);
    await send({ type: 'user.try-again' });
    expect(view()).toMatchObject({ phase: 'passed', isRedirecting: true });
  });
});

describe('a client that does not open the permit', () => {
  test('is named: it is not the server that gives no response', async () => {
    ports.onMessage('devices-v2/decrypt-permit', () => failedWith('timed-out'));
    const home = await start();
    await wait(home.advance, 60_000);
    expect(home.view()).toMatchObject({ phase: 'trouble', trouble: 'client-not-answering' });
    ports.onMessage('devices-v2/decrypt-permit', () => said({ permit: 'permit' }));
    await wait(home.advance, OWN_LIMITS.leaveRetryMs);
    expect(ports.submitted).toHaveLength(1);
  });

  test('is not, once it does and the server gives none', async () => {
    ports.onMessage('devices-v2/decrypt-permit', () => failedWith('timed-out'));
    const home = await start();
    await wait(home.advance, 60_000);
    ports.onMessage('devices-v2/decrypt-permit', () => said({ permit: 'permit' }));
    ports.onCall('samlResponse', () => unreachable);
    await wait(home.advance, OWN_LIMITS.leaveRetryMs);
    expect(home.view()).toMatchObject({ trouble: 'no-leave' });
  });
});

describe('a computer that an administrator has to approve before it is a second factor', () => {
  const activation = () => ports.onCall('activate', () => refused(403, 'device_not_approved'));

  test('is named at the first answer, and stays so without asking on end', async () => {
    pendIn(ports, 'mfa');
    activation();
    const { view, advance } = await start();
    await wait(advance, LIMITS.automaticContinueDelayMs);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'device-not-approved' });
    const asked = () => ports.calls.filter(({ name }) => name === 'activate').length;
    const before = asked();
    await wait(advance, 60_000);
    expect(view()).toMatchObject({ trouble: 'device-not-approved' });
    expect(asked() - before).toBeLessThanOrEqual(60_000 / OWN_LIMITS.leaveRetryMs);
  });

  test('is named where it is the response that is refused for it', async () => {
    ports.onCall('samlResponse', () => refused(403, 'device_not_approved'));
    const { view, advance } = await start();
    await wait(advance, LIMITS.automaticContinueDelayMs);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'device-not-approved' });
  });

  test('goes on as soon as the server says that something has changed', async () => {
    pendIn(ports, 'mfa');
    activation();
    const { advance, actor } = await start();
    await wait(advance, LIMITS.automaticContinueDelayMs);
    ports.onCall('activate', () => answered({ continueTo: '/saml/continue?login=1' }));
    actor.send({ type: 'push.look', subject: 'temporary-access' });
    await advance(0);
    expect(ports.left).toEqual([]);
    actor.send({ type: 'push.look', subject: 'check-result' });
    await advance(0);
    expect(ports.left).toEqual(['/saml/continue?login=1']);
  });
});

describe('no wait goes on for ever', () => {
  test.each([
    ['no one answers', 'server-not-answering', () => unreachable],
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

  test('trying again begins the patience again', async () => {
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
