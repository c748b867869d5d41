import type { CheckResult, CheckType } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, failedWith, type FakePorts, refused, said } from '../fake-ports.ts';
import { failedCheck, failing, passing, pendIn, setUser, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = failing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
  ports.onCall('fixGrant', () => answered({ grant: 'grant' }));
  repairs('FirewallEnable', 'fixed');
});

/** The client ends the fix when it is told to. */
function repairs(fixActionType: CheckType, outcome: string): { end: () => void } {
  const held = { end: () => undefined as void };
  ports.onMessage(
    'execute-fix-action',
    () =>
      new Promise((resolve) => {
        held.end = () => resolve(said({ outcomes: [{ fixActionType, outcome }] }));
      }),
  );
  return held;
}

const ran = () => ports.messages.filter(({ type }) => type === 'execute-fix-action');
const online = { sessionType: 'Unknown', features: [], managedDeviceService: null };

describe('a fix', () => {
  test('[S1.006, S4.053] runs from the moment it is asked for until the client has ended it', async () => {
    const held = repairs('FirewallEnable', 'fixed');
    const { advance, send, view } = await startHome(ports);
    expect(view()).toMatchObject({ phase: 'issues', fixes: {} });
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(view()).toMatchObject({ fixes: { FirewallEnable: { kind: 'running' } } });
    expect(ran()).toEqual([{ type: 'execute-fix-action', request: { grant: 'grant' } }]);
    held.end();
    await advance(0);
    expect(view()).toMatchObject({ fixes: { FirewallEnable: { kind: 'ended', outcome: { outcome: 'fixed' } } } });
  });

  test.each<CheckType>(['FciAgentRunning', 'RmmAgent'])('[S4.053] installs %s after the licence', async (type) => {
    result = failing(failedCheck(type));
    const held = repairs(type, 'fixed');
    const { advance, send, view } = await startHome(ports);
    await send({ type: 'user.fix', types: [type] });
    expect(view()).toMatchObject({ modal: { kind: 'eula' }, fixes: {} });
    await send({ type: 'user.accept-eula' });
    expect(view()).toMatchObject({ modal: null, fixes: { [type]: { kind: 'running' } } });
    held.end();
    await advance(0);
    expect(view()).toMatchObject({ fixes: { [type]: { kind: 'ended' } } });
  });

  test('shows how far the client says it is', async () => {
    repairs('FirewallEnable', 'fixed');
    const { pushed, send, view } = await startHome(ports);
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    await pushed('fix-progress', { fixActionType: 'FirewallEnable', share: 0.4, text: 'Turning it on' });
    expect(view()).toMatchObject({ fixes: { FirewallEnable: { kind: 'running', share: 0.4, text: 'Turning it on' } } });
    await pushed('fix-progress', { fixActionType: 'RmmAgent', share: 0.4 });
    expect(view()).not.toHaveProperty('fixes.RmmAgent');
  });

  test('[S8.016] that fails shows the exception detail of the extension, word for word', async () => {
    ports.onMessage('execute-fix-action', () => failedWith('fix-failed', 'netsh: 0x80070005 <Access is denied.>'));
    const { send, view } = await startHome(ports);
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(view()).toMatchObject({
      phase: 'issues',
      fixes: {
        FirewallEnable: {
          kind: 'ended',
          outcome: { outcome: 'not-fixed', detail: 'netsh: 0x80070005 <Access is denied.>' },
        },
      },
    });
  });

  test('that the server gives no leave for is not run', async () => {
    ports.onCall('fixGrant', () => refused(409, 'fix_not_offered'));
    const { send, view } = await startHome(ports);
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(ran()).toEqual([]);
    expect(view()).toMatchObject({ fixes: { FirewallEnable: { outcome: { outcome: 'not-fixed' } } } });
  });

  test.each([[[]], [[{ fixActionType: 'RmmAgent', outcome: 'fixed' }]]])(
    'that the client says nothing of has not worked, and is not run again: %j',
    async (outcomes) => {
      ports.onMessage('execute-fix-action', () => said({ outcomes }));
      const { send, view } = await startHome(ports);
      await send({ type: 'user.fix', types: ['FirewallEnable'] });
      expect(ran()).toHaveLength(1);
      expect(view()).toMatchObject({ fixes: { FirewallEnable: { outcome: { outcome: 'not-fixed' } } } });
      expect(view()).not.toHaveProperty('fixes.RmmAgent');
    },
  );

  test('of a trial waits for consent, once for each kind', async () => {
    setUser(ports, {}, { isDemo: true });
    ports.onMessage('execute-fix-action', () => said({ outcomes: [] }));
    const { send, view } = await startHome(ports);
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(view()).toMatchObject({ demoConsent: 'change', fixes: {} });
    await send({ type: 'user.decline-demo' });
    expect(view()).toMatchObject({ demoConsent: null, fixes: {} });
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    await send({ type: 'user.confirm-demo' });
    expect(ran()).toHaveLength(1);
    await send({ type: 'user.fix', types: ['RmmAgent'] });
    await send({ type: 'user.accept-eula' });
    expect([view(), ran().length]).toEqual([expect.objectContaining({ demoConsent: 'installation' }), 1]);
    await send({ type: 'user.confirm-demo' });
    expect(ran()).toHaveLength(2);
  });
});

describe('a window comes first', () => {
  test('[S5.016] for ManagedDevice: nothing of it is run on the computer', async () => {
    const managedDeviceService = { name: 'Alder MDM', enrollUrl: 'https://mdm.example/enroll', mayOptOut: true };
    ports.onCall('onlineSettings', () => answered({ ...online, managedDeviceService }));
    result = failing(failedCheck('ManagedDevice'));
    const { send, view } = await startHome(ports);
    expect(view().modal).toMatchObject({ kind: 'device-management', step: 'offering' });
    await send({ type: 'user.close-modal' });
    await send({ type: 'user.fix', types: ['ManagedDevice'] });
    expect(view().modal).toMatchObject({ kind: 'device-management', step: 'offering' });
    await send({ type: 'user.enroll' });
    expect([ran(), ports.opened]).toEqual([[], ['https://mdm.example/enroll']]);
  });

  test('[S2.063] an offer that opens by itself waits until the scan has been shown', async () => {
    const managedDeviceService = { name: 'Alder MDM', enrollUrl: 'https://mdm.example/enroll', mayOptOut: true };
    ports.onCall('onlineSettings', () => answered({ ...online, managedDeviceService }));
    result = failing(failedCheck('ManagedDevice'));
    const { view, advance } = await startHome(ports, { skipsAnimation: false });
    expect(view()).toMatchObject({ phase: 'scanning', modal: null });
    await advance(2000);
    expect(view()).toMatchObject({ phase: 'issues', modal: { kind: 'device-management', step: 'offering' } });
  });

  test('[S5.016] for DeviceEncrypted: it is run when the person continues, and not before', async () => {
    result = failing(failedCheck('DeviceEncrypted'));
    const { send, view } = await startHome(ports);
    await send({ type: 'user.fix', types: ['DeviceEncrypted'] });
    expect(view()).toMatchObject({ modal: { kind: 'encryption', step: 'asking' }, fixes: {} });
    expect(ran()).toEqual([]);
    await send({ type: 'user.continue-encryption' });
    expect(ran()).toHaveLength(1);
  });

  test('[S4.051, S4.052] what only opened the settings is not fixed; the window follows the readings and the page goes on', async () => {
    const fixAction = { fixActionType: 'DeviceEncrypted', parameters: { way: 'turn-on' } } as const;
    result = failing(failedCheck('DeviceEncrypted', { fixAction }));
    ports.onMessage('execute-fix-action', () =>
      said({ outcomes: [{ fixActionType: 'DeviceEncrypted', outcome: 'opened' }] }),
    );
    const { advance, send, view } = await startHome(ports);
    await send({ type: 'user.fix', types: ['DeviceEncrypted'] });
    await send({ type: 'user.continue-encryption' });
    expect(view()).toMatchObject({
      modal: { kind: 'encryption', step: 'in-settings', way: 'turn-on' },
      fixes: { DeviceEncrypted: { kind: 'ended', outcome: { outcome: 'opened' } } },
    });
    result = failing(failedCheck('DeviceEncrypted', { fixAction: null, underway: { percent: 12 } }));
    await advance(20_000);
    expect(view()).toMatchObject({ phase: 'issues', modal: { step: 'encrypting', percent: 12 } });
    expect(ports.submitted).toEqual([]);
    result = passing({ ...failedCheck('DeviceEncrypted'), isPassed: true, state: 'passed', fixAction: null });
    await advance(20_000);
    expect(view()).toMatchObject({ phase: 'passed', modal: null });
    await advance(10_000);
    expect(ports.submitted).toHaveLength(1);
    expect(ran()).toHaveLength(1);
  });
});

describe('after enrollment', () => {
  const DESK = { appName: 'desk', url: '/start' };

  async function enroll(mode: string) {
    pendIn(ports, mode);
    const managedDeviceService = { name: 'Alder MDM', enrollUrl: 'https://mdm.example/enroll', mayOptOut: true };
    ports.onCall('onlineSettings', () => answered({ ...online, managedDeviceService }));
    ports.onMessage('set-application-mode', () => said({}));
    ports.onMessage('launch-workplace', () => said({}));
    ports.memory.write('checkInfo', { mode: 'frontline', successUrl: DESK, failUrl: null });
    result = failing(failedCheck('ManagedDevice'));
    const home = await startHome(ports);
    await home.send({ type: 'user.enroll' });
    result = passing({ ...failedCheck('ManagedDevice'), isPassed: true, state: 'passed', fixAction: null });
    await home.said({ said: 'look', subject: 'check-result' });
    expect(home.view().modal).toMatchObject({ kind: 'device-management', step: 'enrolled' });
    await home.advance(10_000);
    expect([ports.left, ports.submitted]).toEqual([[], []]);
    await home.send({ type: 'user.enrollment-ok' });
  }

  test.each(['quick-start', 'onboarding-v3'])('[S4.048] OK continues to the external app in %s', async (mode) => {
    await enroll(mode);
    expect([ports.left, ports.submitted]).toEqual([['/desk/start'], []]);
  });

  test('[S4.047] OK posts the response in frontline', async () => {
    await enroll('frontline');
    expect([ports.left, ports.submitted.length]).toEqual([[], 1]);
  });
});
