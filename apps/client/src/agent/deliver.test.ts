import type { EarlierReading, FlattenedJws } from '@vestibule/contracts';
import { createDeviceKeys, importDeviceKeys, verifyReport } from '@vestibule/device-keys';
import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../state/device.ts';
import type { KeptReading } from '../state/kept-readings.ts';
import { DEVICE_ID, NOW, REPORT } from '../native-host/test-context.ts';
import { deliver, type DeliveryTools } from './deliver.ts';
import type { ServerCalls, Told } from './server-calls.ts';

const ACCOUNT_ID = '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f';
const ORDER = { nonce: 'fresh', reportInSeconds: 240, updateChannel: 'stable' } as const;

let device: Device;
let kept: EarlierReading[];
let sent: FlattenedJws[];

beforeEach(async () => {
  device = { deviceId: DEVICE_ID, keys: await importDeviceKeys(await createDeviceKeys()), keyProtection: 'file' };
  kept = [];
  sent = [];
});

const verdict = { reportInSeconds: 240, complianceStatus: 'Compliant', failed: [] } as const;
const refused = (code: 'device_unknown' | 'device_blocked' | 'report_replayed'): Told<never> => ({
  kind: 'refused',
  status: 403,
  code,
  message: 'No.',
});

function createTools(calls: Partial<ServerCalls> = {}): DeliveryTools {
  let sequence = 0;
  const list = async (): Promise<readonly KeptReading[]> =>
    kept.map((reading, index) => ({ path: `${index}`, reading }));
  return {
    device,
    account: { accountId: ACCOUNT_ID, deviceUserId: 'ada', companyName: 'Acme', claimedAt: NOW.toISOString() },
    calls: {
      claim: async () => refused('device_unknown'),
      nonce: async () => ({ kind: 'told', body: ORDER }),
      report: async (_, signed) => {
        sent.push(signed);
        return { kind: 'told', body: { ...verdict, failed: [] } };
      },
      ...calls,
    },
    kept: {
      list,
      add: async (reading) => void kept.push(reading),
      remove: async (gone) => {
        kept.splice(0, gone.length);
      },
    },
    read: async () => ({ importantDataHash: 'hash', report: REPORT }),
    nextSequence: async () => ++sequence,
    now: () => NOW,
  };
}

async function payloads() {
  return Promise.all(
    sent.map(async (signed) => {
      const verified = await verifyReport(signed, device.keys.identity.publicKey);
      if (!verified.ok) throw new Error(verified.code);
      return verified.value;
    }),
  );
}

test('sends fresh facts, signed for the account with the nonce of this moment', async () => {
  expect(await deliver(createTools())).toEqual({ kind: 'delivered', ...verdict, earlier: 0, updateChannel: 'stable' });
  const [payload] = await payloads();
  expect(payload).toMatchObject({ nonce: 'fresh', sessionId: ACCOUNT_ID, deviceId: DEVICE_ID, sequence: 1 });
  expect(payload).not.toHaveProperty('earlier');
});

test('keeps what it reads while the server cannot be reached, and sends it along with the next report', async () => {
  const offline = createTools({ nonce: async () => ({ kind: 'unreachable', detail: 'no network' }) });
  expect(await deliver(offline)).toEqual({ kind: 'kept', detail: 'no network' });
  const cut = createTools({ report: async () => ({ kind: 'unreachable', detail: 'cut' }) });
  expect(await deliver(cut)).toEqual({ kind: 'kept', detail: 'cut' });
  expect(await deliver(createTools())).toMatchObject({ kind: 'delivered', earlier: 2 });
  expect((await payloads())[0]?.earlier).toHaveLength(2);
  expect(kept).toEqual([]);
});

test('leaves the oldest readings behind when all of them are more than the server takes', async () => {
  kept = Array.from({ length: 20 }, (_, index) => ({
    collectedAt: NOW.toISOString(),
    importantDataHash: `hash-${index}`,
    facts: { firewall: { source: 'test', readAt: NOW.toISOString(), value: 'x'.repeat(20_000) } },
  }));
  const delivery = await deliver(createTools());
  const [payload] = await payloads();
  expect(delivery).toMatchObject({ kind: 'delivered', earlier: payload?.earlier?.length });
  expect(payload?.earlier?.length).toBeGreaterThan(3);
  expect(payload?.earlier?.at(-1)?.importantDataHash).toBe('hash-19');
  expect(JSON.stringify(sent[0]).length).toBeLessThan(262_144);
  expect(kept).toEqual([]);
});

test('is over when the account is, or belongs to another device, which it names; no report leaves for those', async () => {
  const asked: string[] = [];
  const nonce = async (...names: string[]) => {
    asked.push(...names);
    return refused('device_unknown');
  };
  expect(await deliver(createTools({ nonce }))).toMatchObject({ kind: 'over' });
  expect(asked).toEqual([ACCOUNT_ID, DEVICE_ID]);
  expect([sent, kept]).toEqual([[], []]);
});

test('tells a refusal from a report that came too late or was overtaken, which is made again', async () => {
  const blocked = createTools({ nonce: async () => refused('device_blocked') });
  expect(await deliver(blocked)).toMatchObject({ kind: 'refused', code: 'device_blocked' });
  const overtaken = createTools({ report: async () => refused('report_replayed') });
  expect(await deliver(overtaken)).toMatchObject({ kind: 'kept' });
  expect(kept).toEqual([]);
});
