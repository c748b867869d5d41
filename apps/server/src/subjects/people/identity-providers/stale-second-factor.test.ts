import { CALLS } from '@vestibule/contracts';
import { called } from '../../../testing/called.ts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, people } from '../../../database/schema.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { CLIENT } from '../testing/oidc-identity-provider.ts';
import { type ForgingIdentityProvider, startForgingIdentityProvider } from '../testing/forging-identity-provider.ts';
import { maySignIn } from '../attempts.ts';
import { createUpstream } from './manage-upstreams.ts';

/** A second factor of the identity provider counts from the moment it was given there, not from the moment of the answer. */
const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };
const PERSON = { email: 'mara@alderbrook.example', email_verified: true, preferred_username: 'mara', name: 'Mara' };
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const GOOD = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let provider: ForgingIdentityProvider;
let upstreamId: string;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  await configure(company, { registration: { mode: 'verified' } });
  provider = await startForgingIdentityProvider(server.context.now);
  const settings = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    createsPeople: true,
    allowedDomains: ['alderbrook.example'],
    secondFactor: { amr: ['mfa'] },
  };
  const input = { kind: 'oidc', name: 'Alderbrook ID', settings, secret: CLIENT.secret, isEnabled: true } as const;
  const created = await createUpstream(await server.company(), ORIGIN, called('boss'), input);
  if ('refused' in created) throw new Error(created.message);
  upstreamId = created.id;
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(() => {
  visitor = new Visitor(server);
});

const secondsAgo = (seconds: number) => Math.floor(server.context.now().getTime() / 1000) - seconds;

/** @returns what the identity provider is asked for */
async function start(loginMarker: string | null = null): Promise<URLSearchParams> {
  const query = loginMarker === null ? '' : `?login=${loginMarker}`;
  const begun = await visitor.ask(`/online/upstream/${upstreamId}/start${query}`);
  return new URL(begun.headers.get('location') ?? '').searchParams;
}

async function signIn(authTime: number | undefined, loginMarker: string | null = null): Promise<void> {
  const asked = await start(loginMarker);
  provider.forge({ claims: { ...PERSON, nonce: asked.get('nonce'), amr: ['pwd', 'mfa'], auth_time: authTime } });
  const answer = new URLSearchParams({ code: 'one', state: asked.get('state') ?? '', iss: provider.issuer });
  await visitor.ask(`/online/upstream/${upstreamId}/callback?${answer.toString()}`);
  expect(visitor.cookies.has('vestibule-session')).toBe(true);
}

/** Goes to work with a new computer. @returns how it stands afterwards */
async function bringComputer(authTime: number | undefined): Promise<string | undefined> {
  const device = await createSimulatedDevice();
  const marker = await visitor.openApplication();
  await signIn(authTime, marker);
  const session = await visitor.openSession(device);
  expect((await visitor.report(session, device, GOOD)).status).toBe(204);
  const [row] = await server.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
  return row?.state;
}

const DAYS = 86_400;

const STALE: readonly [when: string, authTime: () => number | undefined][] = [
  ['eight days ago', () => secondsAgo(8 * DAYS)],
  ['sixteen minutes ago', () => secondsAgo(16 * 60)],
  ['in ten hours', () => secondsAgo(-10 * 3600)],
  ['at a moment that the provider does not name', () => undefined],
];

describe.each(STALE)('a second factor given there %s', (_when, authTime) => {
  test('registers no computer, however new the answer is', async () => {
    expect(await bringComputer(authTime())).toBe('waiting');
  });

  test('is no fresh proof', async () => {
    await signIn(authTime());
    const { path, method } = CALLS.enrollTotp;
    expect(await visitor.ask(path, { method, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'proof_too_old' },
    });
  });
});

describe('a second factor given there a minute ago', () => {
  test('registers the computer that comes next', async () => {
    expect(await bringComputer(secondsAgo(60))).toBe('approved');
  });

  test('is a fresh proof until it is a quarter of an hour old', async () => {
    await signIn(secondsAgo(60));
    const { path, method } = CALLS.enrollTotp;
    expect((await visitor.ask(path, { method, body: {} })).status).toBe(201);
    server.advance(14.5 * 60_000);
    expect((await visitor.ask(path, { method, body: {} })).body).toMatchObject({ code: 'proof_too_old' });
  });

  test('is none of the future where the clock there is ahead', async () => {
    await signIn(secondsAgo(-50));
    server.advance(15 * 60_000 + 1000);
    const { path, method } = CALLS.enrollTotp;
    expect((await visitor.ask(path, { method, body: {} })).body).toMatchObject({ code: 'proof_too_old' });
  });
});

describe('the provider is asked for a sign-in of the last quarter of an hour', () => {
  test('in a new browser, and not where the person comes back another day', async () => {
    expect((await start()).get('max_age')).toBe('900');
    await signIn(secondsAgo(60));
    visitor.cookies.delete('vestibule-session');
    expect((await start()).get('max_age')).toBeNull();
  });

  test('of a person who is signed in, or has just signed out: they are there to prove who they are', async () => {
    await signIn(secondsAgo(60));
    expect((await start()).get('max_age')).toBe('900');
    const { path, method } = CALLS.signOut;
    expect((await visitor.ask(path, { method, body: {} })).status).toBe(200);
    visitor.cookies.delete('vestibule-session');
    expect((await start()).get('max_age')).toBe('900');
  });
});

test('who signs in there again and again waits, as with a password', async () => {
  await signIn(secondsAgo(60));
  const { database } = server.context;
  const [person] = await database.select().from(people).where(eq(people.login, 'mara'));
  if (person === undefined) throw new Error('No one signed in.');
  const visit = { address: '127.0.0.1', browserMark: undefined };
  for (let index = 0; index < 201; index += 1) await maySignIn(await server.company(), person, visit);
  visitor = new Visitor(server);
  const asked = await start();
  provider.forge({ claims: { ...PERSON, nonce: asked.get('nonce'), amr: ['pwd', 'mfa'], auth_time: secondsAgo(60) } });
  const answer = new URLSearchParams({ code: 'one', state: asked.get('state') ?? '', iss: provider.issuer });
  const reply = await visitor.ask(`/online/upstream/${upstreamId}/callback?${answer.toString()}`);
  expect(reply.headers.get('location')).toBe('/online/?reason=too_many_attempts');
  expect(visitor.cookies.has('vestibule-session')).toBe(false);
});
