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
  old = await addApplication('old', { singleLogoutServices: [], allowsIdpInitiated: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  await visitor.signIn(0);
});

/** Opens an application from the launch pad and passes the gate. */
async function enter(application: Application, query = ''): Promise<void> {
  const started = await visitor.ask(`/saml/start/${application.id}${query}`);
  const continued = await visitor.ask(started.headers.get('location') ?? '');
  const marker = new URL(continued.headers.get('location') ?? '', server.url).searchParams.get('login') ?? '';
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const session = await visitor.openSession(device);
  await visitor.report(session, device, goodFacts);
  const result = await visitor.checkResult(session, marker);
  expect((await visitor.redeem(await device.open(session, result.body))).status).toBe(200);
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
