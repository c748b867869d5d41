import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../../database/schema.ts';
import { addPerson, readAudit, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { watchPolicyFiles } from '../policy-watch.ts';
import { type Desk, newestAudit, openDesk } from '../../../testing/administrators.ts';

const CHECKS = 'checks:\n  FirewallEnable: { severity: required }\n';
const FOR_EVERYBODY = `version: 1\nworkplaceAccessPolicy: Strict\n${CHECKS}`;
const FOR_THE_PILOT = FOR_EVERYBODY.replace('checks:', 'enforceFor: { groups: [Pilot] }\nchecks:');
const LENIENT = FOR_THE_PILOT.replace('Strict', 'Permissive');
const on = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
const looking = { state: 'observing', isReading: true, reason: 'pilot' } as const;
const enforcing = { state: 'enforcing', reason: 'go' } as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;
const bare: TestPerson[] = [];

/** A pilot of seven: one computer meets the policy, one does not, and of five people nothing was ever seen. Twenty more are outside. */
beforeAll(async () => {
  server = await startTestServer({ policy: FOR_THE_PILOT });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  for (let index = 0; index < 7; index += 1) {
    const somebody = await addPilot();
    if (index >= 2) bare.push(somebody);
    else await report(somebody, index === 0 ? on : off);
  }
  for (let index = 0; index < 20; index += 1) await addPerson(company);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setPolicy(company, FOR_THE_PILOT);
});

async function addPilot(): Promise<TestPerson> {
  const somebody = await addPerson(company);
  const { database } = server.context;
  await database
    .update(people)
    .set({ groups: ['pilot'] })
    .where(eq(people.id, somebody.id));
  return somebody;
}

async function report(somebody: TestPerson, facts: typeof on): Promise<void> {
  const visitor = new Visitor(company);
  await signInAs(visitor, somebody);
  const device = await createSimulatedDevice();
  await visitor.report(await visitor.openSession(device), device, facts);
}

describe('people who were never seen with Workplace', () => {
  test('are counted when the gate closes, and have to be accepted with the computers', async () => {
    await desk.call('adminSetGate', { body: looking });
    const { body } = await desk.dryRun('adminSetGate', { body: enforcing });
    expect(body.impact).toMatchObject({
      peopleInScope: 7,
      neverSeen: 5,
      newlyBlocked: 1,
      peopleNewlyBlocked: 1,
      toAccept: 6,
      isOverLimit: true,
    });
    expect(body.impact?.neverSeenExamples.toSorted()).toEqual(bare.map(({ login }) => login).toSorted());
    const refused = await desk.call('adminSetGate', { body: { ...enforcing, acceptBlocking: 1 } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(refused.body.message).toContain('5 of the 7 people in scope have never been seen with Workplace');
    expect(refused.body.message).toContain('--accept-blocking 6');
    expect((await desk.call('adminGate')).body.state).toBe('observing');
    expect((await desk.call('adminSetGate', { body: { ...enforcing, acceptBlocking: 6 } })).status).toBe(200);
    expect(await newestAudit(company)).toMatchObject({ details: { newlyBlocked: 1, neverSeen: 5 } });
  });

  test('are counted when a policy reaches more people: taking out enforceFor needs a word', async () => {
    const refused = await desk.call('adminApplyPolicy', { body: { text: FOR_EVERYBODY } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    const { body } = await desk.dryRun('adminApplyPolicy', { body: { text: FOR_EVERYBODY } });
    expect(body.impact.neverSeen).toBe(body.impact.peopleInScope - 7);
    expect(body.impact).toMatchObject({ newlyBlocked: 0, isOverLimit: true });
    const { toAccept } = body.impact;
    expect(
      (await desk.call('adminApplyPolicy', { body: { text: FOR_EVERYBODY, acceptBlocking: toAccept } })).status,
    ).toBe(200);
    // Anyone who it stopped already is no news.
    const again = await desk.dryRun('adminApplyPolicy', { body: { text: `${FOR_EVERYBODY}# the same\n` } });
    expect(again.body.impact).toMatchObject({ neverSeen: 0, isOverLimit: false });
  });

  test('a saved policy file that reaches more people is not taken', async () => {
    const { policyFile } = server.context.config;
    const before = (await desk.call('adminPolicy')).body.version;
    await writeFile(policyFile, FOR_EVERYBODY);
    const said: string[] = [];
    const stop = await watchPolicyFiles(server.context, pino({}, { write: (line) => said.push(line) }));
    stop();
    const [audited] = await readAudit(company);
    expect((await desk.call('adminPolicy')).body.version).toBe(before);
    expect(said.join()).toContain(`vestibule policy apply ${policyFile} --accept-blocking`);
    expect(audited).toMatchObject({ action: 'policy', outcome: 'refused' });
    expect((await desk.call('adminStatus')).body.warnings).toContainEqual(expect.stringContaining('was not taken'));
    await writeFile(policyFile, FOR_THE_PILOT);
  });

  test('are none where the installation may be skipped, but for whom it is required', async () => {
    await configure(company, { skipping: { isAllowed: true }, gate: looking });
    await setPolicy(company, LENIENT);
    expect((await desk.dryRun('adminSetGate', { body: enforcing })).body.impact).toMatchObject({ neverSeen: 0 });
    const [first] = bare;
    await server.context.database
      .update(people)
      .set({ settings: { requireNativeAppInstallation: true } })
      .where(eq(people.id, first?.id ?? ''));
    expect((await desk.dryRun('adminSetGate', { body: enforcing })).body.impact).toMatchObject({ neverSeen: 1 });
    await server.context.database
      .update(people)
      .set({ settings: {} })
      .where(eq(people.id, first?.id ?? ''));
  });
});
