import { createSimulatedDevice, fact } from '@vestibule/testing';
import { called } from '../../../testing/called.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, issuedAssertions, upstreams } from '../../../database/schema.ts';
import { setApplication, setPolicy } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { newestAudit, openDesk } from '../../../testing/administrators.ts';
import {
  type Account,
  CLIENT,
  type OidcIdentityProvider,
  startOidcIdentityProvider,
} from '../testing/oidc-identity-provider.ts';
import { block, addPerson as addLocalPerson, signIn } from '../testing/people.ts';
import { createUpstream, updateUpstream } from './manage-upstreams.ts';
import { vouches } from './unsupported-system.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const COMPLIANCE = { claim: 'kind', value: 'managed' };

let server: TestServer;
let company: TestCompany;
let provider: OidcIdentityProvider;
let upstreamId: string;
let accounts = 0;

/** A browser that calls itself so. */
class Browser extends Visitor {
  userAgent: string;

  constructor(userAgent = PHONE) {
    super(company);
    this.userAgent = userAgent;
  }

  override ask<Body = unknown>(path: string, asking: Parameters<Visitor['ask']>[1] = {}) {
    return super.ask<Body>(path, { ...asking, headers: { 'user-agent': this.userAgent, ...asking.headers } });
  }
}

const settings = () => ({
  issuer: provider.issuer,
  clientId: CLIENT.id,
  createsPeople: true,
  allowedDomains: ['alderbrook.example'],
  compliance: COMPLIANCE,
});

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  provider = await startOidcIdentityProvider();
  const input = { kind: 'oidc', name: 'Alderbrook ID', settings: settings(), secret: CLIENT.secret } as const;
  const created = await createUpstream(await server.company(), ORIGIN, called('boss'), { ...input, isEnabled: true });
  if ('refused' in created) throw new Error(created.message);
  upstreamId = created.id;
  provider.register(`${server.url}/online/upstream/${upstreamId}/callback`);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

beforeEach(async () => {
  await configure(company, {});
  await setApplication(company, { settings: { unsupportedSystems: 'upstream-claim' } });
  await change({});
});

async function change(its: Record<string, unknown>): Promise<void> {
  const input = { kind: 'oidc', name: 'Alderbrook ID', settings: { ...settings(), ...its }, isEnabled: true } as const;
  const refusal = await updateUpstream(await server.company(), ORIGIN, called('boss'), upstreamId, input);
  if (refusal !== null) throw new Error(refusal.message);
}

/** Without the end of the sessions that began there: as it is for a sign-in that is looked at in the same moment. */
async function switchOffQuietly(): Promise<void> {
  await server.context.database.update(upstreams).set({ isEnabled: false }).where(eq(upstreams.id, upstreamId));
}

function createAccount(kind: string | null = 'managed'): Account {
  accounts += 1;
  const login = `mara-${accounts}`;
  const claims = {
    preferred_username: login,
    name: 'Mara',
    email: `${login}@alderbrook.example`,
    email_verified: true,
  };
  return { id: `subject-of-${login}`, claims: { ...claims, ...(kind === null ? {} : { kind }) } };
}

/** Follows redirects of the identity provider to a page of ours. @returns where that page leads or what it is */
async function follow(who: Visitor, start: string): Promise<string> {
  let address = start;
  for (let hop = 0; hop < 20; hop += 1) {
    const reply = await who.ask<string>(address);
    const location = reply.headers.get('location');
    if (location === null) return reply.body.includes('SAMLResponse') ? 'response' : `${reply.status} ${address}`;
    address = new URL(location, new URL(address, server.url)).href;
    const { origin, pathname, search } = new URL(address);
    if (origin === server.url && pathname.startsWith('/device-check')) return pathname + search;
  }
  throw new Error('There is no end to it.');
}

const start = (login: string) => `/online/upstream/${upstreamId}/start?login=${login}`;

/** Opens the application and signs in at the company's own identity provider. @returns where that ends */
async function enter(who: Visitor, account: Account): Promise<{ marker: string; end: string }> {
  const marker = await who.openApplication();
  provider.next = account;
  return { marker, end: await follow(who, start(marker)) };
}

const continued = (who: Visitor, marker: string) => follow(who, `/saml/continue?login=${marker}`);
const offered = async (who: Visitor, marker: string) =>
  (await who.ask<{ unsupportedSystems: unknown }>(`/api/online/v1/pending-sign-in/${marker}`)).body.unsupportedSystems;

describe('a phone that the company’s identity provider vouches for', () => {
  test('goes on by itself, and the assertion says that no one looked at it here', async () => {
    const who = new Browser();
    const { end } = await enter(who, createAccount());
    expect(end).toBe('response');
    const [issued] = (await server.context.database.select().from(issuedAssertions)).slice(-1);
    expect(issued).toMatchObject({ standing: 'not-checked', evidence: 'upstream', grantId: null });
    expect(await newestAudit(company)).toMatchObject({
      action: 'saml-response',
      outcome: 'done',
      details: { standing: 'not-checked', evidence: 'upstream', deviceId: null },
    });
    const auditor = await openDesk(company, 'auditor');
    const { exceptions } = (await auditor.call('adminReport')).body;
    expect(exceptions[0]).toMatchObject({ standing: 'not-checked', evidence: 'upstream' });
  });

  test.each([
    ['managed', null, 'was given its response', ', on the word of the identity provider.'],
    [null, 'computer', 'this is a phone or tablet', 'did not vouch for the device in this sign-in.'],
  ])('is told to support, with the claim %s, broken at %s', async (kind, broken, what, how) => {
    const who = new Browser();
    await enter(who, createAccount(kind));
    const page = await who.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
    const desk = await openDesk(company, 'support');
    const { body } = await desk.call('adminSupport', { parameters: { code: page.body.displaySessionId } });
    expect(body.broken).toBe(broken);
    const says = body.chain.find(({ link }) => link === (broken ?? 'response'))?.says;
    expect(says).toContain(what);
    expect(says).toContain(how);
  });

  test('is asked about again in the next sign-in, by itself', async () => {
    const who = new Browser();
    const account = createAccount();
    await enter(who, account);
    const marker = await who.openApplication();
    expect(await continued(who, marker)).toBe('response');
  });

  test('is asked about again where the application is of another site, as it is', async () => {
    const who = new Browser();
    await enter(who, createAccount());
    const marker = await who.openApplication();
    const led = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const sentOn = await who.ask(`/saml/continue?login=${marker}`, { headers: led });
    const again = sentOn.headers.get('location') ?? '';
    expect(again).toBe(start(marker));
    expect((await who.ask(again, { headers: led })).headers.get('location')).toContain(provider.issuer);
    const other = new Browser();
    expect((await other.ask(again, { headers: led })).headers.get('location')).toBe(`/online/?login=${marker}`);
  });

  test('without the claim stops at the page, which says so, and asks no one on end', async () => {
    const who = new Browser();
    const { marker, end } = await enter(who, createAccount(null));
    expect(end).toBe(`/device-check/?login=${marker}`);
    expect(await continued(who, marker)).toBe(`/device-check/?login=${marker}`);
    expect(await offered(who, marker)).toEqual({
      way: 'upstream-claim',
      mobileUrl: null,
      provider: { name: 'Alderbrook ID', path: start(marker) },
      answer: 'refused',
    });
  });

  test('and signed in with a password is shown where to ask', async () => {
    const who = new Browser();
    const person = await addLocalPerson(server);
    const marker = await who.openApplication();
    await signIn(who, person.login, marker);
    expect(await continued(who, marker)).toBe(`/device-check/?login=${marker}`);
    expect(await offered(who, marker)).toMatchObject({ way: 'upstream-claim', answer: null });
  });

  test.each([
    ['managed', true],
    [['other', 'managed'], true],
    ['Managed', false],
    ['managed ', false],
    [{ managed: true }, false],
    [true, false],
    [undefined, false],
    [[['managed']], false],
  ])('%j says that it is in order: %s', (sent, isSo) => {
    expect(vouches(sent, COMPLIANCE)).toBe(isSo);
    expect(vouches(true, { claim: 'compliant', value: 'true' })).toBe(true);
  });
});

describe('nothing but the claim of this very sign-in opens', () => {
  /** Signed in and vouched for, with the application opened but not entered. */
  async function vouched(userAgent = PHONE) {
    await setApplication(company, { settings: {} });
    const who = new Browser(userAgent);
    const { marker } = await enter(who, createAccount());
    await setApplication(company, { settings: { unsupportedSystems: 'upstream-claim' } });
    return { who, marker };
  }
  const expectStopped = async (who: Visitor, marker: string) =>
    expect(await continued(who, marker)).toBe(`/device-check/?login=${marker}`);

  test('it does, when nothing is wrong', async () => {
    const { who, marker } = await vouched();
    expect(await offered(who, marker)).toMatchObject({ answer: 'vouched' });
    expect(await continued(who, marker)).toBe('response');
  });

  test('a phone by its user agent alone', async () => {
    const who = new Browser();
    const person = await addLocalPerson(server);
    const marker = await who.openApplication();
    await signIn(who, person.login, marker);
    await expectStopped(who, marker);
    expect((await who.ask(`/api/device-compliance/v1/saml-response?loginMarker=${marker}`)).status).toBe(409);
  });

  test('a computer with the claim', async () => {
    const { who, marker } = await vouched(DESKTOP);
    await expectStopped(who, marker);
    expect(await offered(who, marker)).toMatchObject({ way: 'upstream-claim', answer: null });
  });

  test('a tablet that called itself a computer, until it signs in again as what it is', async () => {
    const { who, marker } = await vouched(DESKTOP);
    await expectStopped(who, marker);
    const { provider: offer } = (await offered(who, marker)) as { provider: { path: string } };
    expect(await follow(who, offer.path)).toBe(`/device-check/?login=${marker}`);
    expect(await offered(who, marker)).toMatchObject({ answer: null });
    who.userAgent = PHONE;
    expect(await follow(who, offer.path)).toBe('response');
  });

  test('the claim of another session of the same person', async () => {
    const account = createAccount();
    const first = new Browser();
    await enter(first, account);
    const second = new Browser();
    const { marker } = await enter(second, { ...account, claims: { ...account.claims, kind: 'private' } });
    await expectStopped(second, marker);
  });

  test('the claim of an earlier sign-in, where the provider no longer gives it', async () => {
    const account = createAccount();
    const who = new Browser();
    await enter(who, account);
    const marker = await who.openApplication();
    await switchOffQuietly();
    await expectStopped(who, marker);
  });

  test('the claim of a sign-in that another person began', async () => {
    const { who } = await vouched();
    const other = new Browser();
    const marker = await other.openApplication();
    await signIn(other, (await addLocalPerson(server)).login, marker);
    expect(await continued(other, marker)).toBe(`/device-check/?login=${marker}`);
    expect(await continued(who, marker)).not.toBe('response');
  });

  test.each([
    ['is set to block', () => setApplication(company, { settings: { unsupportedSystems: 'block' } })],
    ['is left as it comes', () => setApplication(company, { settings: {} })],
    [
      'runs in mfa mode',
      () => setApplication(company, { settings: { mode: 'mfa', unsupportedSystems: 'upstream-claim' } }),
    ],
    [
      'asks for the device as a factor',
      () => setApplication(company, { settings: { secondFactor: 'device', unsupportedSystems: 'upstream-claim' } }),
    ],
    ['is no longer vouched for by this provider', () => switchOffQuietly()],
    ['asks for another value now', () => change({ compliance: { claim: 'kind', value: 'compliant' } })],
    ['asks for no claim any more', () => change({ compliance: null })],
  ])('an application that %s', async (_name, set) => {
    const { who, marker } = await vouched();
    await set();
    await expectStopped(who, marker);
    expect(await offered(who, marker)).not.toMatchObject({ answer: 'vouched' });
  });

  test('mfa mode from the beginning: the computer is a factor, and no word of others is one', async () => {
    await setApplication(company, { settings: { mode: 'mfa', unsupportedSystems: 'upstream-claim' } });
    const who = new Browser();
    const { marker, end } = await enter(who, createAccount());
    expect(end).toBe(`/device-check/?login=${marker}`);
    await expectStopped(who, marker);
  });

  test('a blocked person, and a sign-in in which a blocked computer took part', async () => {
    const { who, marker } = await vouched();
    const device = await createSimulatedDevice();
    const session = await who.openSession(device);
    await who.report(session, device, { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) });
    const isIt = eq(devices.deviceId, device.deviceId);
    await server.context.database.update(devices).set({ state: 'blocked' }).where(isIt);
    await expectStopped(who, marker);
    await server.context.database.update(devices).set({ state: 'approved' }).where(isIt);
    const { user } = (await who.ask<{ user: { userId: string } }>('/api/online/v1/my-session')).body;
    await block(server, { id: user.userId } as Parameters<typeof block>[1]);
    expect(await continued(who, marker)).not.toBe('response');
  });

  test('a closed gate asks for the claim all the same', async () => {
    await setPolicy(company, POLICY);
    await configure(company, { gate: { state: 'enforcing' } });
    const who = new Browser();
    const { marker } = await enter(who, createAccount('private'));
    await expectStopped(who, marker);
  });
});
