import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq, notInArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../../database/schema.ts';
import { addPerson, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { createSocketDesk, type Desk } from '../../../testing/administrators.ts';

const DAY_MS = 86_400_000;
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let tomorrow: string;
let pilot: string;
const bad: TestPerson[] = [];

/** Six people with computers that fail a check, and no others. */
beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  const { database, now } = server.context;
  tomorrow = new Date(now().getTime() + DAY_MS).toISOString().slice(0, 10);
  pilot = `version: 1
workplaceAccessPolicy: Strict
enforceFor: { groups: [Pilot] }
checks:
  FirewallEnable: { severity: required, startDate: '${tomorrow}' }
`;
  for (let index = 0; index < 6; index += 1) bad.push(await addPerson(company));
  const ids = bad.map(({ id }) => id);
  await database.update(people).set({ disabledAt: now() }).where(notInArray(people.id, ids));
  for (const somebody of bad) {
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    const device = await createSimulatedDevice();
    await visitor.report(await visitor.openSession(device), device, off);
  }
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await server.context.database.update(people).set({ groups: [] }).where(eq(people.companyId, company.id));
});

const set = (values: object) => desk.call('adminSetSettings', { body: { set: values, reset: [] } });
const logins = () => bad.map(({ login }) => login);

describe('a rule that begins tomorrow', () => {
  test('stops anyone who is put into its group today: many want a word', async () => {
    await setPolicy(company, pilot);
    const csv = [
      'login,displayName,email,groups',
      ...logins().map((login) => `${login},${login},${login}@alderbrook.example,Pilot`),
    ].join('\n');
    const loaded = await desk.call('adminImportPeople', { body: { csv, isInviting: false } });
    expect(loaded).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(loaded.body.message).toContain(`6 of 6 people from work (by ${tomorrow}, not today), whose computers`);
  });

  test('stops, as second factor, anyone who the open gate lets through', async () => {
    await setPolicy(company, pilot.replace('enforceFor: { groups: [Pilot] }\n', ''));
    await desk.call('adminSetGate', { body: { state: 'observing', isReading: true, reason: 'pilot' } });
    const refused = await set({ secondFactor: 'device' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(refused.body.message).toContain(`6 of 6 people from work (by ${tomorrow}, not today)`);
  });
});

describe('anyone who works by going on without Workplace, though a computer of theirs fails', () => {
  const PERMISSIVE =
    'version: 1\nworkplaceAccessPolicy: Permissive\nchecks:\n  FirewallEnable: { severity: required }\n';
  const skipping = { isAllowed: true, hours: 8, maximumPerPerson: 100 };

  async function skip(somebody: TestPerson | undefined): Promise<number> {
    if (somebody === undefined) throw new Error('There is no one.');
    const visitor = new Visitor(company);
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    const path = `/api/device-compliance/v1/saml-response/skip-installation?loginMarker=${marker}`;
    return (await visitor.ask(path)).status;
  }

  beforeEach(async () => {
    await configure(company, { skipping });
    await setPolicy(company, PERMISSIVE);
  });

  test('is counted when that is switched off, or is to end', async () => {
    expect(await skip(bad[0])).toBe(200);
    for (const less of [{ isAllowed: false }, { until: `${tomorrow}T18:00:00Z` }]) {
      const refused = await set({ skipping: { ...skipping, ...less } });
      expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
      expect(refused.body.message).toContain('6 of 6 people from work');
    }
    expect(await skip(bad[0])).toBe(200);
  });

  test('is counted when a policy allows it no more', async () => {
    const text = PERMISSIVE.replace('Permissive', 'Strict');
    const refused = await desk.call('adminApplyPolicy', { body: { text } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect((await desk.dryRun('adminApplyPolicy', { body: { text } })).body.impact).toMatchObject({
      peopleNewlyBlocked: 6,
      toAccept: 6,
    });
  });

  test('is counted by their computer all the same when that stops passing: leave to go on ends', async () => {
    await setPolicy(company, PERMISSIVE.replace('required', 'recommended'));
    const { body } = await desk.dryRun('adminApplyPolicy', { body: { text: PERMISSIVE } });
    expect(body.impact).toMatchObject({ peopleNewlyBlocked: 6 });
  });

  test('is not counted by what changes nothing for them', async () => {
    expect((await set({ skipping: { ...skipping, hours: 4 } })).body.warnings).toEqual([]);
  });
});
