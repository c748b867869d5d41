import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, issuedAssertions, people, webSessions } from '../../database/schema.ts';
import { EntraTenant } from '@vestibule/testing/entra-tenant';
import {
  addMethod,
  createUser,
  POLICY,
  type SecondStepWorld,
  Walker,
} from '../../protocols/entra/testing/second-step-world.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

let server: TestServer;
let company: TestCompany;
let tenant: EntraTenant;
let world: SecondStepWorld;
let application: Server;
let told: string[];
let somebody: TestPerson;
let visitor: Visitor;

beforeAll(async () => {
  // It speaks on the console once, when it is loaded.
  await import('../../protocols/oidc/provider.ts');
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  tenant = await EntraTenant.start(() => server.context.now());
  world = await addMethod(server, tenant);
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const token = new URLSearchParams(await text(request)).get('logout_token')?.split('.')[1] ?? '';
    const claims = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as { sub: string };
    told.push(claims.sub);
    response.end();
  };
  application = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => application.once('listening', resolve));
});
afterAll(async () => {
  application.close();
  await tenant.close();
  await server.close();
});
beforeEach(async () => {
  told = [];
  somebody = await addPerson(company);
  visitor = new Visitor(server);
  await signInAs(visitor, somebody);
});

/** An application that was opened in the person's only sign-in. @returns its name */
async function openIn(personId: string, isTold = true): Promise<string> {
  const { database, now } = server.context;
  const id = randomUUID();
  const name = `Wiki ${id}`;
  const { port } = application.address() as AddressInfo;
  const oidcClient = {
    redirectUris: ['http://127.0.0.1:9099/callback'],
    authenticationMethod: 'none',
    ...(isTold ? { backchannelLogoutUri: `http://127.0.0.1:${port}/signed-out` } : {}),
  };
  await database
    .insert(applications)
    .values({ companyId: company.id, id, name, entityId: `app-${id}`, protocol: 'oidc', oidcClient });
  const isOpen = and(eq(webSessions.personId, personId), isNull(webSessions.revokedAt));
  const [session] = await database.select({ id: webSessions.id }).from(webSessions).where(isOpen);
  await database.insert(issuedAssertions).values({
    companyId: company.id,
    assertionId: randomUUID(),
    sessionIndex: 'x',
    nameId: personId,
    nameIdFormat: 'sub',
    applicationId: id,
    personId,
    webSessionId: session?.id ?? '',
    standing: 'compliant',
    evidence: 'software-key',
    issuedAt: now(),
  });
  return name;
}

const signOut = (from: Visitor, what = 'sign-out') =>
  from.ask<{ continueTo: string }>(`/api/online/v1/${what}`, { method: 'POST' });

const stillOpen = () =>
  server.context.database
    .select()
    .from(issuedAssertions)
    .where(and(eq(issuedAssertions.personId, somebody.id), isNull(issuedAssertions.endedAt)));

describe('what was opened before the person signed in again', () => {
  test('ends with the sign-in that took its place, and is told or named', async () => {
    await openIn(somebody.id);
    const deaf = await openIn(somebody.id, false);
    await signInAs(visitor, somebody);
    await signInAs(visitor, somebody);
    expect(told).toEqual([]);
    const { body } = await signOut(visitor);
    const reply = await visitor.ask(body.continueTo);
    expect(told).toEqual([somebody.id]);
    const left = new URL(reply.headers.get('location') ?? '', server.url).searchParams.get('left');
    expect((await visitor.ask(`/api/online/v1/sign-outs/${left}`)).body).toEqual({ stillOpen: [deaf] });
    expect(await stillOpen()).toEqual([]);
  });

  test('ends as well when the person signs out everywhere from elsewhere', async () => {
    await openIn(somebody.id);
    await signInAs(visitor, somebody);
    const elsewhere = new Visitor(server);
    await signInAs(elsewhere, somebody);
    await signOut(elsewhere, 'sign-out-everywhere');
    expect(told).toEqual([somebody.id]);
    expect(await stillOpen()).toEqual([]);
  });

  test('goes on when a second step takes the place, and ends with that one', async () => {
    await openIn(somebody.id);
    const user = createUser(`again-${somebody.login}`);
    await server.context.database
      .update(people)
      .set({ upstreamId: world.upstreamId, upstreamSubject: user.sub })
      .where(eq(people.id, somebody.id));
    // A sign-in that still awaits a factor is no session to keep, nor is one that is over.
    await server.context.database
      .update(webSessions)
      .set({ awaits: 'second-factor' })
      .where(eq(webSessions.personId, somebody.id));
    await arrive(user);
    expect(told).toEqual([]);
    await signOut(visitor);
    expect(told).toEqual([somebody.id]);
    expect(await stillOpen()).toEqual([]);
  });
});

test('a second step of another person in the same browser tells what the first one had opened', async () => {
  await openIn(somebody.id);
  const asked = await comeBack(createUser(`else-${somebody.login}`));
  expect([asked.status, told]).toEqual([200, []]);
  const handle = /name="handle" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';
  const answered = await visitor.ask('/second-step/arrive', { method: 'POST', form: { handle } });
  expect(answered.status).toBe(303);
  expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(401);
  expect(told).toEqual([somebody.id]);
});

/** The browser comes back from the identity provider with someone's request. */
async function comeBack(user: ReturnType<typeof createUser>) {
  const walker = await Walker.create(world, user);
  const begun = await walker.post(await tenant.request(user, world.method));
  return visitor.ask<string>(begun.headers.get('location') ?? '');
}

async function arrive(user: ReturnType<typeof createUser>): Promise<void> {
  expect((await comeBack(user)).status).toBe(303);
}
