import { beforeEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createFakePorts, failedWith, type FakePorts, said, settle } from '../fake-ports.ts';
import { ownReportMachine, selectOwnReport } from './own-report.ts';

const PAYLOAD = {
  nonce: 'n',
  sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
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
      deviceId: '6f9619ff-8b86-4d01-b42d-00cf4fc964fa',
      deviceName: 'MÜNCHEN-7',
      deviceLoginName: 'nadia',
      operatingSystem: 'windows',
      osVersionCaption: 'Windows 11',
      deviceType: 0,
      model: '',
      manufacturer: '',
      serialNumber: '',
    },
    facts: {},
  },
};

const toBase64Url = (text: string) => Buffer.from(text).toString('base64url');

let ports: FakePorts;
beforeEach(() => {
  ports = createFakePorts();
});

async function read(payload: string) {
  ports.onMessage('devices-v2/get-device-data', () =>
    said({ lookupId: 'l', importantDataHash: 'h', signedReport: { protected: '', payload, signature: '' } }),
  );
  const actor = createActor(ownReportMachine, { input: { ports } }).start();
  expect(selectOwnReport(actor.getSnapshot())).toEqual({ state: 'reading' });
  await settle();
  return selectOwnReport(actor.getSnapshot());
}

test('is what the client has signed, and goes nowhere', async () => {
  expect(await read(toBase64Url(JSON.stringify(PAYLOAD)))).toEqual({ state: 'known', payload: PAYLOAD });
  expect(ports.calls).toEqual([]);
});

test.each(['', '%', toBase64Url('{'), toBase64Url('{}'), toBase64Url(JSON.stringify({ ...PAYLOAD, report: 1 }))])(
  'a client that answers %j is as good as none',
  async (payload) => {
    expect(await read(payload)).toEqual({ state: 'no-client' });
  },
);

test.each([
  ['session-missing', 'no-session'],
  ['host-missing', 'no-client'],
])('a client that refuses with %s: %s', async (code, state) => {
  ports.onMessage('devices-v2/get-device-data', () => failedWith(code));
  const actor = createActor(ownReportMachine, { input: { ports } }).start();
  await settle();
  expect(selectOwnReport(actor.getSnapshot())).toEqual({ state });
});
