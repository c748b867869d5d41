import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMasterKey } from '../../crypto/master-key.ts';
import { serverKeys } from '../../../database/schema.ts';
import { type OpenDatabase, openDatabase } from '../../../database/open.ts';
import { placeMigratedDatabase } from '../../../testing/embedded-database.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { type LocalAuthority, startLocalAuthority } from '../testing/local-authority.ts';
import { readRecords } from './acme-records.ts';
import { orderDueCertificate } from './order-due-certificate.ts';

const DAY_MS = 86_400_000;
const NAMES = ['gate.example.com', 'second.example.com'];
const masterKey = createMasterKey(randomBytes(32));
const logger = pino({ level: 'silent' });
const never = new AbortController().signal;

let folder: string;
let opened: OpenDatabase;
let authority: LocalAuthority;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const port80 = createServer((request, response) => {
  void (async () => {
    const records = await read();
    const challenge = records.get(request.headers.host ?? '')?.record.challenge;
    response.end(request.url?.endsWith(`/${challenge?.token}`) === true ? challenge?.answer : 'nothing');
  })();
});

const place = () => ({ database: opened.database, masterKey, now });
const read = () => readRecords(place(), NAMES);
const recordOf = async (name: string) => (await read()).get(name)?.record;
const order = async (
  records: Awaited<ReturnType<typeof read>>,
  directoryUrl = authority.directoryUrl,
  signal = never,
) =>
  orderDueCertificate({
    installation: place(),
    acme: { contact: 'ilse@example.com', directoryUrl, port: 80 },
    logger,
    records,
    signal,
    random: () => 0,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(runFolder(), 'orders-'));
  await placeMigratedDatabase(folder);
  opened = await openDatabase({ databaseUrl: undefined, dataFolder: folder });
  await new Promise<void>((done) => port80.listen(0, '127.0.0.1', done));
  authority = await startLocalAuthority({ now, challengePort: (port80.address() as AddressInfo).port });
});
afterAll(async () => {
  port80.closeAllConnections();
  port80.close();
  await authority.stop();
  await opened.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await opened.database.delete(serverKeys);
});

test('of several servers that see the same, one orders: the first time, and at a renewal', async () => {
  const before = authority.ordered.length;
  const seen = await read();
  await Promise.all([order(seen), order(seen), order(seen)]);
  expect(authority.ordered).toHaveLength(before + 1);
  // The other name is next.
  await order(await read());
  expect(authority.ordered.slice(before)).toEqual(NAMES);
  await order(await read());
  expect(authority.ordered).toHaveLength(before + 2);
  ahead += 61 * DAY_MS;
  const later = await read();
  await Promise.all([order(later), order(later), order(later)]);
  expect(authority.ordered).toHaveLength(before + 3);
});

test('an order that was broken off counts as one that failed: no one begins it again at once', async () => {
  const before = authority.ordered.length;
  await order(await read(), authority.directoryUrl, AbortSignal.abort());
  const record = await recordOf('gate.example.com');
  expect(record).toMatchObject({ failures: 1, pair: null, failure: null });
  expect(Date.parse(record?.nextAt ?? '') - now().getTime()).toBeGreaterThan(4 * 60_000);
  for (let tries = 0; tries < 5; tries += 1) await order(await read());
  expect(authority.ordered.slice(before).filter((name) => name === 'gate.example.com')).toHaveLength(0);
});

test('a failure leaves the certificate alone, and a certificate ends the failures', async () => {
  await order(await read());
  const { pair } = (await recordOf('gate.example.com')) ?? {};
  ahead += 61 * DAY_MS;
  authority.refuseNext('finalize', { status: 500, type: 'serverInternal', detail: 'Sorry.' });
  await order(new Map([...(await read())].slice(0, 1)));
  expect(await recordOf('gate.example.com')).toMatchObject({ pair, failures: 1, challenge: null });
  expect((await recordOf('gate.example.com'))?.failure?.problem).toContain('has trouble of its own: Sorry.');
  ahead += 60 * 60_000;
  await order(new Map([...(await read())].slice(0, 1)));
  const record = await recordOf('gate.example.com');
  expect(record).toMatchObject({ failures: 0, failure: null, challenge: null });
  expect(record?.pair?.cert).not.toBe(pair?.cert);
});

test('another authority is asked at once, and what the old one gave is served until it has answered', async () => {
  await order(await read());
  const { pair } = (await recordOf('gate.example.com')) ?? {};
  const gone = 'http://127.0.0.1:1/directory';
  await order(new Map([...(await read())].slice(0, 1)), gone);
  expect(await recordOf('gate.example.com')).toMatchObject({ directoryUrl: gone, pair, failures: 1 });
  await order(new Map([...(await read())].slice(0, 1)));
  expect((await recordOf('gate.example.com'))?.pair?.cert).not.toBe(pair?.cert);
});
