import { randomUUID } from 'node:crypto';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, pendingSignIns, roles, upstreams } from '../../../database/schema.ts';
import { addPerson, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { createSocketDesk } from '../../../testing/administrators.ts';

const POLICY =
  'version: 1\nworkplaceAccessPolicy: Strict\nenforceFor: { groups: [Pilot] }\nchecks:\n  FirewallEnable: { severity: required }\n';
const enforcing = { state: 'enforcing', reason: 'the pilot begins' } as const;

let server: TestServer;
let company: TestCompany;
let ilse: TestPerson;

/** A pilot of ten: nine computers that meet the policy, and the administrator, who has none. */
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  for (let index = 0; index < 9; index += 1) {
    const visitor = new Visitor(company);
    await signInAs(visitor, await addPilot());
    const device = await createSimulatedDevice();
    await visitor.report(await visitor.openSession(device), device, {
      firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }),
    });
  }
  ilse = await addPilot();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { database } = server.context;
  await configure(company, { gate: { state: 'observing', reason: 'pilot' } });
  await setPolicy(company, POLICY);
  await database.delete(roles).where(eq(roles.personId, ilse.id));
  await database.delete(pendingSignIns).where(eq(pendingSignIns.personId, ilse.id));
  await database.update(people).set({ upstreamId: null, upstreamSubject: null }).where(eq(people.id, ilse.id));
});

async function addPilot(): Promise<TestPerson> {
  const somebody = await addPerson(company);
  await server.context.database
    .update(people)
    .set({ groups: ['pilot'] })
    .where(eq(people.id, somebody.id));
  return somebody;
}

async function makeRole(role: 'auditor' | 'support' | 'administrator'): Promise<void> {
  const row = { companyId: company.id, personId: ilse.id, role, reach: 'company', createdAt: new Date() } as const;
  await server.context.database.insert(roles).values(row);
}

async function linkToUpstream(isEnabled: boolean): Promise<void> {
  const { database } = server.context;
  const id = randomUUID();
  const shown = { kind: 'oidc', name: `Entra ${id}`, settings: {}, createdAt: new Date() } as const;
  await database.insert(upstreams).values({ companyId: company.id, id, isEnabled, ...shown });
  await database.update(people).set({ upstreamId: id, upstreamSubject: 'ilse' }).where(eq(people.id, ilse.id));
}

const desk = () => createSocketDesk(server);
const look = async () => (await desk().dryRun('adminSetGate', { body: enforcing })).body.impact;

describe('the administrator of a pilot of ten, who works from the command line', () => {
  test('is not among those who were never seen: the gate closes without a word', async () => {
    await makeRole('administrator');
    expect(await look()).toMatchObject({ peopleInScope: 9, neverSeen: 0, toAccept: 0, isOverLimit: false });
    expect(await desk().call('adminSetGate', { body: enforcing })).toMatchObject({ status: 200 });
  });

  test('counts as soon as she was on her way to an application, like everybody', async () => {
    await makeRole('administrator');
    const visitor = new Visitor(company);
    await signInAs(visitor, ilse, await visitor.openApplication());
    expect(await look()).toMatchObject({ peopleInScope: 10, neverSeen: 1, neverSeenExamples: [ilse.login] });
    expect(await desk().call('adminSetGate', { body: enforcing })).toMatchObject({
      status: 409,
      body: { code: 'too_many_blocked' },
    });
  });

  test('counts when she signs in at the company’s own identity provider, while it is on', async () => {
    await makeRole('administrator');
    await linkToUpstream(true);
    expect(await look()).toMatchObject({ peopleInScope: 10, neverSeen: 1 });
    await linkToUpstream(false);
    expect(await look()).toMatchObject({ peopleInScope: 9, neverSeen: 0 });
  });

  test('counts for the policy as for the gate', async () => {
    const text = `${POLICY}# the same for more\n`.replace('[Pilot]', '[Pilot, Sales]');
    await setPolicy(company, POLICY.replace('[Pilot]', '[Nobody]'));
    const apply = async () => (await desk().dryRun('adminApplyPolicy', { body: { text } })).body.impact;
    expect(await apply()).toMatchObject({ neverSeen: 1 });
    await makeRole('administrator');
    expect(await apply()).toMatchObject({ neverSeen: 0, isOverLimit: false });
  });

  test.each([null, 'auditor', 'support'] as const)('counts with the role %s', async (role) => {
    if (role !== null) await makeRole(role);
    expect(await look()).toMatchObject({ peopleInScope: 10, neverSeen: 1, isOverLimit: true });
  });
});
