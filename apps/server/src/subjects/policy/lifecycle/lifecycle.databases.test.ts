import { LIFECYCLE, type Lifecycle } from '@vestibule/checks';
import type { SignedDocument } from '@vestibule/contracts';
import { createUpdateKey, publicUpdateKey, signLifecycle, type UpdatePrivateKey } from '@vestibule/device-keys';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lifecycleData } from '../../../database/schema.ts';
import { createSocketDesk, type Desk, openDesk } from '../../../testing/administrators.ts';
import { addPerson, setPolicy, signInAs } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';

const DAY_MS = 86_400_000;
const RELEASE = { system: 'ubuntu', version: '99.04' } as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let key: UpdatePrivateKey;
let stranger: UpdatePrivateKey;

beforeAll(async () => {
  [key, stranger] = await Promise.all([createUpdateKey(), createUpdateKey()]);
  server = await startTestServer({ lifecycle: { keys: [publicUpdateKey(key)], address: null } });
  // The data of the product is of a day that no clock of a test may stand before.
  server.advance(Math.max(0, Date.parse(LIFECYCLE.asOf) - server.context.now().getTime()) + 30 * DAY_MS);
  company = await firstCompany(server);
  desk = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.database.delete(lifecycleData);
  server.context.companies.forget();
});

const dayIn = (days: number) => new Date(server.context.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
/** Data that says until when the release gets updates, so many versions after that of the product. */
const data = (ahead: number, until = dayIn(300), asOf = dayIn(-1)): Lifecycle => ({
  ...LIFECYCLE,
  version: LIFECYCLE.version + ahead,
  asOf,
  releases: [...LIFECYCLE.releases, { ...RELEASE, until }],
});
const signed = (lifecycle: object, by = key) => signLifecycle(lifecycle, [by]);
const take = async (file: SignedDocument) => desk.call('adminUpdateLifecycle', { body: { file } });
const shown = async () => (await desk.call('adminLifecycle')).body;
const judging = async () => (await server.company()).lifecycle.version - LIFECYCLE.version;
const entries = async () =>
  (await desk.call('adminAudit', { query: { limit: '200' } })).body.entries.filter(
    ({ action }) => action === 'lifecycle',
  );

test('newer data judges anyone who waits, and is named with its source and the day it is too old', async () => {
  await setPolicy(
    company,
    [
      'version: 1',
      'workplaceAccessPolicy: Strict',
      'unknown: block',
      'checks:',
      '  OSSupported: { severity: required }',
    ].join('\n'),
  );
  const visitor = new Visitor(server);
  const loginMarker = await visitor.openApplication();
  await signInAs(visitor, await addPerson(company), loginMarker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, {
    operatingSystem: fact({ family: 'linux', id: RELEASE.system, version: RELEASE.version, name: 'Ubuntu 99.04' }),
  });
  const state = async () =>
    (await visitor.checkResult(session, loginMarker)).body.securityChecks.map((check) => check.state);
  expect(await state()).toEqual(['unknown']);
  expect(await shown()).toMatchObject({ source: 'built-in', version: LIFECYCLE.version, takenFrom: null });

  const file = await signed(data(1));
  const dry = await desk.dryRun('adminUpdateLifecycle', { body: { file } });
  expect(dry.body).toMatchObject({
    isDryRun: true,
    changes: [
      { field: 'version', from: LIFECYCLE.version, to: LIFECYCLE.version + 1 },
      { field: 'asOf', from: LIFECYCLE.asOf, to: dayIn(-1) },
      { field: 'ubuntu 99.04', from: 'not listed', to: dayIn(300) },
    ],
    warnings: [expect.stringMatching(/of 1 computers of the last 14 days it stops 0 by the policy and frees 1\./)],
  });
  expect([await judging(), await state()]).toEqual([0, ['unknown']]);

  const before = (await entries()).length;
  expect(await take(file)).toMatchObject({ status: 200, body: { isDryRun: false, version: LIFECYCLE.version + 1 } });
  expect([await judging(), await state()]).toEqual([1, ['passed']]);
  expect(await shown()).toMatchObject({
    source: 'taken',
    takenFrom: 'local command line',
    ageDays: 1,
    tooOldFrom: dayIn(365),
    keys: [key.x],
    warnings: [],
  });
  expect((await entries()).length).toBe(before + 1);
  // The same file again is no change, and no entry.
  expect((await take(file)).body.changes).toEqual([]);
  expect((await entries()).length).toBe(before + 1);

  // And a newer one that takes it back stops them.
  expect((await take(await signed(data(2, dayIn(-2))))).body.warnings).toEqual([
    expect.stringMatching(/it stops 1 \(.+\) by the policy and frees 0\./),
  ]);
  expect(await state()).toEqual(['failed']);
});

describe('what is refused, and changes nothing', () => {
  /** What it says; nothing may be different afterwards. */
  const refusal = async (file: SignedDocument) => {
    const [before, rows] = [await judging(), await server.context.database.select().from(lifecycleData)];
    const { status, body } = await take(file);
    expect([status, body.code, await judging()]).toEqual([409, 'not_possible', before]);
    expect(await server.context.database.select().from(lifecycleData)).toEqual(rows);
    return body.message;
  };

  test('a signature of another key, and data that was changed after it was signed', async () => {
    expect(await refusal(await signed(data(1), stranger))).toMatch(/None of the keys/);
    const file = await signed(data(1));
    const { payload } = await signed(data(2), stranger);
    expect(await refusal({ ...file, payload })).toMatch(/None of the keys/);
    expect(await refusal({ ...file, payload: file.payload.slice(0, -40) })).toMatch(/None of the keys/);
  });

  test('an older file, played again', async () => {
    const [first, second] = [await signed(data(1)), await signed(data(2))];
    await take(first);
    await take(second);
    expect(await refusal(first)).toMatch(/Data never goes back/);
    // Of a later day and a lower version, of a higher version and an earlier day, of another word under the same name.
    expect(await refusal(await signed(data(1, dayIn(300), dayIn(0))))).toMatch(/Data never goes back/);
    expect(await refusal(await signed(data(3, dayIn(300), dayIn(-5))))).toMatch(/Data never goes back/);
    expect(await refusal(await signed(data(2, dayIn(10))))).toMatch(/says something else/);
    expect(await refusal(await signed({ ...LIFECYCLE, version: LIFECYCLE.version }))).toMatch(/Data never goes back/);
  });

  test('data of a day to come, by more than clocks differ', async () => {
    expect(await refusal(await signed(data(1, dayIn(300), dayIn(2))))).toMatch(
      /a day to come by the clock of this server/,
    );
    expect((await take(await signed(data(1, dayIn(300), dayIn(1))))).status).toBe(200);
  });

  test('what was signed and is no such data, or says two things of one release', async () => {
    expect(await refusal(await signed({ ...data(1), format: 2 }))).toMatch(/does not read/);
    expect(await refusal(await signed({ ...data(1), releases: [] }))).toMatch(/does not read/);
    const { releases } = data(1);
    expect(await refusal(await signed({ ...data(1), releases: [...releases, { ...RELEASE, until: null }] }))).toMatch(
      /ubuntu 99\.04/,
    );
  });

  test('a huge one, and one that is not whole, before anything of it is looked at', async () => {
    const { payload, signatures } = await signed(data(1));
    const huge = { payload: 'A'.repeat(200_001), signatures };
    expect(await desk.call('adminUpdateLifecycle', { body: { file: huge } })).toMatchObject({ status: 400 });
    const flood = { payload: 'A'.repeat(2_000_000), signatures };
    const sent = await desk.call('adminUpdateLifecycle', { body: { file: flood } });
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect(await desk.call('adminUpdateLifecycle', { body: { file: { payload } } })).toMatchObject({ status: 400 });
    expect(await judging()).toBe(0);
  });

  test('everybody who does not sit at the server', async () => {
    const away = await openDesk(company, 'administrator');
    const file = await signed(data(1));
    expect(await away.call('adminUpdateLifecycle', { body: { file } })).toMatchObject({ status: 403 });
    expect((await away.call('adminLifecycle')).body).toMatchObject({ version: LIFECYCLE.version, address: null });
    expect(await judging()).toBe(0);
  });
});

test('what was written into the database by another hand judges nothing, says so, and can be replaced', async () => {
  const document = await signed(data(9), stranger);
  await server.context.database
    .insert(lifecycleData)
    .values({ format: 1, document, takenAt: server.context.now(), takenFrom: 'a thief' });
  server.context.companies.forget();
  expect(await judging()).toBe(0);
  expect((await shown()).warnings).toEqual([expect.stringContaining('None of the keys that are set here signed it')]);
  expect((await take(await signed(data(1)))).status).toBe(200);
  expect(await judging()).toBe(1);
});

test('of two that are taken at once the newer one stays', async () => {
  const files = await Promise.all([1, 2, 3, 4].map(async (ahead) => signed(data(ahead))));
  const statuses = await Promise.all(files.map(async (file) => (await take(file)).status));
  expect(statuses[3]).toBe(200);
  expect(await judging()).toBe(4);
});

describe('before it is too old', () => {
  const warned = async () =>
    (await desk.call('adminStatus')).body.warnings.filter((one) => one.includes('ends of support'));
  const policyWith = (parameters: string) =>
    setPolicy(
      company,
      `version: 1\nworkplaceAccessPolicy: Permissive\nisPolicyEnforced: true\nchecks:\n  OSSupported: ${parameters}\n`,
    );

  test('status and gate enforce say so sixty days ahead, by the age that the policy allows', async () => {
    await take(await signed(data(1, dayIn(300), dayIn(0))));
    await policyWith('{ severity: required, parameters: { maximumDataAgeDays: 60 } }');
    expect(await warned()).toEqual([]);
    await policyWith('{ severity: required, parameters: { maximumDataAgeDays: 59 } }');
    const sentence = `too old from ${dayIn(60)} on`;
    expect(await warned()).toEqual([expect.stringContaining(sentence)]);
    expect(await warned()).toEqual([expect.stringContaining('vestibule lifecycle update FILE')]);
    const body = { state: 'enforcing', reason: 'test' };
    const { warnings } = (await desk.dryRun('adminSetGate', { body })).body;
    expect(warnings).toContainEqual(expect.stringContaining(sentence));
    await policyWith('{ severity: off, parameters: { maximumDataAgeDays: 59 } }');
    expect(await warned()).toEqual([]);
  });
});

test('an entry says who took it, and what it changed', async () => {
  await take(await signed(data(1)));
  const [entry] = await entries();
  expect(entry).toMatchObject({
    outcome: 'done',
    actor: 'local command line',
    target: expect.stringContaining(dayIn(-1)),
  });
});
