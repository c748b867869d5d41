import { randomUUID } from 'node:crypto';
import { createSimulatedDevice, type SimulatedDevice } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { auditEntries, people, webSessions } from '../../database/schema.ts';
import { createSigningKey, loadSigningKey, type SigningKey } from '../saml/index.ts';
import { postFields, redirectQuery, signQuery, strangerKey } from '../saml/testing/fixtures.ts';
import { verifyWithXmlCrypto } from '../saml/testing/verifiers.ts';
import { signXml } from '../saml/testing/sign-text.ts';
import { createSocketDesk, given } from '../../testing/administrators.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { readForm } from '@vestibule/testing/entra-tenant';
import { goodFacts, POLICY } from './testing/second-step-world.ts';

const ENTITY_ID = 'https://www.okta.com/saml2/service-provider/spabcdefgh';
const ACS = 'https://alderbrook.okta.com/sso/saml2/0oaabcdefgh';

let server: TestServer;
let company: TestCompany;
let oktaKey: SigningKey;
let somebody: TestPerson;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  oktaKey = loadSigningKey(await createSigningKey('alderbrook.okta.com', server.context.now()));
  const record = {
    entityId: ENTITY_ID,
    acsUrls: [{ url: ACS, index: 0 }],
    certificates: [oktaKey.certificatePem],
    wantAuthnRequestsSigned: true,
    namesPerson: true,
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  };
  await createSocketDesk(server).call('adminAddApplication', {
    body: { name: 'Okta second step', source: { from: 'saml-record', record } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  somebody = await addPerson(company);
  visitor = new Visitor(server);
});

/** As Okta writes it, for its own SAML identity providers. */
function request(subject: string | null, { id = `id${randomUUID().replaceAll('-', '')}`, force = false } = {}): string {
  const named =
    subject === null
      ? ''
      : `<saml2:Subject xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">${subject}</saml2:Subject>`;
  return `<?xml version="1.0" encoding="UTF-8"?><saml2p:AuthnRequest xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" AssertionConsumerServiceURL="${ACS}" Destination="${server.url}/saml/sso" ForceAuthn="${force}" ID="${id}" IssueInstant="${server.context.now().toISOString()}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Version="2.0"><saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${ENTITY_ID}</saml2:Issuer>${named}<saml2p:NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"/></saml2p:AuthnRequest>`;
}

const nameId = (login: string) => `<saml2:NameID>${login}</saml2:NameID>`;

function byRedirect(xml: string, key = oktaKey) {
  return visitor.ask<string>(`/saml/sso?${signQuery(redirectQuery(xml, 'okta-state'), key.privateKey)}`);
}

function byPost(xml: string, key: SigningKey | null = oktaKey) {
  const signed = key === null ? xml : signXml(xml, { element: '/*', after: "/*/*[local-name()='Issuer']" }, key);
  const form = Object.fromEntries(
    Object.entries(postFields(signed, 'okta-state')).map(([name, value]) => [name, String(value)]),
  );
  return visitor.ask<string>('/saml/sso', { method: 'POST', form });
}

/** Follows to the end of redirects. @returns the login marker on the last address, and that address */
async function follow(location: string | null) {
  let address = location ?? '';
  for (let hop = 0; hop < 4; hop += 1) {
    const next = (await visitor.ask(address)).headers.get('location');
    if (next === null) break;
    address = next;
  }
  return { address, marker: new URL(address, server.url).searchParams.get('login') ?? '' };
}

/** Where activations led, by the sign-in. */
const ways = new Map<string, string>();

async function check(marker: string, device = createSimulatedDevice()) {
  return checkAt(marker, await device);
}

async function checkAt(marker: string, device: SimulatedDevice) {
  const session = await visitor.openSession(device);
  await visitor.report(session, device, goodFacts);
  const result = await visitor.checkResult(session, marker);
  const permit = await device.open(session, result.body);
  const body = { type: 'deviceComplianceV2', permit };
  const reply = await visitor.ask<{ continueTo: string }>('/api/auth/v2/activate', { method: 'POST', body });
  if (reply.status === 200) ways.set(marker, reply.body.continueTo);
  return reply;
}

async function answerTo(marker: string) {
  const { action, fields } = readForm((await visitor.ask<string>(ways.get(marker) ?? '')).body);
  const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString();
  const { active } = (await server.company()).samlKeys;
  return { action, relayState: fields['RelayState'], xml, signed: verifyWithXmlCrypto(xml, active, 'Assertion') };
}

async function sessionOf(login: string) {
  const rows = await server.context.database
    .select({ session: webSessions })
    .from(webSessions)
    .innerJoin(people, and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId)))
    .where(eq(people.login, login));
  return rows.at(-1)?.session;
}

describe('the second step of a sign-in at Okta', () => {
  test.each([
    ['redirect', byRedirect],
    ['post', byPost],
  ])('names the person in a signed request, by %s: no one signs in here', async (_binding, send) => {
    const begun = await send(request(nameId(somebody.login)));
    const { address, marker } = await follow(begun.headers.get('location'));
    expect(address).toBe(`/device-check/?login=${marker}`);
    expect(await sessionOf(somebody.login)).toMatchObject({ reach: 'second-step', awaits: 'device' });
    expect((await check(marker)).status).toBe(200);
    const { action, relayState, signed } = await answerTo(marker);
    expect([action, relayState]).toEqual([ACS, 'okta-state']);
    expect(signed).toContain(`>${somebody.login}</saml:NameID>`);
    expect(signed).toContain('>software-key</saml:AttributeValue>');
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(401);
    const other = await visitor.openApplication();
    expect((await follow(`/saml/continue?login=${other}`)).address).toBe(`/online/?login=${other}`);
  });

  test('asks for a new session where the request asks for a fresh sign-in', async () => {
    const first = await follow((await byRedirect(request(nameId(somebody.login)))).headers.get('location'));
    const device = createSimulatedDevice();
    await check(first.marker, device);
    server.advance(1000);
    const again = await follow(
      (await byRedirect(request(nameId(somebody.login), { force: true }))).headers.get('location'),
    );
    expect(again.address).toContain('/device-check/');
    expect((await check(again.marker, device)).status).toBe(200);
    expect((await answerTo(again.marker)).signed).not.toBeNull();
  });

  test('without a name the person signs in here, and the computer is still the second step', async () => {
    const { address, marker } = await follow((await byRedirect(request(null))).headers.get('location'));
    expect(address).toBe(`/online/?login=${marker}`);
    await signInAs(visitor, somebody, marker);
    expect((await follow(`/saml/continue?login=${marker}`)).address).toBe(`/device-check/?login=${marker}`);
    await check(marker);
    expect((await answerTo(marker)).signed).toContain(`>${somebody.login}</saml:NameID>`);
  });

  test('someone unknown or blocked is sent to sign in here, and is told nothing of anybody', async () => {
    await server.context.database
      .update(people)
      .set({ disabledAt: server.context.now() })
      .where(eq(people.id, somebody.id));
    for (const login of [somebody.login, 'nobody-we-know']) {
      const { address, marker } = await follow((await byRedirect(request(nameId(login)))).headers.get('location'));
      expect(address).toBe(`/online/?login=${marker}`);
    }
    expect(await sessionOf(somebody.login)).toBeUndefined();
  });
});

describe('the audit log', () => {
  const secondSteps = async () => {
    const entries = await findAuditEntries(server.context.database, eq(auditEntries.action, 'second-step'), {
      limit: 50,
    });
    return entries.filter(({ companyId }) => companyId === company.id);
  };

  test('has each request and each answer under second-step, as of Entra ID, and finds the person by them', async () => {
    const before = (await secondSteps()).length;
    const { marker } = await follow((await byRedirect(request(nameId(somebody.login)))).headers.get('location'));
    await check(marker);
    await answerTo(marker);
    const entries = (await secondSteps()).slice(0, -before || undefined);
    expect(entries.map(({ outcome, target }) => [outcome, target])).toEqual([
      ['done', 'Okta second step'],
      ['done', 'Okta second step'],
    ]);
    expect(entries.map(({ details }) => details)).toMatchObject([
      { personId: somebody.id, standing: 'compliant' },
      { login: somebody.login },
    ]);
    const query = { action: 'second-step', target: somebody.login };
    const found = await createSocketDesk(server).call('adminAudit', { query });
    expect(found.body.entries).toHaveLength(2);
  });

  test('says where a request names no one, and why one was refused', async () => {
    await byRedirect(request(null));
    expect((await secondSteps())[0]).toMatchObject({ outcome: 'done', details: { reason: 'names no one' } });
    await byRedirect(request(nameId('nobody-we-know')));
    expect((await secondSteps())[0]).toMatchObject({ details: { reason: 'names no one who may sign in here' } });
    await byRedirect(request(nameId(somebody.login)), strangerKey);
    expect((await secondSteps())[0]).toMatchObject({
      outcome: 'refused',
      target: 'Okta second step',
      details: { code: 'saml_request_signature_wrong' },
    });
  });
});

describe("a name is no one's", () => {
  test('in a request that is not signed, or signed by another person', async () => {
    const xml = () => request(nameId(somebody.login));
    expect((await visitor.ask<string>(`/saml/sso?${redirectQuery(xml())}`)).body).toContain(
      'saml_request_signature_wrong',
    );
    expect((await byRedirect(xml(), strangerKey)).body).toContain('saml_request_signature_wrong');
    expect((await byPost(xml(), null)).body).toContain('saml_request_signature_wrong');
    expect((await byPost(xml(), strangerKey)).body).toContain('saml_request_signature_wrong');
  });

  test('next to a signed request: as login_hint, or changed after signing', async () => {
    const signed = signQuery(redirectQuery(request(null)), oktaKey.privateKey);
    const { address } = await follow(
      (await visitor.ask(`/saml/sso?${signed}&login_hint=${somebody.login}`)).headers.get('location'),
    );
    expect(address === '' || address.startsWith('/online/')).toBe(true);
    const other = await addPerson(company);
    const xml = signXml(request(nameId(other.login)), { element: '/*', after: "/*/*[local-name()='Issuer']" }, oktaKey);
    expect((await byPost(xml.replace(other.login, somebody.login), null)).body).toContain(
      'saml_request_signature_wrong',
    );
    expect(await sessionOf(somebody.login)).toBeUndefined();
  });

  test.each([
    ['twice', () => nameId(somebody.login) + nameId('other')],
    [
      'with conditions of its own',
      () => `${nameId(somebody.login)}<saml2:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"/>`,
    ],
    ['empty', () => nameId('  ')],
    ['encrypted', () => '<saml2:EncryptedID/>'],
    ['with elements inside', () => `<saml2:NameID>${somebody.login}<saml2:X/></saml2:NameID>`],
  ])('%s', async (_what, subject) => {
    expect((await byRedirect(request(subject()))).body).toContain('saml_request_malformed');
  });

  test('a second time: the request is used', async () => {
    const xml = request(nameId(somebody.login));
    expect((await byRedirect(xml)).status).toBe(303);
    expect((await byRedirect(xml)).body).toContain('saml_request_replayed');
  });

  test('from an application that may not name people', async () => {
    const desk = createSocketDesk(server);
    const { applications } = (await desk.call('adminApplications')).body;
    const okta = given(applications.find(({ entityId }) => entityId === ENTITY_ID));
    const parameters = { applicationId: okta.id };
    const { record } = (await desk.call('adminApplication', { parameters })).body;
    const change = (changes: object) =>
      desk.call('adminUpdateApplication', {
        parameters,
        body: { source: { from: 'saml-record', record: { ...record, ...changes } } },
      });
    await change({ namesPerson: false });
    expect((await byRedirect(request(nameId(somebody.login)))).body).toContain('saml_request_not_supported');
    expect((await change({ wantAuthnRequestsSigned: false, namesPerson: true })).status).toBe(400);
    await change({});
  });
});
