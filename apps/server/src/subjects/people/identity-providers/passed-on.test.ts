import { createSimulatedDevice, fact } from '@vestibule/testing';
import { called } from '../../../testing/called.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import {
  type Account,
  CLIENT,
  type OidcIdentityProvider,
  startOidcIdentityProvider,
} from '../testing/oidc-identity-provider.ts';
import { createUpstream } from './manage-upstreams.ts';

/** What a work application is told of a sign-in at the company's own identity provider. */
const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const LEVEL = 'urn:example:strong';

let server: TestServer;
let provider: OidcIdentityProvider;
let upstreamId: string;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  provider = await startOidcIdentityProvider();
  const created = await createUpstream(
    await server.company(),
    { address: '127.0.0.1', correlationId: 'test-correlation' },
    called('boss'),
    {
      kind: 'oidc',
      name: 'Alderbrook ID',
      settings: {
        issuer: provider.issuer,
        clientId: CLIENT.id,
        createsPeople: true,
        allowedDomains: ['alderbrook.example'],
        secondFactor: { amr: ['mfa'], acr: [] },
      },
      secret: CLIENT.secret,
      isEnabled: true,
    },
  );
  if ('refused' in created) throw new Error(created.message);
  upstreamId = created.id;
  provider.register(`${server.url}/online/upstream/${upstreamId}/callback`);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

/** Signs someone in at the identity provider and lets them through the gate. @returns the assertion's XML */
async function enter(visitor: Visitor, signIn: (marker: string) => Promise<unknown>): Promise<string> {
  const marker = await visitor.openApplication();
  await signIn(marker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, goodFacts);
  const result = await visitor.checkResult(session, marker);
  const { status, body } = await visitor.redeem(await device.open(session, result.body));
  expect(status).toBe(200);
  return Buffer.from(body.samlResponse, 'base64').toString();
}

async function enterAs(login: string, how: Pick<Account, 'acr' | 'amr'>): Promise<string> {
  const visitor = new Visitor(server);
  const email = `${login}@alderbrook.example`;
  provider.next = {
    id: login,
    ...how,
    claims: { preferred_username: login, name: login, email, email_verified: true },
  };
  return enter(visitor, async (marker) => {
    let address = `/online/upstream/${upstreamId}/start?login=${marker}`;
    while (!address.includes('/device-check/')) {
      const location = (await visitor.ask(address)).headers.get('location');
      if (location === null) throw new Error(`${address} leads nowhere.`);
      address = new URL(location, new URL(address, server.url)).href;
    }
  });
}

const contextOf = (xml: string) => /<saml:AuthnContext>(.*?)<\/saml:AuthnContext>/s.exec(xml)?.[1];
const stated = (name: string, authority: string | null) =>
  `<saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef>${
    authority === null ? '' : `<saml:AuthenticatingAuthority>${authority}</saml:AuthenticatingAuthority>`
  }`;

test('the assertion names the identity provider, and the level that it gave the sign-in', async () => {
  expect(contextOf(await enterAs('mara', { acr: LEVEL }))).toBe(stated(LEVEL, provider.issuer));
});

test('an identity provider that says nothing of the level is named all the same', async () => {
  const unspecified = 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified';
  expect(contextOf(await enterAs('jonas', {}))).toBe(stated(unspecified, provider.issuer));
});

test('what the administrator counts as a second factor there is said to be one', async () => {
  expect(contextOf(await enterAs('ilse', { acr: LEVEL, amr: ['pwd', 'mfa'] }))).toBe(
    stated('https://refeds.org/profile/mfa', provider.issuer),
  );
});

test('of a sign-in here no one else is named', async () => {
  const visitor = new Visitor(server);
  const xml = await enter(visitor, (marker) => visitor.signIn(0, marker));
  expect(contextOf(xml)).toBe(stated('urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', null));
});
