import type { SignedReportPayload } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  answered,
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  fakeSession,
  fakeSettings,
  refused,
  said,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { selectVouchView, vouchMachine } from './vouch.ts';

const COMPUTER = {
  name: 'NADIA-LT-0500',
  operatingSystem: 'windows',
  since: '2026-11-24T09:41:07.000Z',
  address: '192.0.2.7',
  isSameAddress: false,
};
const REPORT = { protected: 'p', payload: '', signature: 's' };

let ports: FakePorts;
beforeEach(() => {
  ports = createWorkingPorts(() => createCheckResult());
  ports.onCall('waitingComputer', () => answered(COMPUTER));
  ports.onCall('vouch', () => answered(null, 204));
  ports.onMessage('devices-v2/get-device-data', () =>
    said({ lookupId: 'l', importantDataHash: 'h', signedReport: REPORT }),
  );
});

async function open() {
  const actor = createActor(vouchMachine, { clock: new SimulatedClock(), input: { ports } }).start();
  await settle();
  return {
    view: () => selectVouchView(actor.getSnapshot()),
    enter: async (typed: string) => {
      actor.send({ type: 'user.code', typed });
      await settle();
    },
    say: async (type: 'user.confirm' | 'user.cancel') => {
      actor.send({ type });
      for (let turn = 0; turn < 3; turn += 1) await settle();
    },
  };
}

const namesOf = (called: FakePorts) => called.calls.map(({ name }) => name);

test('a code is entered, its computer is shown, and registered by a report of this moment', async () => {
  const page = await open();
  await page.enter(' k7qm 4x9p');
  expect(page.view()).toEqual({ step: 'computer', computer: COMPUTER, isBusy: false, problem: null });
  expect(namesOf(ports)).toEqual(['settings', 'waitingComputer']);
  await page.say('user.confirm');
  expect(page.view()).toEqual({ step: 'done', name: 'NADIA-LT-0500' });
  expect(ports.calls.at(-1)).toEqual({
    name: 'vouch',
    input: { body: { code: 'K7QM-4X9P', sessionId: fakeSession.sessionId, signedReport: REPORT } },
  });
  const read = ports.messages.filter(({ type }) => type === 'devices-v2/get-device-data');
  expect(read).toEqual([{ type: 'devices-v2/get-device-data', request: { nonce: 'first-nonce', force: true } }]);
});

test('a code that is entered before the page knows who is here is taken, and a half one is told as that', async () => {
  const actor = createActor(vouchMachine, { clock: new SimulatedClock(), input: { ports } }).start();
  expect(selectVouchView(actor.getSnapshot())).toEqual({ step: 'code', isBusy: false, problem: null });
  actor.send({ type: 'user.code', typed: 'K7QM' });
  expect(selectVouchView(actor.getSnapshot())).toMatchObject({ problem: 'code-incomplete' });
  actor.send({ type: 'user.code', typed: 'K7QM-4X9P' });
  await settle();
  expect(selectVouchView(actor.getSnapshot())).toMatchObject({ step: 'computer', computer: COMPUTER });
});

test('nothing is registered where the person says that it is not theirs', async () => {
  const page = await open();
  await page.enter('K7QM-4X9P');
  await page.say('user.cancel');
  await page.say('user.confirm');
  expect(page.view()).toEqual({ step: 'code', isBusy: false, problem: null });
  expect(namesOf(ports)).toEqual(['settings', 'waitingComputer']);
});

test('a session that the client has is gone on with, over the newest nonce', async () => {
  ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
  const page = await open();
  await page.enter('K7QM-4X9P');
  await page.say('user.confirm');
  expect(page.view().step).toBe('done');
  expect(namesOf(ports)).toEqual(['settings', 'waitingComputer', 'settings', 'checkResult', 'vouch']);
  expect(ports.messages.at(-1)?.request).toEqual({ nonce: 'next-nonce', force: true });
});

test('one that the server does not take any more is followed by another', async () => {
  ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
  ports.onCall('checkResult', () => refused(401, 'session_expired'));
  const page = await open();
  await page.enter('K7QM-4X9P');
  await page.say('user.confirm');
  expect(namesOf(ports)).toContain('createSession');
  expect(page.view().step).toBe('done');
});

test.each(['report_replayed', 'report_nonce_expired'])(
  '%s is followed by another report, and not for ever',
  async (code) => {
    let tries = 0;
    ports.onCall('vouch', () => {
      tries += 1;
      return tries === 2 ? answered(null, 204) : refused(409, code);
    });
    const page = await open();
    await page.enter('K7QM-4X9P');
    await page.say('user.confirm');
    expect([page.view().step, tries]).toEqual(['done', 2]);

    ports.onCall('vouch', () => {
      tries += 1;
      return refused(409, code);
    });
    const other = await open();
    await other.enter('K7QM-4X9P');
    await other.say('user.confirm');
    expect([other.view(), tries]).toMatchObject([{ step: 'computer', problem: 'unreachable' }, 5]);
  },
);

describe('what goes wrong is said', () => {
  test('of what is no code, without asking', async () => {
    const page = await open();
    await page.enter('K7QM');
    expect(page.view()).toEqual({ step: 'code', isBusy: false, problem: 'code-incomplete' });
    expect(namesOf(ports)).toEqual(['settings']);
  });

  test.each([
    [refused(404, 'code_wrong'), 'code-wrong'],
    [refused(429, 'too_many_attempts'), 'too-many-tries'],
    [refused(409, 'not_possible'), 'not-offered'],
    [unreachable, 'unreachable'],
  ])('of the code: %j', async (answer, problem) => {
    ports.onCall('waitingComputer', () => answer);
    const page = await open();
    await page.enter('K7QM-4X9P');
    expect(page.view()).toEqual({ step: 'code', isBusy: false, problem });
  });

  test.each([
    [refused(404, 'code_wrong'), { step: 'code', problem: 'code-wrong' }],
    [refused(409, 'not_possible'), { step: 'code', problem: 'not-offered' }],
    [refused(403, 'device_not_approved'), { step: 'computer', problem: 'not-known-here' }],
    [refused(403, 'policy_not_met'), { step: 'computer', problem: 'checks-fail' }],
    [unreachable, { step: 'computer', problem: 'unreachable' }],
  ])('of the confirmation: %j', async (answer, view) => {
    ports.onCall('vouch', () => answer);
    const page = await open();
    await page.enter('K7QM-4X9P');
    await page.say('user.confirm');
    expect(page.view()).toMatchObject(view);
  });

  test('where the extension or the client is not there', async () => {
    ports.onMessage('devices-v2/get-session-data', () => failedWith('extension-missing'));
    const page = await open();
    await page.enter('K7QM-4X9P');
    await page.say('user.confirm');
    expect(page.view()).toMatchObject({ step: 'computer', problem: 'client' });
    expect(namesOf(ports)).not.toContain('vouch');
  });

  test('and who is signed out is led to sign in', async () => {
    ports.onCall('waitingComputer', () => refused(401, 'not_signed_in'));
    await (await open()).enter('K7QM-4X9P');
    expect(ports.visited).toEqual(['/session-expired']);
    ports.onCall('settings', () => refused(403, 'account_disabled'));
    await open();
    expect(ports.visited).toEqual(['/session-expired', '/user-blocked']);
  });
});

test('in a company of the first version nothing of the second is spoken', async () => {
  const payload: SignedReportPayload = {
    nonce: 'n',
    sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964aa',
    deviceId: '6f9619ff-8b86-4d01-b42d-00cf4fc964fa',
    collectedAt: '2026-11-21T09:41:07.000Z',
    sequence: 7,
    importantDataHash: 'h',
    report: {
      schemaVersion: 1,
      client: {
        version: '3.6.2',
        installScope: 'machine',
        codeHash: 'a'.repeat(64),
        keyProtection: 'tpm',
        systemRoot: 'real',
      },
      device: {
        ...{ deviceId: '6f9619ff-8b86-4d01-b42d-00cf4fc964fa', deviceName: 'N', deviceLoginName: 'nadia' },
        ...{ operatingSystem: 'windows', osVersionCaption: 'Windows 11', deviceType: 0, model: '', manufacturer: '' },
        serialNumber: '',
      },
      facts: {},
    },
  };
  const signedReport = { ...REPORT, payload: Buffer.from(JSON.stringify(payload)).toString('base64url') };
  ports.onCall('settings', () => answered({ ...fakeSettings, silo: { id: 'main', devicesV2ApiEndpoints: [] } }));
  ports.onCall('keyExchange', () => answered({}));
  for (const type of ['get-client-device-key', 'set-server-device-key'] as const) ports.onMessage(type, () => said({}));
  ports.onMessage('get-device-info', () => said({ signedReport }));
  const page = await open();
  await page.enter('K7QM-4X9P');
  await page.say('user.confirm');
  expect(page.view().step).toBe('done');
  expect(ports.calls.at(-1)?.input).toEqual({
    body: { code: 'K7QM-4X9P', sessionId: payload.sessionId, signedReport },
  });
  expect(ports.messages.some(({ type }) => type.startsWith('devices-v2/'))).toBe(false);
});
