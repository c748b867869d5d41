import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invitations, people, upstreams } from '../../database/schema.ts';
import type { Person } from '../../repositories/people.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { firstCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addPerson } from './testing/people.ts';

let server: TestServer;
let desk: Desk;
let person: Person;
let upstreamId: string;

beforeAll(async () => {
  server = await startTestServer();
  desk = await openDesk(await firstCompany(server), 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  const { database } = server.context;
  person = await addPerson(server);
  await database.update(people).set({ passwordHash: null }).where(eq(people.id, person.id));
  upstreamId = randomUUID();
  const settings = { issuer: 'https://login.example', clientId: 'gate' };
  const named = { companyId: person.companyId, id: upstreamId, kind: 'oidc' as const, name: `Step ${upstreamId}` };
  await database
    .insert(upstreams)
    .values({ ...named, settings, sealedSecret: null, isEnabled: false, createdAt: new Date() });
});

const switchOn = () =>
  server.context.database.update(upstreams).set({ isEnabled: true }).where(eq(upstreams.id, upstreamId));
const invite = () => desk.call('adminInvitePerson', { parameters: { personId: person.id }, body: {} });
const link = () =>
  desk.call('adminLinkPerson', {
    parameters: { personId: person.id },
    body: { link: { upstreamId, subject: randomUUID() } },
  });
const invited = async () =>
  (await server.context.database.select().from(invitations).where(eq(invitations.personId, person.id))).length;

test('a person who is linked where no one signs in keeps their invitation, may have another, and is told of as that', async () => {
  await invite();
  const { warnings } = (await link()).body;
  expect(warnings).toContain(`Step ${upstreamId} is off as a way to sign in: they sign in here as before.`);
  expect(warnings.join()).not.toContain('lets them in no more');
  expect(await invited()).toBe(1);
  expect((await invite()).body.link).toContain('#invitation=');
});

test('one who is linked where people sign in has no other way', async () => {
  await switchOn();
  await invite();
  expect((await link()).body.warnings.join()).toContain('lets them in no more');
  expect(await invited()).toBe(0);
  expect((await invite()).body.message).toContain('needs no link');
});
