import { randomUUID } from 'node:crypto';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications } from '../../database/schema.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const CALLBACK = 'http://127.0.0.1:9099/callback';
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  const { company, database } = await server.company();
  await database.insert(applications).values({
    companyId: company.id,
    id: randomUUID(),
    name: 'Alderbrook Wiki',
    entityId: 'wiki',
    protocol: 'oidc',
    oidcClient: { redirectUris: [CALLBACK], authenticationMethod: 'none' },
  });
});
afterAll(() => server.close());
// Loads the library, which says once by what it was not tested.
beforeAll(async () => {
  await new Visitor(server).ask('/oidc/.well-known/openid-configuration');
});

const REQUEST = `/oidc/auth?${new URLSearchParams({
  client_id: 'wiki',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: CALLBACK,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'state',
}).toString()}`;

const locationOf = async (visitor: Visitor, address: string) =>
  (await visitor.ask(address)).headers.get('location') ?? '';

/** A thief's interaction, whose cookies a sibling host has set in the victim's browser, and what the victim's gate answers. */
async function victimAnswers() {
  const thief = new Visitor(server);
  const step = await locationOf(thief, REQUEST);
  const victim = new Visitor(server);
  for (const [name, value] of thief.cookies) if (name.includes('oidc')) victim.cookies.set(name, value);
  const marker = new URL(await locationOf(victim, step), server.url).searchParams.get('login') ?? '';
  await victim.signIn(0, marker);
  const device = await createSimulatedDevice();
  const session = await victim.openSession(device);
  await victim.report(session, device, facts);
  const { body } = await victim.checkResult(session, marker);
  const post = (await victim.redeem(await device.open(session, body))).body;
  const form = { SAMLResponse: post.samlResponse };
  const finished = await victim.ask(post.actionUrl, { method: 'POST', form });
  return { thief, victim, resume: finished.headers.get('location') ?? '' };
}

test('what came of an interaction is given to the session that passed the gate, and to no other browser', async () => {
  const { thief, victim, resume } = await victimAnswers();
  expect(resume).toMatch(/\/oidc\/auth\/[\w-]+$/);
  const taken = await thief.ask<string>(resume);
  expect([taken.status, taken.headers.get('location')]).toEqual([400, null]);
  await thief.signIn(1);
  expect((await thief.ask(resume)).status).toBe(400);
  expect(await locationOf(victim, resume)).toMatch(/^http:\/\/127\.0\.0\.1:9099\/callback\?code=/);
});
