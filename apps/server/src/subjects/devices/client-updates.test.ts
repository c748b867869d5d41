import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult, SignedDocument, UpdateManifest } from '@vestibule/contracts';
import { createUpdateKey, signUpdateManifest, verifyUpdateManifest } from '@vestibule/device-keys';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { people } from '../../database/schema.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const PREFIX = '/api/device-compliance/v1/client-update';
const NAME = `${'ab'.repeat(32)}.gz`;

let server: TestServer;
let company: TestCompany;
let folder: string;
let somebody: TestPerson;
let changes = 0;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  folder = join(server.context.config.downloadsFolder, 'update');
});
afterAll(() => server.close());
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'files'), { recursive: true });
  somebody = await addPerson(company);
});

async function offer(version: string, channel: UpdateManifest['channel'] = 'stable'): Promise<SignedDocument> {
  const manifest: UpdateManifest = {
    format: 1,
    channel,
    version,
    issuedAt: '2026-11-21T08:00:00.000Z',
    notAfter: '2027-11-21T08:00:00.000Z',
    platforms: {},
  };
  const document = await signUpdateManifest(manifest, [await createUpdateKey()]);
  await place(channel, JSON.stringify(document));
  return document;
}

/** Each write at a time of its own, as it would be in life. */
async function place(channel: string, text: string): Promise<void> {
  const path = join(folder, `${channel}.json`);
  await writeFile(path, text);
  changes += 1;
  await utimes(path, changes, changes);
}

async function isUpToDate(): Promise<boolean> {
  const visitor = new Visitor(server);
  await signInAs(visitor, somebody);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) });
  const { body } = await visitor.checkResult(session);
  expect((body as CheckResult).deviceData.clientVersion).toBe('3.7.0');
  return (body as CheckResult).deviceData.isClientVersionUpToDate;
}

async function setPerson(settings: Record<string, unknown>): Promise<void> {
  await server.context.database
    .update(people)
    .set({ settings })
    .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));
}

test('the manifest of a channel is handed out as it is, to anybody', async () => {
  const document = await offer('3.7.1');
  const reply = await new Visitor(server).ask(`${PREFIX}/stable`);
  expect([reply.status, reply.body]).toEqual([200, document]);
  expect((await verifyUpdateManifest(reply.body, [await createUpdateKey()])).ok).toBe(false);
});

test('a channel on which nothing is offered, or junk lies, has none; another one does not exist', async () => {
  const visitor = new Visitor(server);
  expect((await visitor.ask(`${PREFIX}/stable`)).body.code).toBe('installer_missing');
  await place('early', '{"payload":"e30","signatures":["AA"]}');
  expect((await visitor.ask(`${PREFIX}/early`)).status).toBe(404);
  expect((await visitor.ask(`${PREFIX}/nightly`)).body.code).toBe('request_malformed');
});

test.each([
  NAME.slice(0, -3),
  'stable.json',
  '..%2Fstable.json',
  '%2e%2e%2fstable.json',
  `${'AB'.repeat(32)}.gz`,
  `${'cd'.repeat(32)}.gz`,
])('a file of an update is found by its hash alone, and not as %s', async (name) => {
  await offer('3.7.1');
  await writeFile(join(folder, 'files', NAME), 'packed');
  const found = await send(`${server.url}/download/update/${NAME}`);
  expect([found.status, found.text]).toEqual([200, 'packed']);
  const other = await send(`${server.url}/download/update/${name}`);
  expect([403, 404]).toContain(other.status);
  expect(other.text).not.toContain('payload');
});

test('a client is out of date as soon as something newer is offered to its person [S3.028]', async () => {
  expect(await isUpToDate()).toBe(true);
  await offer('3.7.0');
  expect(await isUpToDate()).toBe(true);
  await offer('3.7.1');
  expect(await isUpToDate()).toBe(false);
  await offer('3.6.0');
  expect(await isUpToDate()).toBe(true);
});

test('what is offered early counts for people to whom special channels were opened', async () => {
  await offer('3.7.0');
  await offer('3.8.0', 'early');
  expect(await isUpToDate()).toBe(true);
  await setPerson({ updateChannel: 'early' });
  expect(await isUpToDate()).toBe(true);
  await setPerson({ updateChannel: 'early', specialUpdateChannelsEnabled: true });
  expect(await isUpToDate()).toBe(false);
});
