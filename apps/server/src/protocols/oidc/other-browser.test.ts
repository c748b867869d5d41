import { randomUUID } from 'node:crypto';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications } from '../../database/schema.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const CALLBACK = 'http://127.0.0.1:9099/callback';
const CODE = /^http:\/\/127\.0\.0\.1:9099\/callback\?code=/;
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
async function startGate(options: TestServerOptions = {}): Promise<TestServer> {
  const started = await startTestServer({ policy: POLICY, ...options });
  const { company, database } = await started.company();
  await database.insert(applications).values({
    companyId: company.id,
    id: randomUUID(),
    name: 'Alderbrook Wiki',
    entityId: 'wiki',
    protocol: 'oidc',
    oidcClient: { redirectUris: [CALLBACK], authenticationMethod: 'none' },
  });
  return started;
}

beforeAll(async () => {
  server = await startGate();
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

/** What the gate's page posts, once the person has signed in and their computer has passed. */
async function passGate(victim: Visitor, step: string) {
  const marker = new URL(await locationOf(victim, step), server.url).searchParams.get('login') ?? '';
  await victim.signIn(0, marker);
  const device = await createSimulatedDevice();
  const session = await victim.openSession(device);
  await victim.report(session, device, facts);
  const { body } = await victim.checkResult(session, marker);
  return (await victim.redeem(await device.open(session, body))).body;
}

async function finish(victim: Visitor, post: { readonly actionUrl: string; readonly samlResponse: string }) {
  const form = { SAMLResponse: post.samlResponse };
  return (await victim.ask(post.actionUrl, { method: 'POST', form })).headers.get('location') ?? '';
}

/** A thief's request, whose cookie the victim's browser has as well, and what the victim's gate answers. */
async function victimAnswers() {
  const thief = new Visitor(server);
  const step = await locationOf(thief, REQUEST);
  const victim = new Visitor(server);
  for (const [name, value] of thief.cookies) if (name.includes('oidc')) victim.cookies.set(name, value);
  return { thief, victim, resume: await finish(victim, await passGate(victim, step)) };
}

test('what came of an interaction is given to the session that passed the gate, and to no other browser', async () => {
  const { thief, victim, resume } = await victimAnswers();
  expect(resume).toMatch(/\/oidc\/auth\/[\w-]+$/);
  const taken = await thief.ask<string>(resume);
  expect([taken.status, taken.headers.get('location')]).toEqual([400, null]);
  await thief.signIn(1);
  expect((await thief.ask(resume)).status).toBe(400);
  expect(await locationOf(victim, resume)).toMatch(CODE);
});

test('nor to that session in a browser in which the request did not begin', async () => {
  const { victim, resume } = await victimAnswers();
  const mark = victim.cookies.get('vestibule-oidc') ?? '';
  victim.cookies.delete('vestibule-oidc');
  expect((await victim.ask(resume)).status).toBe(400);
  victim.cookies.set('vestibule-oidc', mark);
  expect(await locationOf(victim, resume)).toMatch(CODE);
});

test('a request that began in another browser leads nowhere, and no answer to it is taken', async () => {
  const [thief, victim] = [new Visitor(server), new Visitor(server)];
  const step = await locationOf(thief, REQUEST);
  expect((await victim.ask(step)).status).toBe(400);
  const post = await passGate(victim, await locationOf(victim, REQUEST));
  const form = { SAMLResponse: post.samlResponse };
  expect((await victim.ask(`${step}/finish`, { method: 'POST', form })).status).toBe(400);
  expect(await locationOf(victim, await finish(victim, post))).toMatch(CODE);
});

test('two requests in two tabs of one browser are answered, the first one last', async () => {
  const victim = new Visitor(server);
  const steps = [await locationOf(victim, REQUEST), await locationOf(victim, REQUEST)] as const;
  const posts = [await passGate(victim, steps[0]), await passGate(victim, steps[1])] as const;
  const resumes = [await finish(victim, posts[1]), await finish(victim, posts[0])];
  for (const resume of resumes) expect(await locationOf(victim, resume)).toMatch(CODE);
});

test('over https the browser is known by a cookie that no sibling host can set, and by no other', async () => {
  const place = await startGate({ publicUrl: 'https://gate.alderbrook.example' });
  const thief = new Visitor(place);
  const begun = await thief.ask(REQUEST);
  const own = begun.headers.getSetCookie().filter((line) => line.includes('oidc'));
  expect(own).toEqual([
    expect.stringMatching(/^__Host-vestibule-oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/),
  ]);
  const step = begun.headers.get('location') ?? '';
  expect((await thief.ask(step)).status).toBe(303);
  const victim = new Visitor(place);
  const uid = step.split('/').at(-1) ?? '';
  // All that a sibling host can set: names without the prefix, those of the library among them.
  const value = thief.cookies.get('__Host-vestibule-oidc') ?? '';
  for (const name of ['vestibule-oidc', 'vestibule-oidc-step', 'vestibule-oidc-resume'])
    victim.cookies.set(name, value);
  for (const name of ['interaction', '_interaction', 'resume', '_interaction_resume']) victim.cookies.set(name, uid);
  expect((await victim.ask(step)).status).toBe(400);
  expect((await victim.ask(`/oidc/auth/${uid}`)).status).toBe(400);
  await place.close();
});
