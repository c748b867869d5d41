import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, auditEntries, issuedAssertions } from './database/schema.ts';
import {
  createSigningKey,
  issueLogoutRequest,
  issueLogoutResponse,
  loadSigningKey,
  serviceProviderSchema,
  type SigningKey,
} from './saml/index.ts';
import { createServiceProvider } from './saml/testing/verifiers.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { Visitor } from './testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

interface Application {
  readonly id: string;
  readonly entityId: string;
  readonly sloUrl: string;
  readonly key: SigningKey;
}

let server: TestServer;
let visitor: Visitor;
let device: SimulatedDevice;
let mail: Application;
let wiki: Application;
let old: Application;
let chat: Application;

async function addApplication(name: string, changes: Record<string, unknown>): Promise<Application> {
  const key = loadSigningKey(await createSigningKey(`${name}.example`, server.context.now()));
  const { company, database } = await server.company();
  const entityId = `https://${name}.example/metadata`;
  const sloUrl = `https://${name}.example/slo`;
  const id = randomUUID();
  await database.insert(applications).values({
    companyId: company.id,
    id,
    name,
    entityId,
    startUrl: `https://${name}.example/start`,
    serviceProvider: {
      entityId,
      acsUrls: [{ url: `https://${name}.example/acs`, index: 0, isDefault: true }],
      certificates: [key.certificatePem],
      allowsIdpInitiated: true,
      relayStates: ['/inbox'],
      singleLogoutServices: [{ binding: 'redirect', url: sloUrl }],
      ...changes,
    },
  });
  return { id, entityId, sloUrl, key };
}

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  mail = await addApplication('mail', {});
  wiki = await addApplication('wiki', {});
  chat = await addApplication('chat', { singleLogoutServices: [] });
  old = await addApplication('old', { singleLogoutServices: [], allowsIdpInitiated: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  await visitor.signIn(0);
});

/** Opens an application from the launch pad and passes the gate. */
async function enter(application: Application, query = '', who = visitor, its = device): Promise<void> {
  const started = await who.ask(`/saml/start/${application.id}${query}`);
  const continued = await who.ask(started.headers.get('location') ?? '');
  const marker = new URL(continued.headers.get('location') ?? '', server.url).searchParams.get('login') ?? '';
  await who.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const session = await who.openSession(its);
  await who.report(session, its, goodFacts);
  const result = await who.checkResult(session, marker);
  expect((await who.redeem(await its.open(session, result.body))).status).toBe(200);
}

/** The gate, as an application has it on record. */
function gate() {
  return serviceProviderSchema.parse({
    entityId: `${server.url}/saml/metadata`,
    acsUrls: [{ url: `${server.url}/unused`, index: 0 }],
    singleLogoutServices: [{ binding: 'redirect', url: `${server.url}/saml/slo` }],
  });
}

async function askForLogout(application: Application, key = application.key): Promise<string> {
  const { database } = server.context;
  const issued = await database
    .select()
    .from(issuedAssertions)
    .where(eq(issuedAssertions.applicationId, application.id));
  const last = issued.at(-1);
  if (last === undefined) throw new Error('Nothing was issued to this application.');
  const message = issueLogoutRequest(key, {
    issuer: application.entityId,
    serviceProvider: gate(),
    nameId: { format: last.nameIdFormat, value: last.nameId },
    sessionIndexes: [last.sessionIndex],
    relayState: 'where I was',
    now: server.context.now(),
  });
  return message?.binding === 'redirect' ? message.url : '';
}

/** What the gate sent: the message inside a redirect. */
function read(location: string | null) {
  const url = new URL(location ?? '', server.url);
  const value = url.searchParams.get('SAMLRequest') ?? url.searchParams.get('SAMLResponse') ?? '';
  const xml = inflateRawSync(Buffer.from(value, 'base64')).toString();
  return { to: url.origin + url.pathname, xml, relayState: url.searchParams.get('RelayState') };
}

function answerOf(
  application: Application,
  request: { xml: string; relayState: string | null },
  isDone = true,
): string {
  const inResponseTo = / ID="([^"]+)"/.exec(request.xml)?.[1] ?? '';
  const message = issueLogoutResponse(application.key, {
    issuer: application.entityId,
    serviceProvider: gate(),
    inResponseTo,
    status: isDone ? 'success' : 'denied',
    relayState: request.relayState,
    now: server.context.now(),
  });
  return message?.binding === 'redirect' ? message.url : '';
}

const locationOf = async (address: string) => (await visitor.ask(address)).headers.get('location');
const isSignedIn = async () => (await visitor.ask('/api/device-compliance/v1/user')).status === 200;

describe('single logout', () => {
  test('an application signs the person out here and at every other application', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    expect(asked.to).toBe(wiki.sloUrl);
    expect(asked.xml).toContain('LogoutRequest');
    expect(await isSignedIn()).toBe(false);
    const answered = read(await locationOf(answerOf(wiki, asked)));
    expect(answered).toMatchObject({ to: mail.sloUrl, relayState: 'where I was' });
    expect(answered.xml).toContain('status:Success');
    expect(answered.xml).not.toContain('PartialLogout');
  });

  test('what could not be ended is said: an application without an address, and one that refuses', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    expect(read(await locationOf(answerOf(wiki, asked, false))).xml).toContain('PartialLogout');
  });

  test('somebody else’s key, an unsigned and a used request sign nobody out', async () => {
    await enter(mail);
    const foreign = await askForLogout(mail, wiki.key);
    expect((await visitor.ask(foreign)).status).toBe(400);
    const unsigned = (await askForLogout(mail)).replace(/&SigAlg=.*$/, '');
    expect((await visitor.ask(unsigned)).status).toBe(400);
    expect(await isSignedIn()).toBe(true);
    const right = await askForLogout(mail);
    expect((await visitor.ask(right)).status).toBe(303);
    await visitor.signIn(0);
    expect((await visitor.ask(right)).status).toBe(400);
    expect(await isSignedIn()).toBe(true);
    const entries = await server.context.database.select().from(auditEntries);
    expect(entries.filter(({ action, outcome }) => action === 'saml-logout' && outcome === 'refused')).toHaveLength(3);
  });

  test('an answer counts once, and only from the application that was asked', async () => {
    await enter(mail);
    await enter(wiki);
    const asked = read(await locationOf(await askForLogout(mail)));
    const answer = answerOf(wiki, asked);
    expect(read(await locationOf(answer)).to).toBe(mail.sloUrl);
    expect((await visitor.ask(answer)).status).toBe(400);
  });

  test('the metadata names the address, and two keys while they are changed', async () => {
    const { body } = await visitor.ask<string>('/saml/metadata');
    expect(body).toContain(`Location="${server.url}/saml/slo"`);
  });
});

describe('signing out on our own page', () => {
  const signOut = async (path = 'sign-out') => {
    const { status, body } = await visitor.ask<{ continueTo: string }>(`/api/online/v1/${path}`, { method: 'POST' });
    expect(status).toBe(200);
    return body.continueTo;
  };
  const stillOpen = (address: string, at = visitor) => {
    const handle = new URL(address, server.url).searchParams.get('left') ?? '';
    return at.ask<{ stillOpen: string[] }>(`/api/online/v1/sign-outs/${handle}`);
  };

  test('goes straight to the end when no application was opened', async () => {
    expect(await signOut()).toBe('/online/?done=signed-out');
    expect(await isSignedIn()).toBe(false);
  });

  test('signs the person out of every application, and ends on the page that says so', async () => {
    await enter(mail);
    await enter(wiki);
    const continueTo = await signOut();
    expect(await isSignedIn()).toBe(false);
    const first = read(await locationOf(continueTo));
    const second = read(await locationOf(answerOf(first.to === mail.sloUrl ? mail : wiki, first)));
    expect([first.to, second.to].toSorted()).toEqual([mail.sloUrl, wiki.sloUrl]);
    expect(second.xml).toContain('LogoutRequest');
    const end = await locationOf(answerOf(second.to === mail.sloUrl ? mail : wiki, second));
    expect(end).toBe('/online/?done=signed-out');
    // The back button opens the beginning a second time.
    expect(await locationOf(continueTo)).toBe('/online/?done=signed-out');
  });

  test('posts to an application that takes posts alone, by a page that may come back here', async () => {
    const url = 'http://forms.example/slo';
    await enter(await addApplication('forms', { singleLogoutServices: [{ binding: 'post', url }] }));
    const page = await visitor.ask<string>(await signOut());
    expect(page.status).toBe(200);
    expect(page.body).toContain(`<form method="post" action="${url}">`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self' https: http:;");
  });

  test('everywhere: one request names the sessions of both browsers', async () => {
    const other = new Visitor(server);
    await other.signIn(0);
    await enter(mail, '', other, await createSimulatedDevice());
    await enter(mail);
    const asked = read(await locationOf(await signOut('sign-out-everywhere')));
    expect(asked.to).toBe(mail.sloUrl);
    expect(asked.xml.match(/<samlp:SessionIndex>/g)).toHaveLength(2);
    expect((await other.ask('/api/device-compliance/v1/user')).status).toBe(401);
    expect(await locationOf(answerOf(mail, asked))).toBe('/online/?done=signed-out');
  });

  test('is understood and answered by a service provider that many applications use', async () => {
    await enter(wiki);
    const context = await server.company();
    const service = createServiceProvider('', {
      issuer: wiki.entityId,
      idpIssuer: `${server.url}/saml/metadata`,
      idpCert: context.samlKeys.active.certificatePem,
      logoutUrl: `${server.url}/saml/slo`,
      privateKey: wiki.key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
    });
    const address = new URL((await locationOf(await signOut())) ?? '');
    const query = Object.fromEntries(address.searchParams);
    const { profile, loggedOut } = await service.validateRedirectAsync(query, address.search.slice(1));
    if (profile === null) throw new Error('Nobody was signed out.');
    expect(loggedOut).toBe(true);
    const back = await service.getLogoutResponseUrlAsync(profile, query['RelayState'] ?? '', {}, true);
    expect(await locationOf(back)).toBe('/online/?done=signed-out');
  });

  test('names what could not be signed out, by a handle that nobody can make up', async () => {
    await enter(mail);
    await enter(chat);
    const asked = read(await locationOf(await signOut()));
    expect(asked.to).toBe(mail.sloUrl);
    const end = (await locationOf(answerOf(mail, asked, false))) ?? '';
    expect(end).toMatch(/^\/online\/\?done=signed-out&left=[\w-]{43}$/);
    const result = await stillOpen(end, new Visitor(server));
    expect([result.status, result.body.stillOpen.toSorted()]).toEqual([200, ['chat', 'mail']]);
    expect((await stillOpen(`/online/?left=${'A'.repeat(43)}`)).status).toBe(404);
    expect((await stillOpen('/online/?left=short')).status).toBe(400);
    server.advance(11 * 60_000);
    expect((await stillOpen(end)).status).toBe(404);
  });
});

describe('a sign-in that begins here', () => {
  test('leads to an application that allows it, without InResponseTo, and to registered pages only', async () => {
    await enter(mail, '?relayState=%2Finbox');
    const refused = await visitor.ask(`/saml/start/${mail.id}?relayState=%2Felsewhere`);
    expect(refused.status).toBe(400);
  });

  test('begins at the application where it does not', async () => {
    expect(await locationOf(`/saml/start/${old.id}`)).toBe('https://old.example/start');
  });

  test.each([['not-an-id'], ['00000000-0000-4000-8000-000000000000']])('is refused for %s', async (id) => {
    expect((await visitor.ask(`/saml/start/${id}`)).status).toBe(400);
  });
});
