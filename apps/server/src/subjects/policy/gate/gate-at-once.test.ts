import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminTokens, people, roles } from '../../../database/schema.ts';
import { isAdministrator } from '../../../repositories/roles.ts';
import { addPerson, setPolicy } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  newestAudit,
  openDesk,
  plantAdministrator,
  plantToken,
} from '../../../testing/administrators.ts';
import { meanwhile } from '../../../testing/meanwhile.ts';
import { beginIfDue } from './stage-rounds.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const pilot = { state: 'observing', isReading: true, reason: 'pilot' } as const;
const opening = { state: 'observing', isReading: false, reason: 'outage', minutes: 60 } as const;
const closing = { state: 'enforcing', reason: 'go', acceptBlocking: 1000 } as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await setPolicy(company, POLICY);
  await configure(company, {});
  desk = await openDesk(company, 'administrator');
});

const gate = async () => (await createSocketDesk(server).call('adminGate')).body;
const set = async (body: typeof pilot | typeof opening | typeof closing) =>
  expect((await createSocketDesk(server).call('adminSetGate', { body })).status).toBe(200);
const refusal = {
  status: 409,
  body: { code: 'not_possible', message: expect.stringContaining('vestibule gate show') },
};

describe('closing the gate while it is counted whom that stops', () => {
  beforeEach(() => set(pilot));

  test('is refused when someone opens it for a while, and that stays', async () => {
    meanwhile(server.context.database, () => set(opening));
    expect(await desk.call('adminSetGate', { body: closing })).toMatchObject(refusal);
    expect(await newestAudit(company)).toMatchObject({ outcome: 'refused', details: { code: 'not_possible' } });
    expect(await gate()).toMatchObject({ state: 'observing', isReading: false, reason: 'outage' });
    await set(closing);
    expect(await gate()).toMatchObject({ state: 'enforcing' });
  });

  test('is refused when someone applies another policy, which no one counted', async () => {
    meanwhile(server.context.database, () => setPolicy(company, POLICY.replace('FirewallEnable', 'PasswordSet')));
    expect(await desk.call('adminSetGate', { body: closing })).toMatchObject(refusal);
    expect(await gate()).toMatchObject({ state: 'observing', reason: 'pilot' });
  });

  test('goes on when only other settings were changed, and keeps them', async () => {
    meanwhile(server.context.database, () =>
      configure(company, { gate: { ...pilot, until: null, afterwards: null }, productName: 'Door' }),
    );
    await set(closing);
    expect((await server.company()).configuration).toMatchObject({
      productName: 'Door',
      gate: { state: 'enforcing' },
    });
  });
});

describe('opening the gate for a while', () => {
  test('while someone closes it goes back to the policy, and the audit log says what it was opened from', async () => {
    await set(pilot);
    meanwhile(server.context.database, () => set(closing));
    const { status, body } = await desk.call('adminSetGate', { body: opening });
    expect(status).toBe(200);
    expect(body.gate).toMatchObject({ state: 'observing', afterwards: null });
    expect(body.changes).toContainEqual({ field: 'state', from: 'enforcing', to: 'observing' });
    expect(await newestAudit(company)).toMatchObject({ details: { changes: body.changes } });
    expect(await gate()).toMatchObject({ state: 'observing', reason: 'outage', afterwards: null });
    server.advance(3_600_000);
    expect(await gate()).toMatchObject({ state: 'enforcing' });
  });

  test('by a server that has not heard of the closing yet, likewise', async () => {
    await set(pilot);
    const known = await server.company();
    await set(closing);
    vi.spyOn(server.context.companies, 'byHost').mockResolvedValue(known);
    const { body } = await desk.call('adminSetGate', { body: opening });
    expect(body.gate).toMatchObject({ state: 'observing', afterwards: null });
  });
});

test('who begins a stage is told that the one after it, whose time has come, begins with it', async () => {
  const plan = { groups: [], percentage: null, applications: [] };
  const everybody = { ...plan, name: 'Everybody', at: server.context.now().toISOString() };
  const stages = [{ ...plan, name: 'Pilot', groups: ['Pilot'] }, everybody];
  expect((await desk.call('adminSetStages', { body: { stages } })).status).toBe(200);
  const asked = { parameters: { number: '1' }, body: { reason: 'on we go' } };
  expect((await desk.dryRun('adminBeginStage', asked)).body.warnings).toContainEqual(
    `The stage after it, Everybody, had its time at ${everybody.at}: it begins by itself right after this one.`,
  );
  await desk.call('adminSetStages', { body: { stages: [stages[0], { ...everybody, at: null }] } });
  const { warnings } = (await desk.dryRun('adminBeginStage', asked)).body;
  expect(warnings.filter((warning) => warning.includes('Everybody'))).toEqual([]);
});

test('what someone planned who is no administrator any more waits, until an administrator saves the plan', async () => {
  const pilotOnly = POLICY.replace('checks:', 'enforceFor: { groups: [Pilot] }\nchecks:');
  await setPolicy(company, pilotOnly);
  const plan = { groups: [], percentage: null, applications: [] };
  const at = new Date(server.context.now().getTime() + 1000).toISOString();
  const stages = [
    { ...plan, name: 'Pilot', groups: ['Pilot'] },
    { ...plan, name: 'Everybody', at, acceptBlocking: 1000 },
  ];
  const { id: personId } = await addPerson(company);
  await configure(company, {
    stages: stages.map((stage) => ({ ...stage, plannedBy: { companyId: company.id, personId } })),
  });
  server.advance(1000);
  expect(await beginIfDue(await server.company())).toBe(false);
  expect((await desk.call('adminStages')).body.stages[1]?.heldBack?.why).toBe('planner');
  expect((await desk.call('adminSetStages', { body: { stages } })).status).toBe(200);
  expect(await beginIfDue(await server.company())).toBe(true);
  expect((await server.company()).policy.policy.enforceFor).toBeUndefined();
});

test('what was planned with a token waits once the token is taken back, and not once it is over', async () => {
  const plan = { groups: [], percentage: null, applications: [] };
  const owners = await plantAdministrator(company, { role: 'administrator' });
  for (const owner of [{}, { madeBy: 'person', ownerCompanyId: company.id, ownerId: owners.personId }] as const) {
    for (const end of [{ revokedAt: server.context.now() }, { expiresAt: server.context.now() }, {}]) {
      await setPolicy(company, POLICY.replace('checks:', 'enforceFor: { groups: [Pilot] }\nchecks:'));
      const id = randomUUID();
      const robot = createDesk(company, await plantToken(company, { id, ...owner }));
      const at = new Date(server.context.now().getTime() + 1000).toISOString();
      const everybody = { ...plan, name: 'Everybody', at, acceptBlocking: 1000 };
      const stages = [{ ...plan, name: 'Pilot', groups: ['Pilot'] }, everybody];
      expect((await robot.call('adminSetStages', { body: { stages } })).status).toBe(200);
      if (Object.keys(end).length > 0)
        await server.context.database.update(adminTokens).set(end).where(eq(adminTokens.id, id));
      server.advance(1000);
      expect(await beginIfDue(await server.company())).toBe(!('revokedAt' in end));
    }
  }
});

test('a plan of an administrator waits once they are blocked, or lose the role', async () => {
  const { database } = server.context;
  const { id: personId } = await addPerson(company);
  const who = { companyId: company.id, personId };
  const add = (role: 'administrator' | 'auditor') =>
    database.insert(roles).values({ ...who, role, reach: 'company', createdAt: new Date() });
  expect(await isAdministrator(database, who)).toBe(false);
  await add('administrator');
  expect(await isAdministrator(database, who)).toBe(true);
  await database.update(people).set({ disabledAt: new Date() }).where(eq(people.id, personId));
  expect(await isAdministrator(database, who)).toBe(false);
  await database.update(people).set({ disabledAt: null }).where(eq(people.id, personId));
  await database.delete(roles).where(eq(roles.personId, personId));
  await add('auditor');
  expect(await isAdministrator(database, who)).toBe(false);
});
