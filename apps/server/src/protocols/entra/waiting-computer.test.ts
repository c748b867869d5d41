import { CALLS } from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devices, people } from '../../database/schema.ts';
import { given } from '../../testing/administrators.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { EntraTenant } from '@vestibule/testing/entra-tenant';
import { addMethod, createUser, goodFacts, POLICY, Walker } from './testing/second-step-world.ts';

let server: TestServer;
let tenant: EntraTenant;
let company: TestCompany;
let atRegistered: Walker;
let walker: Walker;
let isPerson: ReturnType<typeof eq>;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  tenant = await EntraTenant.start(() => server.context.now());
  company = await firstCompany(server);
  await configure(company, { registration: { mode: 'verified' } });
  const method = await addMethod(server, tenant);
  atRegistered = await Walker.create(method, createUser('nils'));
  walker = await Walker.create(method, atRegistered.user);
  await atRegistered.begin();
  await walker.begin();
  isPerson = eq(people.upstreamSubject, walker.user.sub);
});
afterAll(async () => {
  await tenant.close();
  await server.close();
});

/** Of a person who has one registered computer already, at another one that waits. */
async function askForCode() {
  const { database } = server.context;
  const personId = given((await database.select().from(people).where(isPerson))[0]).id;
  await atRegistered.check();
  const isTheirs = and(eq(devices.companyId, company.id), eq(devices.deviceId, atRegistered.device.deviceId));
  await database.update(devices).set({ state: 'approved', personId }).where(isTheirs);
  const session = await walker.visitor.openSession(walker.device);
  await walker.visitor.report(session, walker.device, goodFacts);
  const { path } = CALLS.createVouchingCode;
  return walker.visitor.ask(path, { method: 'POST', body: { sessionId: session.sessionId } });
}

test('a computer that waits in a second step has a code only where its person has a sign-in of their own to enter it in', async () => {
  const refused = await askForCode();
  expect([refused.status, refused.body.code]).toEqual([409, 'not_possible']);
  const { database } = server.context;
  const [other] = await database.select().from(people).where(eq(people.login, 'nadia'));
  await database
    .update(people)
    .set({ passwordHash: given(other).passwordHash })
    .where(isPerson);
  expect((await askForCode()).status).toBe(200);
});

test('its page is told that the identity provider waits: no second factor of this sign-in helps', async () => {
  const { body } = await walker.visitor.ask(`/api/online/v1/pending-sign-in/${walker.marker}`);
  expect(body).toMatchObject({ mode: 'mfa', isSecondStep: true });
});
