import { randomUUID } from 'node:crypto';
import { called } from '../../../testing/called.ts';
import { createServer } from 'node:http';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ceremonies, people, webSessions } from '../../../database/schema.ts';
import { findPersonByUpstream } from '../../../repositories/people.ts';
import { forgetRefusals } from '../../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import {
  type Account,
  CLIENT,
  listen,
  type OidcIdentityProvider,
  startOidcIdentityProvider,
} from '../testing/oidc-identity-provider.ts';
import {
  type Forgery,
  type ForgingIdentityProvider,
  startForgingIdentityProvider,
} from '../testing/forging-identity-provider.ts';
import {
  addPerson,
  auditOf,
  block,
  configure,
  giveRole,
  newestAudit,
  post,
  signIn as signInLocally,
} from '../testing/people.ts';
import { invitePerson } from '../hand-out-invitations.ts';
import { createUpstream, linkPersonToUpstream, updateUpstream } from './manage-upstreams.ts';

const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };

let server: TestServer;
let provider: OidcIdentityProvider;
let visitor: Visitor;
let upstreamId: string;
let settings: Record<string, unknown>;
let accounts = 0;

beforeAll(async () => {
  server = await startTestServer();
  provider = await startOidcIdentityProvider();
  settings = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    createsPeople: true,
    allowedDomains: ['alderbrook.example'],
    claims: { userType: 'kind' },
    secondFactor: { amr: ['mfa'], acr: ['urn:example:strong'] },
  };
  upstreamId = await addUpstream(settings, 'Alderbrook ID');
  provider.register(`${server.url}/online/upstream/${upstreamId}/callback`);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

beforeEach(async () => {
  await forgetRefusals(server);
  visitor = new Visitor(server);
  await configure(server, {});
  await change(settings);
});

async function addUpstream(its: Record<string, unknown>, name = `Another ID ${randomUUID()}`): Promise<string> {
  const input = { kind: 'oidc', name, settings: its, secret: CLIENT.secret, isEnabled: true } as const;
  const created = await createUpstream(await server.company(), ORIGIN, called('boss'), input);
  if ('refused' in created) throw new Error(created.message);
  return created.id;
}

async function change(its: Record<string, unknown>, isEnabled = true): Promise<void> {
  const input = { kind: 'oidc', name: 'Alderbrook ID', settings: its, isEnabled } as const;
  const refusal = await updateUpstream(await server.company(), ORIGIN, called('boss'), upstreamId, input);
  if (refusal !== null) throw new Error(refusal.message);
}

/** Someone the identity provider has not sent here before. */
function createAccount(changes: Partial<Account> = {}, claims: Record<string, unknown> = {}): Account {
  accounts += 1;
  const login = `mara-${accounts}`;
  return {
    id: `subject-of-${login}`,
    ...changes,
    claims: {
      preferred_username: login,
      name: 'Mara Lindqvist',
      email: `${login}@alderbrook.example`,
      email_verified: true,
      groups: ['sales'],
      kind: 'contractor',
      ...claims,
    },
  };
}

/** Follows redirects until a page of ours, as a browser does. @returns its path with its query */
async function follow(who: Visitor, start: string, stopAt?: string): Promise<string> {
  let address = start;
  for (let hop = 0; hop < 20; hop += 1) {
    const reply = await who.ask<string>(address);
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`${address} is answered ${reply.status}: ${reply.body}`);
    address = new URL(location, new URL(address, server.url)).href;
    if (stopAt !== undefined && address.includes(stopAt)) return address;
    const { origin, pathname, search } = new URL(address);
    if (origin === server.url && !pathname.includes('/upstream/')) return pathname + search;
  }
  throw new Error('There is no end to it.');
}

const start = (login = '') => `/online/upstream/${upstreamId}/start${login === '' ? '' : `?login=${login}`}`;

function signIn(account: Account | null, who = visitor, login = ''): Promise<string> {
  provider.next = account;
  return follow(who, start(login));
}

describe('signing in at the company’s own identity provider', () => {
  test('adds someone new, and knows them again by subject', async () => {
    const account = createAccount();
    expect(await signIn(account)).toBe('/online/session-status');
    const mine = await visitor.ask<{ user: { userId: string } }>('/api/online/v1/my-session');
    expect(mine.body).toMatchObject({
      user: {
        userLogin: account.claims['preferred_username'],
        userDisplayName: 'Mara Lindqvist',
        userType: 'contractor',
      },
      isPasswordSet: false,
      session: { factors: ['upstream'] },
    });
    const renamed = { ...account, claims: { ...account.claims, preferred_username: 'somebody-else', name: 'Mara L.' } };
    const other = new Visitor(server);
    expect(await signIn(renamed, other)).toBe('/online/session-status');
    const again = await other.ask<{ user: { userId: string } }>('/api/online/v1/my-session');
    expect(again.body.user).toMatchObject({ userId: mine.body.user.userId, userDisplayName: 'Mara L.' });
    expect(again.body.user).toMatchObject({ userLogin: account.claims['preferred_username'] });
  });

  test('signs in who was imported and has never been here, and not who has a role', async () => {
    const [person, boss] = [await addPerson(server), await addPerson(server)];
    const both = inArray(people.id, [person.id, boss.id]);
    await server.context.database.update(people).set({ passwordHash: null }).where(both);
    await giveRole(server, boss);
    expect(await signIn(createAccount({}, { email: person.email }))).toBe('/online/session-status');
    const mine = await visitor.ask<{ user: { userId: string } }>('/api/online/v1/my-session');
    expect(mine.body.user.userId).toBe(person.id);
    const [link] = await auditOf(server, 'upstream-link');
    expect(link).toMatchObject({ target: person.login, details: { personId: person.id, by: 'address' } });
    const as = createAccount({}, { email: boss.email });
    expect(await signIn(as, new Visitor(server))).toBe('/online/?reason=upstream_login_taken');
    expect(await newestAudit(server)).toMatchObject({
      outcome: 'refused',
      details: { subject: as.id, login: boss.login, notLinked: 'role' },
    });
  });

  test('goes on to the application that asked', async () => {
    const marker = await visitor.openApplication();
    expect(await signIn(createAccount(), visitor, marker)).toBe(`/device-check/?login=${marker}`);
    expect((await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`)).status).toBe(200);
  });

  test('keeps the groups and the level of this sign-in with the session', async () => {
    const account = createAccount({ acr: 'urn:example:strong' });
    await signIn(account);
    const [session] = (await server.context.database.select().from(webSessions))
      .toSorted((left, right) => right.authenticatedAt.getTime() - left.authenticatedAt.getTime())
      .filter(({ upstreamClaims }) => upstreamClaims !== null)
      .slice(-1);
    expect(session?.upstreamClaims).toMatchObject({ upstreamId, issuer: provider.issuer, groups: ['sales'] });
  });

  test.each([
    ['amr', { amr: ['pwd', 'mfa'] }],
    ['acr', { acr: 'urn:example:strong' }],
  ])('with a second factor there (%s) needs none here', async (_name, proof) => {
    await configure(server, { secondFactor: 'required' });
    expect(await signIn(createAccount(proof))).toBe('/online/session-status');
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({
      session: { factors: ['upstream', 'upstream-mfa'] },
    });
  });

  test('without one there needs one here, and the session opens nothing before', async () => {
    await configure(server, { secondFactor: 'required' });
    const marker = await visitor.openApplication();
    expect(await signIn(createAccount({ amr: ['pwd'] }), visitor, marker)).toBe(
      `/online/second-factor?login=${marker}`,
    );
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(401);
    expect((await visitor.ask('/api/online/v1/sign-in-progress')).body).toMatchObject({
      secondFactor: { mustEnroll: true },
    });
  });

  test('sends PKCE, state and nonce, each again, and nothing the visitor wrote', async () => {
    const seen = new Set<string>();
    for (let index = 0; index < 3; index += 1) {
      const address = await follow(
        visitor,
        `${start()}?next=https://evil.example&login=//evil.example`,
        provider.issuer,
      );
      const query = new URL(address).searchParams;
      expect(query.get('code_challenge_method')).toBe('S256');
      expect(query.get('redirect_uri')).toBe(`${server.url}/online/upstream/${upstreamId}/callback`);
      for (const name of ['state', 'nonce', 'code_challenge']) seen.add(query.get(name) ?? '');
      expect(address).not.toContain('evil');
    }
    expect(seen.size).toBe(9);
  });

  test('asks for a fresh sign-in where the application does', async () => {
    const marker = await visitor.openApplication();
    await forceAuthentication(marker);
    const address = await follow(visitor, start(marker), provider.issuer);
    expect(new URL(address).searchParams.get('prompt')).toBe('login');
    expect(await signIn(createAccount(), visitor, marker)).toBe(`/device-check/?login=${marker}`);
  });
});

async function forceAuthentication(marker: string): Promise<void> {
  const { pendingSignIns } = await import('../../../database/schema.ts');
  await server.context.database
    .update(pendingSignIns)
    .set({ forceAuthentication: true })
    .where(eq(pendingSignIns.id, marker));
}

describe('someone is not let in', () => {
  const reasonOf = (path: string) => new URL(path, server.url).searchParams.get('reason');

  test('who declines there', async () => {
    const marker = await visitor.openApplication();
    const path = await signIn(null, visitor, marker);
    expect(path).toBe(`/online/?reason=upstream_denied&login=${marker}`);
    expect(await newestAudit(server)).toMatchObject({ action: 'upstream', outcome: 'refused' });
  });

  test.each([
    ['of another domain', 'mara@evil.example'],
    ['of a domain that only ends alike', 'mara@evil-alderbrook.example'],
    ['of a subdomain', 'mara@sub.alderbrook.example'],
    ['with two at-signs', 'mara@alderbrook.example@evil.example'],
    ['of a domain in letters that look alike', 'mara@аlderbrook.example'],
  ])('%s', async (_name, email) => {
    expect(reasonOf(await signIn(createAccount({ id: email }, { email })))).toBe('upstream_domain_wrong');
    expect(visitor.cookies.has('vestibule-session') || (await newestAudit(server))?.details['subject']).toBe(email);
  });

  test.each([
    ['with an unverified address', { email_verified: false }],
    ['whose address no one calls verified', { email_verified: undefined }],
    ['without an address', { email: undefined }],
    ['with a login of blanks around', { preferred_username: ' mara ' }],
  ])('%s', async (_name, claims) => {
    expect(reasonOf(await signIn(createAccount({}, claims)))).toBe('upstream_person_unknown');
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
  });

  test('where no one is added by signing in, unless they are linked', async () => {
    await change({ ...settings, createsPeople: false });
    const account = createAccount();
    expect(reasonOf(await signIn(account))).toBe('upstream_person_unknown');
    const person = await addPerson(server);
    await linkPersonToUpstream(await server.company(), ORIGIN, called('boss'), person, {
      upstreamId,
      subject: account.id,
    });
    expect(await signIn(account)).toBe('/online/session-status');
  });

  test('by the password they had before they were linked, or by an invitation, until the provider is switched off', async () => {
    const person = await addPerson(server);
    const context = await server.company();
    const { url } = await invitePerson(context, ORIGIN, person, called('boss'));
    await linkPersonToUpstream(context, ORIGIN, called('boss'), person, { upstreamId, subject: createAccount().id });
    expect((await signInLocally(visitor, person.login)).body.code).toBe('credentials_wrong');
    const token = new URL(url).hash.replace('#invitation=', '');
    expect((await post(visitor, 'invitation/look-up', { token })).body.code).toBe('invitation_unknown');
    await change(settings, false);
    expect((await signInLocally(visitor, person.login)).status).toBe(200);
    await change(settings);
    expect((await signInLocally(new Visitor(server), person.login)).body.code).toBe('credentials_wrong');
  });

  test('in the place of a local account of the same login or e-mail address', async () => {
    const local = await addPerson(server);
    const sameLogin = createAccount({}, { preferred_username: local.login.toUpperCase() });
    expect(reasonOf(await signIn(sameLogin))).toBe('upstream_login_taken');
    const sameEmail = createAccount({}, { email: local.email });
    visitor = new Visitor(server);
    expect(reasonOf(await signIn(sameEmail))).toBe('upstream_login_taken');
  });

  test('whose account is blocked', async () => {
    const account = createAccount();
    await signIn(account);
    const { company } = await server.company();
    const person = await findPersonByUpstream(server.context.database, company.id, upstreamId, account.id);
    if (person === null) throw new Error('There is no one.');
    await block(server, person);
    expect(reasonOf(await signIn(account))).toBe('account_disabled');
  });

  test('with the subject of another identity provider', async () => {
    const account = createAccount();
    const otherId = await addUpstream(settings);
    const person = await addPerson(server);
    await linkPersonToUpstream(await server.company(), ORIGIN, called('boss'), person, {
      upstreamId: otherId,
      subject: account.id,
    });
    await signIn(account);
    const mine = await visitor.ask<{ user: { userId: string } }>('/api/online/v1/my-session');
    expect(mine.body.user.userId).not.toBe(person.id);
  });

  test('for a sign-in that another person began', async () => {
    const marker = await visitor.openApplication();
    await signIn(createAccount(), visitor, marker);
    expect(reasonOf(await signIn(createAccount(), new Visitor(server), marker))).toBe('sign_in_unknown');
  });

  test('where the identity provider is switched off, or is none of this company', async () => {
    await change(settings, false);
    expect(reasonOf(await follow(visitor, start()))).toBe('upstream_unknown');
    for (const id of ['00000000-0000-4000-8000-000000000009', 'x', '%00']) {
      expect(reasonOf(await follow(visitor, `/online/upstream/${id}/start`))).toBe('upstream_unknown');
    }
  });
});

describe('an answer is refused', () => {
  /** As far as the address with code and state that the identity provider sends the browser to. */
  async function callbackOf(who = visitor): Promise<string> {
    provider.next = createAccount();
    return follow(who, start(), '/callback');
  }

  test('in another browser than the one that began', async () => {
    const callback = await callbackOf(new Visitor(server));
    expect(await follow(visitor, callback)).toBe('/online/?reason=upstream_failed');
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
    // A browser that has begun something of its own is another browser still.
    const theirs = await callbackOf(new Visitor(server));
    await follow(visitor, start(), provider.issuer);
    expect(await follow(visitor, theirs)).toBe('/online/?reason=upstream_failed');
  });

  test('the second time', async () => {
    const callback = await callbackOf();
    expect(await follow(visitor, callback)).toBe('/online/session-status');
    expect(await follow(new Visitor(server), callback)).toBe('/online/?reason=upstream_failed');
    expect(await follow(visitor, callback), 'by the back button').toBe('/online/');
  });

  test('later than ten minutes', async () => {
    const callback = await callbackOf();
    server.advance(600_000);
    try {
      expect(await follow(visitor, callback)).toBe('/online/?reason=upstream_failed');
    } finally {
      // The identity provider goes by the system's clock.
      server.advance(-600_000);
    }
  });

  test.each([
    ['access_denied', 'upstream_denied'],
    ['login_required', 'upstream_denied'],
    ['server_error', 'upstream_unreachable'],
    ['temporarily_unavailable', 'upstream_unreachable'],
    ['invalid_scope', 'upstream_failed'],
    ['made_up', 'upstream_failed'],
  ])('that is the error %s', async (error, reason) => {
    const callback = new URL(await callbackOf());
    callback.searchParams.set('error', error);
    expect(await follow(visitor, callback.href)).toBe(`/online/?reason=${reason}`);
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
  });

  test.each<[string, (query: URLSearchParams) => void]>([
    ['with another state', (query) => query.set('state', 'x'.repeat(43))],
    ['without a state', (query) => query.delete('state')],
    ['with two states', (query) => query.append('state', 'x'.repeat(43))],
    ['of another issuer', (query) => query.set('iss', 'https://evil.example')],
    ['without an issuer, where the provider names itself', (query) => query.delete('iss')],
    ['with another code', (query) => query.set('code', 'x'.repeat(43))],
    ['without a code', (query) => query.delete('code')],
    ['with two codes', (query) => query.append('code', 'x')],
  ])('%s', async (_name, spoil) => {
    const callback = new URL(await callbackOf());
    spoil(callback.searchParams);
    expect(await follow(visitor, callback.href)).toContain('reason=upstream_failed');
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
  });

  test('at the address of another identity provider: a mix-up', async () => {
    const otherId = await addUpstream(settings);
    const callback = await callbackOf();
    expect(await follow(visitor, callback.replace(upstreamId, otherId))).toBe('/online/?reason=upstream_failed');
  });

  test('with the state of another company', async () => {
    const callback = await callbackOf();
    await server.context.database
      .update(ceremonies)
      .set({ companyId: '00000000-0000-4000-8000-00000000000c' })
      .where(eq(ceremonies.kind, 'upstream-sign-in'));
    expect(await follow(visitor, callback)).toBe('/online/?reason=upstream_failed');
  });

  test('and the page it goes back to is always ours', async () => {
    for (const login of ['//evil.example', 'https://evil.example', '%5c%5cevil.example', 'javascript:1']) {
      const path = await follow(visitor, `${start()}?login=${login}`, '/auth');
      expect(new URL(path).origin).toBe(provider.issuer);
      const callback = `/online/upstream/${upstreamId}/callback?state=x&continueTo=${login}&login=${login}`;
      expect(await follow(visitor, callback)).toBe('/online/?reason=upstream_failed');
    }
  });
});

describe('an ID token is refused', () => {
  let forger: ForgingIdentityProvider;
  beforeAll(async () => {
    forger = await startForgingIdentityProvider(server.context.now);
  });
  afterAll(() => forger.close());
  beforeEach(async () => {
    await change({ ...settings, issuer: forger.issuer });
    forger.forge({});
  });

  const person = { email: 'forged@alderbrook.example', email_verified: true, preferred_username: 'forged', name: 'F' };

  async function arrive(forgery: Forgery): Promise<string> {
    forger.forge({});
    const address = new URL(await follow(visitor, start(), '/auth'));
    const query = address.searchParams;
    const nonce = query.get('nonce');
    forger.forge({ ...forgery, claims: { ...person, nonce, kind: 'x', groups: [], ...forgery.claims } });
    const answer = new URLSearchParams({ code: 'one', state: query.get('state') ?? '', iss: forger.issuer });
    return follow(visitor, `/online/upstream/${upstreamId}/callback?${answer.toString()}`);
  }

  test('but an honest one is taken, and the code goes with the verifier of its challenge', async () => {
    expect(await arrive({})).toBe('/online/session-status');
    expect(forger.tokenRequests.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  const hour = 3600;
  const seconds = () => Math.floor(server.context.now().getTime() / 1000);
  test.each<[string, () => Forgery]>([
    ['unsigned', () => ({ signing: 'none' })],
    ['signed with the client’s secret', () => ({ signing: 'client-secret' })],
    ['signed with the public key as a secret', () => ({ signing: 'public-key-as-secret' })],
    ['signed with another key', () => ({ signing: 'other-key' })],
    ['of another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'somebody-else' } })],
    ['for several clients, without saying for whom', () => ({ claims: { aud: [CLIENT.id, 'other'], azp: 'other' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['without an end', () => ({ claims: { exp: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['that is missing', () => ({ answer: { id_token: undefined } })],
    ['with an unknown critical header', () => ({ header: { crit: ['x'], x: 1 } })],
  ])('%s', async (_name, forgery) => {
    const before = await server.context.database.select().from(people);
    expect(await arrive(forgery())).toBe('/online/?reason=upstream_failed');
    expect(await server.context.database.select().from(people)).toHaveLength(before.length);
    expect((await auditOf(server, 'upstream')).at(-1)).toMatchObject({ outcome: 'refused' });
  });

  test.each<[string, Record<string, (now: number) => number>]>([
    ['that is over', { iat: (now) => now - 2 * hour, exp: (now) => now - hour }],
    ['that is not valid yet', { nbf: (now) => now + hour, exp: (now) => now + 2 * hour }],
  ])('%s: the clocks do not agree', async (_name, times) => {
    const claims = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, at(seconds())]));
    expect(await arrive({ claims })).toBe('/online/?reason=upstream_clock_wrong');
    expect(visitor.cookies.has('vestibule-session')).toBe(false);
  });

  test('within the skew that is set its clock may differ, beyond not', async () => {
    const over = { exp: (now: number) => now - 30, iat: (now: number) => now - 300 };
    const claims = () => Object.fromEntries(Object.entries(over).map(([name, at]) => [name, at(seconds())]));
    await change({ ...settings, issuer: forger.issuer, clockSkewMs: 10_000 });
    expect(await arrive({ claims: claims() })).toBe('/online/?reason=upstream_clock_wrong');
    await change({ ...settings, issuer: forger.issuer, clockSkewMs: 45_000 });
    expect(await arrive({ claims: claims() })).toBe('/online/session-status');
    await expect(change({ ...settings, clockSkewMs: 300_001 })).rejects.toThrow('clockSkewMs');
  });

  test('and a discovery document of another issuer is refused', async () => {
    const other = await startForgingIdentityProvider(server.context.now);
    other.forge({ metadata: { issuer: 'https://evil.example' } });
    await change({ ...settings, issuer: other.issuer });
    expect(await follow(visitor, start())).toBe('/online/?reason=upstream_failed');
    await other.close();
  });
});

test('an identity provider that does not answer is a refusal, and the other ways stay open', async () => {
  await change({ ...settings, issuer: 'http://localhost:9' });
  const marker = await visitor.openApplication();
  expect(await follow(visitor, start(marker))).toBe(`/online/?reason=upstream_unreachable&login=${marker}`);
});

test('an identity provider in trouble is said to be out of reach, and asked again at the next sign-in', async () => {
  const broken = createServer((_request, response) => response.writeHead(503).end('later'));
  const issuer = await listen(broken);
  await change({ ...settings, issuer });
  expect(await follow(visitor, start())).toBe('/online/?reason=upstream_unreachable');
  expect(await newestAudit(server)).toMatchObject({ details: { code: 'upstream_unreachable' } });
  broken.closeAllConnections();
  broken.close();
});

test('the settings take no address that is not https, except of this computer; the secret is sealed', async () => {
  const company = await server.company();
  const input = { kind: 'oidc', name: 'x', secret: 'very secret', isEnabled: true } as const;
  for (const issuer of ['http://login.example', 'http://localhost.evil.example', 'ftp://localhost', 'javascript:1']) {
    const its = { issuer, clientId: 'x' };
    expect(await createUpstream(company, ORIGIN, called('boss'), { ...input, settings: its })).toMatchObject({
      refused: 'request_malformed',
      message: expect.stringContaining('settings.issuer'),
    });
  }
  const its = { issuer: 'https://login.example', clientId: 'x' };
  const created = await createUpstream(company, ORIGIN, called('boss'), { ...input, settings: its });
  const { upstreams } = await import('../../../database/schema.ts');
  const rows = await server.context.database.select().from(upstreams);
  expect('id' in created && rows.some(({ id, sealedSecret }) => id === created.id && sealedSecret !== null)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain('very secret');
  expect(JSON.stringify(await auditOf(server, 'upstream'))).not.toContain('very secret');
});

test('the sign-in page shows a button for each that is switched on', async () => {
  const marker = await visitor.openApplication();
  const options = await visitor.ask<{ upstreams: { id: string; startPath: string }[]; applicationName: string }>(
    `/api/online/v1/sign-in-options?loginMarker=${marker}`,
  );
  expect(options.body.applicationName).toBe('Alderbrook Mail');
  expect(options.body.upstreams.find(({ id }) => id === upstreamId)?.startPath).toBe(start(marker));
  await change(settings, false);
  const fewer = await visitor.ask<{ upstreams: { id: string }[] }>('/api/online/v1/sign-in-options');
  expect(fewer.body.upstreams.some(({ id }) => id === upstreamId)).toBe(false);
});
