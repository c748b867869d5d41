import { randomUUID } from 'node:crypto';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { called } from '../../../testing/called.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '../../../database/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { CLIENT } from '../testing/oidc-identity-provider.ts';
import { type ForgingIdentityProvider, startForgingIdentityProvider } from '../testing/forging-identity-provider.ts';
import { auditOf } from '../testing/people.ts';
import { createUpstream } from './manage-upstreams.ts';
import { beginTrial, readTrialResult } from './trial.ts';

/**
 * An application wants a new sign-in, behind an identity provider that confirms none: Entra ID sends no `auth_time` unless it
 * is told to, others keep to the session they have.
 */
const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };
const CALLBACK = 'http://127.0.0.1:9099/callback';
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const FACTS = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const PERSON = { email: 'mara@alderbrook.example', email_verified: true, preferred_username: 'mara', name: 'Mara' };

let server: TestServer;
let provider: ForgingIdentityProvider;
let upstreamId: string;
let visitor: Visitor;
let device: SimulatedDevice;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  provider = await startForgingIdentityProvider(server.context.now);
  const company = await server.company();
  const settings = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    createsPeople: true,
    allowedDomains: ['alderbrook.example'],
  };
  const input = { kind: 'oidc', name: 'Alderbrook ID', settings, secret: CLIENT.secret, isEnabled: true } as const;
  const created = await createUpstream(company, ORIGIN, called('boss'), input);
  if ('refused' in created) throw new Error(created.message);
  upstreamId = created.id;
  await company.database.insert(applications).values({
    companyId: company.company.id,
    id: randomUUID(),
    name: 'Wiki',
    entityId: 'wiki',
    protocol: 'oidc',
    oidcClient: { redirectUris: [CALLBACK], authenticationMethod: 'none' },
  });
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
});

const seconds = () => Math.floor(server.context.now().getTime() / 1000);
const STALE: readonly [string, () => number | undefined][] = [
  ['no time of a sign-in', () => undefined],
  ['an old one', () => seconds() - 3600],
  ['one to come', () => seconds() + 3000],
];

/** Goes to the identity provider with a start and comes back with its answer. @returns what our callback says */
async function comeBack(start: string, authTime: number | undefined, who = visitor) {
  const begun = await who.ask(start);
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  provider.forge({ claims: { ...PERSON, nonce: asked.get('nonce'), auth_time: authTime } });
  const answer = new URLSearchParams({ code: 'one', state: asked.get('state') ?? '', iss: provider.issuer });
  const reply = await who.ask<string>(`/online/upstream/${upstreamId}/callback?${answer.toString()}`);
  return { asked, reply };
}

const plainStart = () => `/online/upstream/${upstreamId}/start`;
const start = (marker: string) => `/online/upstream/${upstreamId}/start?login=${marker}`;

function formOf(page: string) {
  const value = (pattern: RegExp) => pattern.exec(page)?.[1] ?? '';
  return { action: value(/action="([^"]+)"/), answer: value(/name="SAMLResponse" value="([^"]+)"/) };
}

async function openWiki(more: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({
    client_id: 'wiki',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: CALLBACK,
    state: 'of the wiki',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...more,
  });
  let address = `/oidc/auth?${query.toString()}`;
  for (let hop = 0; hop < 5 && !address.includes('login='); hop += 1) {
    address = (await visitor.ask(address)).headers.get('location') ?? '';
  }
  return new URL(address, server.url).searchParams.get('login') ?? '';
}

/** Has this computer read, and asks for the answer to the application. */
async function passAs(marker: string) {
  const session = await visitor.openSession(device);
  await visitor.report(session, device, FACTS);
  const { body } = await visitor.checkResult(session, marker);
  const { status, body: given } = await visitor.redeem(await device.open(session, body));
  return [status, given.code];
}

/** Where the tab at the sign-in page goes on by itself. */
async function goesOn(marker: string): Promise<string | null> {
  const { body } = await visitor.ask<{ continueTo: string | null }>(
    `/api/online/v1/sign-in-options?loginMarker=${marker}`,
  );
  return body.continueTo;
}

describe.each(STALE)('an identity provider that names %s', (_what, authTime) => {
  test('ends a sign-in that has to be new with an answer to the SAML application', async () => {
    const marker = await visitor.openApplication({ forceAuthn: true });
    const { asked, reply } = await comeBack(start(marker), authTime());
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    expect(reply.status).toBe(200);
    const { action, answer } = formOf(reply.body);
    expect(action).toContain('/acs');
    const xml = Buffer.from(answer, 'base64').toString();
    expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:Responder');
    expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:AuthnFailed');
    expect(xml).not.toContain('Assertion');
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
    const entries = [...(await auditOf(server, 'upstream')), ...(await auditOf(server, 'saml-response'))];
    const refused = { outcome: 'refused', details: expect.objectContaining({ code: 'upstream_not_fresh' }) as unknown };
    for (const target of ['Alderbrook ID', 'http://127.0.0.1:8081/saml/metadata']) {
      expect(entries).toContainEqual(expect.objectContaining({ ...refused, target }));
    }
    // It is over, but for the moment in which every answer may be lost on its way.
    server.advance(6 * 60_000);
    const again = await visitor.ask(`/saml/continue?login=${marker}`);
    expect(String(again.headers.get('location'))).not.toMatch(/device-check|online/);
  });

  test.each([{ prompt: 'login' }, { max_age: '60' }])('and of OpenID Connect: %j', async (more) => {
    const marker = await openWiki(more);
    const { reply } = await comeBack(start(marker), authTime());
    const { action, answer } = formOf(reply.body);
    expect(new URL(action).pathname).toMatch(/^\/oidc\/interaction\/[\w-]+\/finish$/);
    const post = async (who: Visitor) => who.ask(action, { method: 'POST', form: { SAMLResponse: answer } });
    // Another browser has another interaction, or none.
    expect((await post(new Visitor(server))).headers.get('location')).toBeNull();
    const back = (await post(visitor)).headers.get('location') ?? '';
    const told = new URL((await visitor.ask(back)).headers.get('location') ?? '');
    expect(told.href).toContain(CALLBACK);
    expect(Object.fromEntries(told.searchParams)).toMatchObject({ error: 'login_required', state: 'of the wiki' });
    expect((await post(visitor)).headers.get('location')).toBeNull();
  });

  test('signs in where no new sign-in is asked for', async () => {
    const marker = await visitor.openApplication();
    const { reply } = await comeBack(start(marker), authTime());
    expect(reply.headers.get('location')).toBe(`/device-check/?login=${marker}`);
  });

  test('begun in another tab, opens nothing that asks for a new or a young one', async () => {
    const markers = [
      await visitor.openApplication({ forceAuthn: true }),
      await openWiki({ prompt: 'login' }),
      await openWiki({ max_age: '60' }),
    ];
    const { reply } = await comeBack(plainStart(), authTime());
    expect(reply.headers.get('location')).toBe('/online/session-status');
    for (const marker of markers) {
      expect(await goesOn(marker)).toBeNull();
      const continued = await visitor.ask(`/saml/continue?login=${marker}`);
      expect(continued.headers.get('location')).toBe(`/online/?login=${marker}`);
    }
    await comeBack(plainStart(), seconds());
    for (const marker of markers) expect(await goesOn(marker)).toBe(`/saml/continue?login=${marker}`);
  });

  test('gives no answer in the place of the new one that began it', async () => {
    const marker = await visitor.openApplication({ forceAuthn: true });
    await comeBack(start(marker), seconds());
    await visitor.ask(`/saml/continue?login=${marker}`);
    expect(await passAs(marker)).toEqual([200, undefined]);
    await comeBack(plainStart(), authTime());
    expect(await passAs(marker)).toEqual([410, 'sign_in_expired']);
  });

  test('takes no sign-in away from someone whose it is already', async () => {
    const marker = await visitor.openApplication({ forceAuthn: true });
    await visitor.signIn(0, marker);
    const { reply } = await comeBack(start(marker), authTime(), new Visitor(server));
    expect(reply.headers.get('location')).toBe(`/online/?reason=upstream_not_fresh&login=${marker}`);
    expect((await visitor.ask(`/saml/continue?login=${marker}`)).headers.get('location')).toContain('/device-check/');
  });

  test('is found out by the trial', async () => {
    const company = await server.company();
    const { token, trialId } = await beginTrial(company, upstreamId, null);
    const { asked } = await comeBack(`/online/upstream/${upstreamId}/start?trial=${token}`, authTime());
    expect(asked.get('prompt')).toBe('login');
    expect(await readTrialResult(company, trialId)).toMatchObject({
      state: 'done',
      missing: expect.arrayContaining([{ field: 'freshness', claim: 'auth_time' }]) as unknown,
    });
  });
});

test('Google confirms none and shows an error for prompt=login: the application is told before anybody goes there', async () => {
  const settings = { issuer: 'https://accounts.google.com', clientId: CLIENT.id };
  const input = { kind: 'oidc', name: 'Google', settings, secret: CLIENT.secret, isEnabled: true } as const;
  const google = await createUpstream(await server.company(), ORIGIN, called('boss'), input);
  if ('refused' in google) throw new Error(google.message);
  const marker = await visitor.openApplication({ forceAuthn: true });
  const reply = await visitor.ask<string>(`/online/upstream/${google.id}/start?login=${marker}`);
  expect(Buffer.from(formOf(reply.body).answer, 'base64').toString()).toContain('status:AuthnFailed');
});

test('a trial of one that confirms a new sign-in misses nothing', async () => {
  const company = await server.company();
  const { token, trialId } = await beginTrial(company, upstreamId, null);
  await comeBack(`/online/upstream/${upstreamId}/start?trial=${token}`, seconds());
  const result = await readTrialResult(company, trialId);
  expect(JSON.stringify(result)).not.toContain('freshness');
});
