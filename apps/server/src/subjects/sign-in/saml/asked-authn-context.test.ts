import { randomUUID } from 'node:crypto';
import { called } from '../../../testing/called.ts';
import { deflateRawSync } from 'node:zlib';
import { supportCodeOf } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { upstreams, webSessions } from '../../../database/schema.ts';
import { DEFAULT_REQUESTS } from '../../../protocols/saml/testing/default-requests.ts';
import { addPerson, readAudit, signInAs } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { describeSupportCase } from '../../support/support-case.ts';
import {
  CLIENT,
  type OidcIdentityProvider,
  startOidcIdentityProvider,
} from '../../people/testing/oidc-identity-provider.ts';
import { createUpstream } from '../../people/identity-providers/manage-upstreams.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const PROTECTED = `${AC}PasswordProtectedTransport`;
const ENTITY_ID = 'http://127.0.0.1:8081/saml/metadata';
const ACS_URL = 'http://127.0.0.1:8081/saml/acs';

let server: TestServer;
let company: TestCompany;
let provider: OidcIdentityProvider;
let upstreamId: string;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  provider = await startOidcIdentityProvider();
  const origin = { address: '127.0.0.1', correlationId: 'test-correlation' };
  const created = await createUpstream(await server.company(), origin, called('boss'), {
    kind: 'oidc',
    name: 'Alderbrook ID',
    settings: {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      createsPeople: true,
      allowedDomains: ['alderbrook.example'],
    },
    secret: CLIENT.secret,
    isEnabled: true,
  });
  if ('refused' in created) throw new Error(created.message);
  upstreamId = created.id;
  provider.register(`${server.url}/online/upstream/${upstreamId}/callback`);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
afterEach(async () => {
  vi.useRealTimers();
  await configure(company, {});
  await setProvider(true);
});

const setProvider = (isEnabled: boolean) =>
  server.context.database
    .update(upstreams)
    .set({ isEnabled })
    .where(and(eq(upstreams.companyId, company.id), eq(upstreams.id, upstreamId)));

const parties = () => ({
  entityId: ENTITY_ID,
  acsUrl: ACS_URL,
  ssoUrl: `${server.url}/saml/sso`,
  now: server.context.now(),
});

/** A request of the application with what it asks for. */
function asking(inside: string, comparison: string | null = null): string {
  const attribute = comparison === null ? '' : ` Comparison="${comparison}"`;
  return `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${server.context.now().toISOString()}" AssertionConsumerServiceURL="${ACS_URL}"><saml:Issuer>${ENTITY_ID}</saml:Issuer><samlp:RequestedAuthnContext${attribute}>${inside}</samlp:RequestedAuthnContext></samlp:AuthnRequest>`;
}
const classes = (...names: string[]) =>
  names.map((name) => `<saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef>`).join('');

function open(visitor: Visitor, xml: string) {
  const SAMLRequest = deflateRawSync(Buffer.from(xml)).toString('base64');
  return visitor.ask<string>(`/saml/sso?${new URLSearchParams({ SAMLRequest }).toString()}`);
}

/** @returns the handle of the sign-in that was begun */
async function begin(visitor: Visitor, xml: string): Promise<string> {
  const reply = await open(visitor, xml);
  const marker = new URL(reply.headers.get('location') ?? '', server.url).searchParams.get('login');
  if (marker === null) throw new Error(`No sign-in was begun: ${reply.status} ${String(reply.body)}`);
  return marker;
}

/** Signs in at the company's identity provider. @param said its acr. @returns where the browser is led in the end */
async function signInThere(visitor: Visitor, marker: string, said: string | null, amr: string[] = []): Promise<string> {
  const login = `at-${randomUUID().slice(0, 8)}`;
  provider.next = {
    id: login,
    amr,
    ...(said === null ? {} : { acr: said }),
    claims: {
      preferred_username: login,
      name: login,
      email: `${login}@alderbrook.example`,
      email_verified: true,
    },
  };
  let address = `${server.url}/online/upstream/${upstreamId}/start?login=${marker}`;
  for (let steps = 0; steps < 10; steps += 1) {
    const location = (await visitor.ask(address)).headers.get('location');
    if (location === null) throw new Error(`${address} leads nowhere.`);
    address = new URL(location, address).href;
    const { pathname } = new URL(address);
    if (pathname === '/device-check/' || pathname === '/saml/continue') return address.slice(server.url.length);
  }
  throw new Error('It goes round and round.');
}

/** The computer is good: @returns the assertion's class */
async function passCheck(visitor: Visitor, marker: string): Promise<string | undefined> {
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, goodFacts);
  const result = await visitor.checkResult(session, marker);
  const { status, body } = await visitor.redeem(await device.open(session, result.body));
  expect([status, body.code]).toEqual([200, undefined]);
  return /<saml:AuthnContextClassRef>([^<]+)</.exec(Buffer.from(body.samlResponse, 'base64').toString())?.[1];
}

/** What a page posts to the application. @returns the answer's XML */
function postedIn(page: string): string {
  expect(page).toContain(`action="${ACS_URL}"`);
  return Buffer.from(/name="SAMLResponse" value="([^"]+)"/.exec(page)?.[1] ?? '', 'base64').toString('utf8');
}
function expectDeclined(page: string): void {
  const xml = postedIn(page);
  expect(xml).toMatch(
    /<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext"/,
  );
  expect(xml).not.toContain('Assertion ');
}

describe.each(Object.keys(DEFAULT_REQUESTS))('the default request of %s', (library) => {
  const request = async () => {
    // The library reads the system's clock; the server of the test has its own.
    vi.useFakeTimers({ toFake: ['Date'], now: server.context.now() });
    const xml = (await DEFAULT_REQUESTS[library]?.(parties())) ?? '';
    vi.useRealTimers();
    expect(xml).toContain(`>${PROTECTED}</saml:AuthnContextClassRef>`);
    return xml;
  };

  test.each([`${AC}Password`, `${AC}unspecified`, PROTECTED, null, '1', 'https://refeds.org/profile/mfa'])(
    'is answered behind an identity provider that says %s',
    async (said) => {
      const visitor = new Visitor(server);
      const marker = await begin(visitor, await request());
      expect(await signInThere(visitor, marker, said)).toBe(`/device-check/?login=${marker}`);
      expect(await passCheck(visitor, marker)).toBe(PROTECTED);
    },
  );

  test('is answered with a second factor there, and with a password here', async () => {
    const there = new Visitor(server);
    const theirs = await begin(there, await request());
    expect(await signInThere(there, theirs, null, ['pwd', 'mfa'])).toBe(`/device-check/?login=${theirs}`);
    expect(await passCheck(there, theirs)).toBe(PROTECTED);
    const here = new Visitor(server);
    const ours = await begin(here, await request());
    await signInAs(here, await addPerson(company), ours);
    expect(await passCheck(here, ours)).toBe(PROTECTED);
  });

  test.each([`${AC}Password`, `${AC}unspecified`, null])(
    'is declined before the check where the company forbids it, behind one that says %s',
    async (said) => {
      await configure(company, { countsProviderPassword: false });
      const visitor = new Visitor(server);
      const marker = await begin(visitor, await request());
      const next = await signInThere(visitor, marker, said);
      expect(next).toBe(`/saml/continue?login=${marker}`);
      const page = await visitor.ask<string>(next);
      expect(page.status).toBe(200);
      expectDeclined(page.body);
      expect(await readAudit(company)).toMatchObject([
        {
          action: 'saml-response',
          outcome: 'refused',
          target: ENTITY_ID,
          details: { code: 'NoAuthnContext', asked: { classes: [PROTECTED] }, providerSaid: said },
        },
      ]);
    },
  );
});

test('support reads why, instead of to reload', async () => {
  await configure(company, { countsProviderPassword: false });
  const readSessions = () =>
    server.context.database.select().from(webSessions).where(eq(webSessions.companyId, company.id));
  const earlier = new Set((await readSessions()).map((row) => row.id));
  const visitor = new Visitor(server);
  const marker = await begin(visitor, asking(classes(PROTECTED)));
  await visitor.ask(await signInThere(visitor, marker, `${AC}Password`));
  const [own] = (await readSessions()).filter((row) => !earlier.has(row.id));
  const said = await describeSupportCase(await server.company(), supportCodeOf(own?.id ?? ''));
  expect(said).toMatchObject({ broken: 'sign-in' });
  expect(JSON.stringify(said)).toContain('was told NoAuthnContext');
  expect(JSON.stringify(said)).toContain(`${AC}Password`);
});

test('exactly unspecified is answered by a password here, without a second factor to set up', async () => {
  const visitor = new Visitor(server);
  const marker = await begin(visitor, asking(classes(`${AC}unspecified`)));
  const { login, password } = await addPerson(company);
  const body = { login, password, loginMarker: marker };
  const signedIn = await visitor.ask('/api/online/v1/sign-in', { method: 'POST', body });
  expect(signedIn.body).toEqual({ continueTo: `/device-check/?login=${marker}` });
  expect(await passCheck(visitor, marker)).toBe(`${AC}unspecified`);
});

test.each(['minimum', 'maximum', 'exact'])('%s PasswordProtectedTransport is told that class', async (comparison) => {
  const visitor = new Visitor(server);
  const marker = await begin(visitor, asking(classes(PROTECTED), comparison));
  await signInThere(visitor, marker, comparison === 'maximum' ? PROTECTED : `${AC}unspecified`);
  expect(await passCheck(visitor, marker)).toBe(PROTECTED);
});

test('a provider’s own word answers who asks for exactly that, without a second factor to set up', async () => {
  const visitor = new Visitor(server);
  const marker = await begin(visitor, asking(classes(`${AC}Kerberos`)));
  expect(await signInThere(visitor, marker, `${AC}Kerberos`)).toBe(`/device-check/?login=${marker}`);
  expect(await passCheck(visitor, marker)).toBe(`${AC}Kerberos`);
});

describe('what no sign-in here can be is declined at once', () => {
  test.each([
    ['a declaration', '<saml:AuthnContextDeclRef>urn:example:declaration</saml:AuthnContextDeclRef>', 'exact', true],
    ['a declaration at least', '<saml:AuthnContextDeclRef>urn:example:x</saml:AuthnContextDeclRef>', 'minimum', true],
    ['better than all there is', classes('https://refeds.org/profile/mfa'), 'better', true],
    ['better than what no one knows', classes('urn:example:nobody'), 'better', true],
    ['a certificate, without a provider', classes(`${AC}X509`), 'exact', false],
    ['Kerberos at least, without a provider', classes(`${AC}Kerberos`), 'minimum', false],
  ])('%s', async (_name, inside, comparison, withProvider) => {
    await setProvider(withProvider);
    const reply = await open(new Visitor(server), asking(inside, comparison));
    expect(reply.status).toBe(200);
    expectDeclined(reply.body);
    expect(await readAudit(company)).toMatchObject([{ outcome: 'refused', details: { code: 'NoAuthnContext' } }]);
  });

  test.each([`${AC}X509`, `${AC}Kerberos`, `${AC}Smartcard`])(
    'and %s after a sign-in that is none, never at the end of the check',
    async (asked) => {
      const visitor = new Visitor(server);
      const marker = await begin(visitor, asking(classes(asked)));
      const next = await signInThere(visitor, marker, `${AC}Password`);
      expect(next).toBe(`/saml/continue?login=${marker}`);
      expectDeclined((await visitor.ask<string>(next)).body);
    },
  );

  test('a session of before is asked to sign in again first, and then the application is told', async () => {
    const visitor = new Visitor(server);
    const somebody = await addPerson(company);
    await signInAs(visitor, somebody);
    server.advance(1000);
    const marker = await begin(visitor, asking(classes(`${AC}X509`)));
    const first = await visitor.ask(`/saml/continue?login=${marker}`);
    expect(first.headers.get('location')).toBe(`/online/?login=${marker}`);
    await signInAs(visitor, somebody, marker);
    expectDeclined((await visitor.ask<string>(`/saml/continue?login=${marker}`)).body);
  });

  test('the sign-in of another person is not declined by who knows its handle', async () => {
    const visitor = new Visitor(server);
    const marker = await begin(visitor, asking(classes(`${AC}X509`)));
    await signInAs(visitor, await addPerson(company), marker);
    server.advance(1000);
    const stranger = new Visitor(server);
    await signInAs(stranger, await addPerson(company));
    const reply = await stranger.ask<string>(`/saml/continue?login=${marker}`);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `/online/?login=${marker}`]);
  });
});

test('a factor that is asked for meanwhile ends no session: the answer leads on', async () => {
  const visitor = new Visitor(server);
  const marker = await begin(visitor, asking(classes(PROTECTED)));
  await signInAs(visitor, await addPerson(company), marker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, goodFacts);
  const result = await visitor.checkResult(session, marker);
  await configure(company, { secondFactor: 'required' });
  const refused = await visitor.redeem(await device.open(session, result.body));
  expect([refused.status, refused.body.code]).toEqual([410, 'sign_in_expired']);
  const next = await visitor.ask(`/saml/continue?login=${marker}`);
  expect(next.headers.get('location')).toBe(`/online/second-factor?login=${marker}`);
});

test('a declining answer that was lost is given again for a moment, as any other is; then the sign-in is over', async () => {
  const visitor = new Visitor(server);
  const marker = await begin(visitor, asking(classes(`${AC}X509`)));
  await signInAs(visitor, await addPerson(company), marker);
  for (let times = 0; times < 2; times += 1) {
    expectDeclined((await visitor.ask<string>(`/saml/continue?login=${marker}`)).body);
  }
  server.advance(6 * 60_000);
  expect((await visitor.ask<string>(`/saml/continue?login=${marker}`)).body).not.toContain('SAMLResponse');
});
