import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { called } from '../../testing/called.ts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, issuedAssertions, upstreams, webSessions } from '../../database/schema.ts';
import { openDesk } from '../../testing/administrators.ts';
import { findPerson } from '../../repositories/people.ts';
import { resetFactors } from './factors/reset-factors.ts';
import { addPerson, readAudit, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { tellByBackChannel } from './back-channel-logout.ts';
import { oidcClientSchema } from '../../protocols/oidc/oidc-client.ts';

const REDIRECTS = { redirectUris: ['http://127.0.0.1:9099/callback'] };

let server: TestServer;
let company: TestCompany;
let application: Server;
let received: { readonly contentType: string | undefined; readonly body: URLSearchParams }[];
let answers: number;
let visitor: Visitor;
let somebody: TestPerson;

beforeAll(async () => {
  // It speaks on the console once, when it is loaded.
  await import('../../protocols/oidc/provider.ts');
  server = await startTestServer();
  company = await firstCompany(server);
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = new URLSearchParams(await text(request));
    received.push({ contentType: request.headers['content-type'], body });
    response.writeHead(answers).end();
  };
  application = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => application.once('listening', resolve));
});
afterAll(async () => {
  application.close();
  await server.close();
});
beforeEach(async () => {
  received = [];
  answers = 200;
  visitor = new Visitor(server);
  somebody = await addPerson(company);
  await signInAs(visitor, somebody);
});

/** An application that was given something in the person's sign-in. @returns its client id */
async function openIn(oidcClient: Record<string, unknown>): Promise<string> {
  const { database, now } = server.context;
  const [id, clientId] = [randomUUID(), `app-${randomUUID()}`];
  const name = 'Alderbrook Wiki';
  await database
    .insert(applications)
    .values({ companyId: company.id, id, name, entityId: clientId, protocol: 'oidc', oidcClient, sealedSecret: null });
  const isOpen = and(eq(webSessions.personId, somebody.id), isNull(webSessions.revokedAt));
  const [session] = await database.select({ id: webSessions.id }).from(webSessions).where(isOpen);
  await database.insert(issuedAssertions).values({
    companyId: company.id,
    assertionId: randomUUID(),
    sessionIndex: 'x',
    nameId: somebody.id,
    nameIdFormat: 'sub',
    applicationId: id,
    personId: somebody.id,
    webSessionId: session?.id ?? '',
    standing: 'compliant',
    evidence: 'software-key',
    grantId: null,
    issuedAt: now(),
    endedAt: null,
  });
  return clientId;
}

const own = () => ({
  ...REDIRECTS,
  authenticationMethod: 'none',
  backchannelLogoutUri: `http://127.0.0.1:${(application.address() as AddressInfo).port}/signed-out`,
});
const signOut = () => visitor.ask<{ continueTo: string }>('/api/online/v1/sign-out', { method: 'POST' });

/** Follows what the person sees after signing out. @returns where it ends */
async function followSignOut(): Promise<string> {
  const { body } = await signOut();
  const reply = body.continueTo.startsWith('/saml/') ? await visitor.ask(body.continueTo) : null;
  return reply?.headers.get('location') ?? body.continueTo;
}

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

describe('an application with an address for it', () => {
  test('is told of a sign-out by a token of this gate, for this person, and is not named as still open', async () => {
    const clientId = await openIn(own());
    const end = await followSignOut();
    expect(end).toContain('done=signed-out');
    expect(end).not.toContain('left=');
    expect(received).toHaveLength(1);
    expect(received[0]?.contentType).toContain('application/x-www-form-urlencoded');
    const token = received[0]?.body.get('logout_token') ?? '';
    const [head, payload, signature = ''] = token.split('.');
    expect(decode(head)).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' });
    const claims = decode(payload);
    expect(claims).toMatchObject({ iss: `${server.url}/oidc`, aud: clientId, sub: somebody.id });
    expect(claims['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
    expect(claims).toHaveProperty('jti');
    for (const name of ['nonce', 'sid']) expect(claims).not.toHaveProperty(name);
    const { body } = await visitor.ask<{ keys: Record<string, string>[] }>('/oidc/jwks');
    const key = createPublicKey({ key: body.keys[0] ?? {}, format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(await readAudit(company)).toMatchObject([{ action: 'oidc-logout', outcome: 'done', target: clientId }]);
  });

  test('is told when a session ends because the person has begun too many others', async () => {
    await openIn(own());
    const { database } = server.context;
    const [session] = await database.select().from(webSessions).where(eq(webSessions.personId, somebody.id));
    if (session === undefined) throw new Error('There is no session.');
    const later = { lastSeenAt: new Date(session.lastSeenAt.getTime() + 1000) };
    const further = (count: number) =>
      Array.from({ length: count }, () => ({ ...session, ...later, id: randomUUID(), tokenHash: randomUUID() }));
    const over = { ...session, id: randomUUID(), tokenHash: randomUUID(), expiresAt: session.lastSeenAt };
    await database.insert(webSessions).values([...further(18), over]);
    await signInAs(new Visitor(server), somebody);
    expect(received).toEqual([]);
    await signInAs(new Visitor(server), somebody);
    expect(received).toHaveLength(1);
    expect(await readAudit(company, 2)).toMatchObject([
      { action: 'oidc-logout', outcome: 'done' },
      { action: 'sign-out', outcome: 'done', target: somebody.login, details: { sessions: 1 } },
    ]);
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(401);
  });

  test('is told when an administrator ends the sign-in or blocks the person', async () => {
    const desk = await openDesk(company, 'administrator');
    const parameters = { personId: somebody.id };
    await openIn(own());
    await desk.call('adminEndSessions', { parameters });
    expect(received).toHaveLength(1);
    await signInAs(visitor, somebody);
    await openIn(own());
    await desk.dryRun('adminBlockPerson', { parameters, body: { isBlocked: true, reason: 'x' } });
    expect(received).toHaveLength(1);
    await desk.call('adminBlockPerson', { parameters, body: { isBlocked: true, reason: 'x' } });
    expect(received).toHaveLength(2);
  });

  test('is told when another person signs in in the same browser, and not when the person does so again', async () => {
    await openIn(own());
    await signInAs(visitor, somebody);
    expect(received).toEqual([]);
    await signInAs(visitor, await addPerson(company));
    expect(received).toHaveLength(1);
    const [, payload] = (received[0]?.body.get('logout_token') ?? '').split('.');
    expect(decode(payload)).toMatchObject({ sub: somebody.id });
  });

  const addUpstream = async () => {
    const id = randomUUID();
    const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
    const row = { companyId: company.id, id, kind: 'oidc' as const, name: `Entra ${id}`, settings, isEnabled: true };
    const createdAt = server.context.now();
    await server.context.database.insert(upstreams).values({ ...row, sealedSecret: null, createdAt });
    return id;
  };

  const elsewhere = async () => {
    const other = new Visitor(server);
    await signInAs(other, somebody);
    return other;
  };

  test.each<[string, () => Promise<number>]>([
    [
      'the person changes their password elsewhere',
      async () => {
        const body = { currentPassword: somebody.password, newPassword: 'seven green kettles whistle' };
        return (await (await elsewhere()).ask('/api/online/v1/password', { method: 'PUT', body })).status;
      },
    ],
    [
      'the person ends that session from another one',
      async () => {
        const other = await elsewhere();
        const mine = await other.ask<{ otherSessions: { id: string }[] }>('/api/online/v1/my-session');
        const path = `/api/online/v1/my-sessions/${mine.body.otherSessions[0]?.id ?? ''}`;
        return (await other.ask(path, { method: 'DELETE' })).status;
      },
    ],
    [
      'the second factors of the person are reset',
      async () => {
        const context = await server.company();
        const person = await findPerson(context.database, company.id, somebody.id);
        if (person === null) return 404;
        await resetFactors(context, { address: '', correlationId: '' }, person, called('an administrator'));
        return 200;
      },
    ],
    [
      'the person signs in at an identity provider from now on',
      async () => {
        const desk = await openDesk(company, 'administrator');
        const link = { upstreamId: await addUpstream(), subject: randomUUID() };
        return (await desk.call('adminLinkPerson', { parameters: { personId: somebody.id }, body: { link } })).status;
      },
    ],
    [
      'the identity provider is switched off at which the session began',
      async () => {
        const desk = await openDesk(company, 'administrator');
        const upstreamId = await addUpstream();
        const claims = { upstreamId, issuer: 'https://login.example', groups: [], level: null };
        const theirs = eq(webSessions.personId, somebody.id);
        await server.context.database.update(webSessions).set({ upstreamClaims: claims }).where(theirs);
        const parts = { parameters: { upstreamId }, body: { isEnabled: false } };
        return (await desk.call('adminUpdateUpstream', parts)).status;
      },
    ],
    [
      'the person is erased',
      async () => {
        const desk = await openDesk(company, 'administrator');
        const erase = { parameters: { personId: somebody.id }, query: { confirm: somebody.login } };
        await desk.dryRun('adminErasePerson', erase);
        expect(received).toEqual([]);
        return (await desk.call('adminErasePerson', erase)).status;
      },
    ],
  ])('is told, once, when %s', async (_when, end) => {
    await openIn(own());
    expect(await end()).toBeLessThan(300);
    expect(received).toHaveLength(1);
    expect(decode(received[0]?.body.get('logout_token')?.split('.')[1])).toMatchObject({ sub: somebody.id });
  });

  test('that does not take it is named as still open, which is written down and stops no one', async () => {
    answers = 500;
    await openIn(own());
    expect(await followSignOut()).toContain('left=');
    expect(await readAudit(company)).toMatchObject([
      { action: 'oidc-logout', outcome: 'refused', details: { reason: expect.stringContaining('500') } },
    ]);
    expect((await visitor.ask('/api/device-compliance/v1/user')).status).toBe(401);
  });
});

test('one without an address is told nothing, and is named as still open', async () => {
  await openIn({ ...REDIRECTS, authenticationMethod: 'none' });
  expect(await followSignOut()).toContain('left=');
  expect(received).toEqual([]);
});

test('the address is https, but for this very computer, and nothing inside is reached where the operator says so', async () => {
  const read = (backchannelLogoutUri: string) =>
    oidcClientSchema.safeParse({ ...REDIRECTS, backchannelLogoutUri }).success;
  expect([read('https://wiki.example/out'), read('http://localhost:1/out')]).toEqual([true, true]);
  expect([read('http://wiki.example/out'), read('file:///etc/passwd'), read('x')]).toEqual([false, false, false]);

  await openIn(own());
  const context = await server.company();
  const given = await server.context.database
    .select()
    .from(issuedAssertions)
    .where(eq(issuedAssertions.personId, somebody.id));
  const [row] = await server.context.database
    .select()
    .from(applications)
    .where(eq(applications.id, given[0]?.applicationId ?? ''));
  if (given[0] === undefined || row === undefined) throw new Error('There is no such application.');
  const live = [{ assertion: given[0], application: row }];
  const elsewhere = { ...context, config: { ...context.config, privateNetworks: [] } };
  expect([...(await tellByBackChannel(elsewhere, live))]).toEqual([]);
  const secure = {
    ...row,
    oidcClient: { ...own(), backchannelLogoutUri: own().backchannelLogoutUri.replace('http:', 'https:') },
  };
  await server.context.database.update(applications).set(secure).where(eq(applications.id, row.id));
  expect([...(await tellByBackChannel(elsewhere, [{ assertion: given[0], application: secure }]))]).toEqual([]);
  expect(received).toEqual([]);
  expect([...(await tellByBackChannel(context, live))]).toEqual([]);
});
