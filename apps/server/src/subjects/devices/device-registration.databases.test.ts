import type { SecurityCheck } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices } from '../../database/schema.ts';
import {
  addPerson,
  deviceInfo,
  exchangeKeys,
  postCheck,
  signInAs,
  type TestPerson,
} from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  KnownDevice: { severity: required }
`;
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  somebody = await addPerson(company);
  await configure(company, {});
});

/** Signs in with a computer and lets it report. @returns what KnownDevice says of it */
async function reportWith(device: SimulatedDevice, person = somebody): Promise<SecurityCheck | undefined> {
  const visitor = new Visitor(server);
  await signInAs(visitor, person);
  const session = await visitor.openSession(device);
  const reply = await visitor.report(session, device, facts);
  if (reply.status !== 204) throw new Error(`The report was refused: ${reply.body.code}`);
  const { body } = await visitor.checkResult(session);
  return body.securityChecks.find(({ checkType }) => checkType === 'KnownDevice');
}

async function rowOf(device: SimulatedDevice) {
  const { database } = server.context;
  const rows = await database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
  return rows[0];
}

const setState = (device: SimulatedDevice, state: 'approved' | 'waiting' | 'retired') =>
  server.context.database
    .update(devices)
    .set({ state })
    .where(and(eq(devices.companyId, company.id), eq(devices.deviceId, device.deviceId)));

const approvedOf = async (person: TestPerson) => {
  const rows = await server.context.database.select().from(devices).where(eq(devices.personId, person.id));
  return rows.filter(({ state }) => state === 'approved');
};

describe('a new computer', () => {
  test('is known from its first valid report on, where registration is automatic [S3.018]', async () => {
    const device = await createSimulatedDevice();
    expect(await reportWith(device)).toMatchObject({ isPassed: true });
    expect(await rowOf(device)).toMatchObject({ state: 'approved', personId: somebody.id });
  });

  test('is known in the first version alike', async () => {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(server);
    await signInAs(visitor, somebody);
    const session = await exchangeKeys(visitor, device);
    const { body } = await postCheck(visitor, await deviceInfo(device, session, facts));
    expect(body.securityChecks).toMatchObject([{ checkType: 'KnownDevice', isPassed: true }]);
    expect(await rowOf(device)).toMatchObject({ state: 'approved', hasUsedV2: false });
  });

  test('waits for an administrator where the company wants that, however often it reports', async () => {
    await configure(company, { registration: { mode: 'approved' } });
    const device = await createSimulatedDevice();
    expect(await reportWith(device)).toMatchObject({
      isPassed: false,
      checkMessage: 'This computer waits for approval',
    });
    expect(await reportWith(device)).toMatchObject({ isPassed: false });
    await setState(device, 'approved');
    expect(await reportWith(device)).toMatchObject({ isPassed: true });
  });

  test('belongs to the person who signed in with it, not to the one who showed its keys first', async () => {
    const device = await createSimulatedDevice();
    const early = new Visitor(server);
    const other = await addPerson(company);
    await signInAs(early, other);
    await early.openSession(device);
    expect(await rowOf(device)).toMatchObject({ state: 'waiting', personId: other.id });
    await reportWith(device);
    expect(await rowOf(device)).toMatchObject({ state: 'approved', personId: somebody.id });
  });

  test('beyond what a person may have waits, and those before it stay', async () => {
    await configure(company, { registration: { maximumPerPerson: 2 } });
    const computers = await Promise.all(Array.from({ length: 3 }, () => createSimulatedDevice()));
    const verdicts = [];
    for (const device of computers) verdicts.push((await reportWith(device))?.isPassed);
    expect(verdicts).toEqual([true, true, false]);
    expect(await approvedOf(somebody)).toHaveLength(2);
    // The limit is each person's own.
    expect(await reportWith(await createSimulatedDevice(), await addPerson(company))).toMatchObject({
      isPassed: true,
    });
  });

  test('takes the place of one that is gone, with its next report', async () => {
    await configure(company, { registration: { maximumPerPerson: 1 } });
    const [first, second] = [await createSimulatedDevice(), await createSimulatedDevice()];
    expect(await reportWith(first)).toMatchObject({ isPassed: true });
    expect(await reportWith(second)).toMatchObject({ isPassed: false });
    await setState(first, 'retired');
    expect(await reportWith(second)).toMatchObject({ isPassed: true });
  });

  test('of several at once only as many are registered as a person may have', async () => {
    await configure(company, { registration: { maximumPerPerson: 1 } });
    const ready = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const device = await createSimulatedDevice();
        const visitor = new Visitor(server);
        await signInAs(visitor, somebody);
        return { device, visitor, session: await visitor.openSession(device) };
      }),
    );
    const replies = await Promise.all(
      ready.map(({ visitor, session, device }) => visitor.report(session, device, facts)),
    );
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await approvedOf(somebody)).toHaveLength(1);
  });
});

test('a retired computer is not known, and no report makes it known again', async () => {
  const device = await createSimulatedDevice();
  await reportWith(device);
  await setState(device, 'retired');
  expect(await reportWith(device)).toMatchObject({ isPassed: false, checkMessage: 'This computer is not known' });
  expect(await rowOf(device)).toMatchObject({ state: 'retired' });
});
