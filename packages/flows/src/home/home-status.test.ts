import { type CheckResult, LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, type FakePorts, fakeSettings, said } from '../fake-ports.ts';
import { failing, heldBy, passing, pendIn, settleStatusPage, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = failing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const count = (name: string) => ports.calls.filter((call) => call.name === name).length;

describe('the status page', () => {
  beforeEach(() => settleStatusPage(ports));

  const start = () => startHome(ports, { isStatusPage: true, loginMarker: null });

  test('[S1.030, S2.023, S4.079] runs its own flow: no restricted session and no device session is opened', async () => {
    const { view } = await start();
    expect(count('createRestrictedSession') + count('createSession')).toBe(0);
    expect(view()).toMatchObject({ phase: 'issues', pageName: 'status' });
  });

  test('[S2.030, S2.031, S2.046] is named status and lists passed checks', async () => {
    expect((await start()).view()).toMatchObject({ pageName: 'status', listsPassed: true });
    expect((await startHome(ports)).view()).toMatchObject({ pageName: 'home', listsPassed: false });
  });

  test('leads nowhere: no Continue, no redirect, no sign-in', async () => {
    result = passing();
    const { advance, send, view } = await start();
    expect(view()).toMatchObject({ phase: 'passed', isRedirecting: false, continueOffer: { kind: 'absent' } });
    await advance(LIMITS.automaticContinueDelayMs);
    await send({ type: 'user.continue' });
    expect([ports.submitted, ports.left, ports.visited]).toEqual([[], [], []]);
    expect(count('samlResponse')).toBe(0);
  });

  test('[S4.081] looks again at its interval', async () => {
    const { advance, view } = await start();
    result = passing();
    await advance(LIMITS.statusLoopIntervalMs - 1);
    expect(view()).toMatchObject({ phase: 'issues' });
    await advance(1);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('[S2.022] holds and sends no id of the person', async () => {
    const { actor } = await start();
    expect(JSON.stringify(ports.calls)).not.toContain('48210');
    expect(heldBy(actor)).toContain('NADIA-LT-0427');
    expect(heldBy(actor)).not.toContain('48210');
  });

  test('repairs with the session that the home page has left with the client, and cannot without', async () => {
    ports.onMessage('devices-v2/get-session-data', () => said({ session: null }));
    const { send, view } = await start();
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(view()).toMatchObject({ fixes: { FirewallEnable: { outcome: { outcome: 'not-possible' } } } });
    ports.onMessage('devices-v2/get-session-data', () =>
      said({ session: { sessionId: 'full', token: 'full', signIn: fakeSettings.signIn } }),
    );
    ports.onCall('fixGrant', () => answered({ grant: 'grant' }));
    ports.onMessage('execute-fix-action', () =>
      said({ outcomes: [{ fixActionType: 'FirewallEnable', outcome: 'fixed' }] }),
    );
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(ports.calls.find(({ name }) => name === 'fixGrant')?.input).toMatchObject({ token: 'full' });
    expect(view()).toMatchObject({ fixes: { FirewallEnable: { outcome: { outcome: 'fixed' } } } });
  });
});
