import { randomUUID } from 'node:crypto';
import { createSimulatedDevice } from '@vestibule/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '../../database/schema.ts';
import { eq } from 'drizzle-orm';
import { redirectQuery } from '../saml/testing/fixtures.ts';
import { verifyWithXmlCrypto } from '../saml/testing/verifiers.ts';
import { createSocketDesk } from '../../testing/administrators.ts';
import { addPerson, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { badFacts, goodFacts, POLICY } from './testing/second-step-world.ts';

const PROFILE = '02hs5gsz0t2f56o';
const ACS = `https://accounts.google.com/samlrp/acs?rpid=${PROFILE}`;
const ENTITY_ID = `https://accounts.google.com/samlrp/metadata?rpid=${PROFILE}`;

let server: TestServer;
let company: TestCompany;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  const silent = () => undefined;
  const streams = { out: silent, err: silent, columns: undefined };
  await runCommandLine(['second-step', 'google', '--profile-id', PROFILE, '--data', server.dataFolder], streams);
});
afterAll(() => server.close());

/** As Google sends it for a profile of third-party sign-on: laid out, unsigned, by redirect. */
function request(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<saml2p:AuthnRequest xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" AssertionConsumerServiceURL="${ACS}" ForceAuthn="false" ID="_${randomUUID().replaceAll('-', '')}" IsPassive="false" IssueInstant="${server.context.now().toISOString()}" Version="2.0">
  <saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${ENTITY_ID}</saml2:Issuer>
  <saml2p:NameIDPolicy AllowCreate="true" Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"/>
</saml2p:AuthnRequest>`;
}

async function arrive(visitor: Visitor): Promise<string> {
  const begun = await visitor.ask(`/saml/sso?${redirectQuery(request(), 'a.AM3QAYaIyyDsckO9IDFAhBCH')}`);
  return new URL(begun.headers.get('location') ?? '', server.url).searchParams.get('login') ?? '';
}

test('Google’s request leads through sign-in and check to an answer with the e-mail address, plain ASCII', async () => {
  const somebody = await addPerson(company);
  const email = `${somebody.login}@alderbrook.example`;
  await server.context.database
    .update(people)
    .set({ email, displayName: 'Zoë Müller' })
    .where(eq(people.id, somebody.id));
  const visitor = new Visitor(server);
  const marker = await arrive(visitor);
  expect((await visitor.ask(`/saml/continue?login=${marker}`)).headers.get('location')).toBe(
    `/online/?login=${marker}`,
  );
  await signInAs(visitor, somebody, marker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, badFacts);
  expect((await visitor.checkResult(session, marker)).body).toMatchObject({ encryptedPermit: null });
  await visitor.report(session, device, goodFacts);
  const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
  const { body } = await visitor.redeem(permit);
  expect([body.actionUrl, body.relayState]).toEqual([ACS, 'a.AM3QAYaIyyDsckO9IDFAhBCH']);
  const xml = Buffer.from(body.samlResponse, 'base64').toString();
  const { active } = (await server.company()).samlKeys;
  const signed = verifyWithXmlCrypto(xml, active, 'Assertion') ?? '';
  expect(signed).toContain(`Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID>`);
  expect(signed).toContain(`<saml:Audience>${ENTITY_ID}</saml:Audience>`);
  expect(signed).toContain(`Recipient="${ACS}"`);
  // Google refuses an answer with a letter beyond ASCII in any attribute.
  expect(Buffer.from(xml).every((byte) => byte < 127)).toBe(true);
});

test('Google is no way to sign in for someone whom Google sends, and one for everybody else', async () => {
  const settings = { issuer: 'https://accounts.google.com', clientId: 'vestibule' };
  const desk = createSocketDesk(server);
  await desk.call('adminAddUpstream', { body: { kind: 'oidc', name: 'Google', settings } });
  const other = { issuer: 'https://login.alderbrook.example', clientId: 'vestibule' };
  await desk.call('adminAddUpstream', { body: { kind: 'oidc', name: 'Alderbrook', settings: other } });
  const visitor = new Visitor(server);
  const names = async (query: string) => {
    const { body } = await visitor.ask<{ upstreams: { name: string }[] }>(`/api/online/v1/sign-in-options${query}`);
    return body.upstreams.map(({ name }) => name);
  };
  expect(await names(`?loginMarker=${await arrive(visitor)}`)).toEqual(['Alderbrook']);
  expect(await names(`?loginMarker=${await visitor.openApplication()}`)).toEqual(['Alderbrook', 'Google']);
  expect(await names('')).toEqual(['Alderbrook', 'Google']);
});
