import { randomUUID } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRegistration, PasskeyRequestOptions } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, upstreams } from '../../../database/schema.ts';
import type { Person } from '../../../repositories/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import {
  addPerson,
  auditOf,
  block,
  configure,
  giveRole,
  newestAudit,
  post,
  type SignInAnswer,
  signIn,
} from '../testing/people.ts';
import { createOtherKey, type Deviation, SoftwareAuthenticator } from '../testing/software-authenticator.ts';

const USER_PRESENT_ONLY = 0x01;

let server: TestServer;
let visitor: Visitor;
let person: Person;
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  visitor = new Visitor(server);
  await configure(server, {});
  person = await addPerson(server);
  authenticator = new SoftwareAuthenticator(server.url);
});

function register(who: Visitor, response: PasskeyRegistration) {
  return post<{ recoveryCodes: string[] | null; continueTo: string }>(who, 'second-factors/passkey', { response });
}

async function creationOptions(who = visitor): Promise<PasskeyCreationOptions> {
  return (await post<PasskeyCreationOptions>(who, 'second-factors/passkey-options', undefined)).body;
}

async function requestOptions(who = visitor): Promise<PasskeyRequestOptions> {
  return (await post<PasskeyRequestOptions>(who, 'sign-in/passkey-options', undefined)).body;
}

function signInByPasskey(who: Visitor, response: unknown, loginMarker?: string) {
  return post<SignInAnswer>(who, 'sign-in/passkey', { response, loginMarker });
}

/** A person with a passkey, and a browser that is signed out. */
async function withPasskey(): Promise<void> {
  await signIn(visitor, person.login);
  const reply = await register(visitor, authenticator.create(await creationOptions()));
  if (reply.status !== 201) throw new Error(`The passkey was not taken: ${reply.body.code}`);
  visitor = new Visitor(server);
}

describe('setting a passkey up', () => {
  test('asks for a verified person, for this host, and gives recovery codes once', async () => {
    await signIn(visitor, person.login);
    const options = await creationOptions();
    expect(options.rp).toEqual({ name: 'Alderbrook', id: 'localhost' });
    expect(options.authenticatorSelection.userVerification).toBe('required');
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const reply = await register(visitor, authenticator.create(options));
    expect([reply.status, reply.body.recoveryCodes?.length]).toEqual([201, 10]);
    const further = new SoftwareAuthenticator(server.url);
    const again = await creationOptions();
    expect(again.excludeCredentials).toEqual([{ id: authenticator.id, type: 'public-key', transports: ['internal'] }]);
    expect((await register(visitor, further.create(again))).body.recoveryCodes).toBeNull();
  });

  test('while signing in is the second factor', async () => {
    await configure(server, { secondFactor: 'required' });
    const marker = await visitor.openApplication();
    await signIn(visitor, person.login, marker);
    const response = authenticator.create(await creationOptions());
    const reply = await post<{ continueTo: string }>(visitor, 'second-factors/passkey', {
      response,
      loginMarker: marker,
    });
    expect(reply.body.continueTo).toBe(`/device-check/?login=${marker}`);
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(200);
  });

  const deviations: [string, Deviation][] = [
    ['made on another site', { origin: 'https://gate.example' }],
    ['made for another host', { rpId: 'gate.example' }],
    ['made for a subdomain of another name', { rpId: 'localhost.evil.example' }],
    ['without the person verified', { flags: USER_PRESENT_ONLY | 0x40 }],
    ['of another kind of ceremony', { type: 'webauthn.get' }],
    ['with a made-up challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['from a frame of another site', { crossOrigin: true }],
  ];
  test.each(deviations)('%s is refused', async (_name, deviation) => {
    await signIn(visitor, person.login);
    const reply = await register(visitor, authenticator.create(await creationOptions(), deviation));
    expect([reply.status, reply.body.code]).toEqual([422, 'passkey_refused']);
    expect((await visitor.ask('/api/online/v1/second-factors')).body).toMatchObject({ factors: [] });
  });

  test('works once, in the browser that began it, and within five minutes', async () => {
    await signIn(visitor, person.login);
    const used = authenticator.create(await creationOptions());
    expect((await register(visitor, used)).status).toBe(201);
    expect((await register(visitor, used)).body.code).toBe('passkey_refused');
    const options = await creationOptions();
    const stranger = new Visitor(server);
    await signIn(stranger, (await addPerson(server)).login);
    expect((await register(stranger, authenticator.create(options))).body.code).toBe('passkey_refused');
    const late = await creationOptions();
    server.advance(300_000);
    const response = new SoftwareAuthenticator(server.url).create(late);
    expect((await register(visitor, response)).body.code).toBe('passkey_refused');
  });

  test('of one that another person has already is refused', async () => {
    await withPasskey();
    const stranger = new Visitor(server);
    await signIn(stranger, (await addPerson(server)).login);
    const reply = await register(stranger, authenticator.create(await creationOptions(stranger)));
    expect(reply.body.code).toBe('passkey_refused');
  });
});

describe('signing in by passkey', () => {
  beforeEach(withPasskey);

  test('needs no login and no password, and is both factors', async () => {
    await configure(server, { secondFactor: 'required' });
    const options = await requestOptions();
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    const reply = await signInByPasskey(visitor, authenticator.get(options));
    expect(reply.body).toEqual({ continueTo: '/online/session-status' });
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({ session: { factors: ['passkey'] } });
    expect((await auditOf(server, 'sign-in')).at(-1)).toMatchObject({ outcome: 'done', actor: person.login });
  });

  const deviations: [string, Deviation][] = [
    ['for another site', { origin: 'https://gate.example' }],
    ['for another host', { rpId: 'gate.example' }],
    ['without the person verified', { flags: USER_PRESENT_ONLY }],
    ['of another kind of ceremony', { type: 'webauthn.create' }],
    ['with a made-up challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['from a frame of another site', { crossOrigin: true }],
    ['signed with another key', { key: createOtherKey() }],
    ['that names another person', { userHandle: Buffer.from('nobody').toString('base64url') }],
  ];
  test.each(deviations)('%s is refused', async (_name, deviation) => {
    const reply = await signInByPasskey(visitor, authenticator.get(await requestOptions(), deviation));
    expect([reply.status, reply.body.code]).toEqual([401, 'credentials_wrong']);
    expect(visitor.cookies.size).toBe(0);
    expect(await newestAudit(server)).toMatchObject({ action: 'sign-in', outcome: 'refused' });
  });

  test('that no one has is refused in the same words as a wrong one', async () => {
    const unknown = new SoftwareAuthenticator(server.url);
    const nobody = await signInByPasskey(visitor, unknown.get(await requestOptions(), { userHandle: 'bm9ib2R5' }));
    const wrong = await signInByPasskey(visitor, authenticator.get(await requestOptions(), { key: createOtherKey() }));
    expect({ ...nobody.body, correlationId: '' }).toEqual({ ...wrong.body, correlationId: '' });
    expect(nobody.status).toBe(wrong.status);
  });

  test('with a counter that does not rise is refused: someone has copied the key', async () => {
    expect((await signInByPasskey(visitor, authenticator.get(await requestOptions(), { counter: 7 }))).status).toBe(
      200,
    );
    for (const counter of [7, 6, 0]) {
      const copy = await signInByPasskey(visitor, authenticator.get(await requestOptions(), { counter }));
      expect(copy.body.code).toBe('credentials_wrong');
    }
    expect((await signInByPasskey(visitor, authenticator.get(await requestOptions(), { counter: 8 }))).status).toBe(
      200,
    );
  });

  test('with one that never counts works every time', async () => {
    for (let index = 0; index < 3; index += 1) {
      const response = authenticator.get(await requestOptions(), { counter: 0 });
      expect((await signInByPasskey(visitor, response)).status).toBe(200);
    }
  });

  test('works once, also of many at once', async () => {
    const response = authenticator.get(await requestOptions());
    const replies = await Promise.all(Array.from({ length: 5 }, () => signInByPasskey(new Visitor(server), response)));
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 401, 401, 401, 401,
    ]);
  });

  test('later than five minutes is refused', async () => {
    const options = await requestOptions();
    server.advance(300_000);
    expect((await signInByPasskey(visitor, authenticator.get(options))).body.code).toBe('credentials_wrong');
  });

  test('is closed to a blocked account, and where local sign-in is switched off', async () => {
    await configure(server, { isLocalSignInEnabled: false });
    expect((await signInByPasskey(visitor, authenticator.get(await requestOptions()))).body.code).toBe(
      'credentials_wrong',
    );
    await configure(server, {});
    await block(server, person);
    expect((await signInByPasskey(visitor, authenticator.get(await requestOptions()))).body.code).toBe(
      'account_disabled',
    );
  });

  test('of an administrator opens also where no one else signs in here, unless they are linked', async () => {
    await configure(server, { isLocalSignInEnabled: false });
    const offered = async () =>
      (await visitor.ask<{ isPasskeyOffered: boolean }>('/api/online/v1/sign-in-options')).body.isPasskeyOffered;
    expect(await offered()).toBe(false);
    await giveRole(server, person);
    expect(await offered()).toBe(true);
    expect((await signInByPasskey(new Visitor(server), authenticator.get(await requestOptions()))).status).toBe(200);
    const { database, now } = server.context;
    const { companyId } = person;
    const upstream = { companyId, id: randomUUID(), kind: 'oidc', name: 'Okta', settings: {} } as const;
    await database.insert(upstreams).values({ ...upstream, isEnabled: true, createdAt: now() });
    await database.update(people).set({ upstreamId: upstream.id }).where(eq(people.id, person.id));
    expect(await offered()).toBe(false);
    const refused = await signInByPasskey(new Visitor(server), authenticator.get(await requestOptions()));
    expect(refused.body.code).toBe('credentials_wrong');
  });

  test('is closed to the one who signs in at the company’s own identity provider, while that is switched on', async () => {
    const { database } = server.context;
    const { companyId } = person;
    const upstream = { companyId, id: randomUUID(), kind: 'oidc', name: 'Entra', settings: {} } as const;
    await database.insert(upstreams).values({ ...upstream, isEnabled: true, createdAt: server.context.now() });
    await database.update(people).set({ upstreamId: upstream.id }).where(eq(people.id, person.id));
    const signInAgain = async () => signInByPasskey(visitor, authenticator.get(await requestOptions()));
    expect((await signInAgain()).body.code).toBe('credentials_wrong');
    await database.update(upstreams).set({ isEnabled: false }).where(eq(upstreams.id, upstream.id));
    expect((await signInAgain()).status).toBe(200);
    await database.delete(upstreams).where(eq(upstreams.id, upstream.id));
  });

  test('binds the sign-in that an application began, and not another person’s', async () => {
    const marker = await visitor.openApplication();
    const reply = await signInByPasskey(visitor, authenticator.get(await requestOptions()), marker);
    expect(reply.body).toEqual({ continueTo: `/device-check/?login=${marker}` });
    const theirs = await visitor.openApplication();
    await signIn(new Visitor(server), (await addPerson(server)).login, theirs);
    const refused = await signInByPasskey(visitor, authenticator.get(await requestOptions()), theirs);
    expect(refused.body.code).toBe('sign_in_unknown');
  });
});

describe('a passkey after a password', () => {
  beforeEach(async () => {
    await withPasskey();
    await signIn(visitor, person.login);
  });

  async function options(who = visitor): Promise<PasskeyRequestOptions> {
    return (await post<PasskeyRequestOptions>(who, 'second-factor/passkey-options', undefined)).body;
  }

  function give(who: Visitor, response: unknown) {
    return post<{ continueTo: string }>(who, 'second-factor', { factor: { method: 'passkey', response } });
  }

  test('makes the sign-in whole', async () => {
    const asked = await options();
    expect(asked.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    expect((await give(visitor, authenticator.get(asked))).body).toEqual({ continueTo: '/online/session-status' });
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({
      session: { factors: ['password', 'passkey'] },
    });
  });

  test('counts in the browser that asked for it alone', async () => {
    const asked = await options();
    const other = new Visitor(server);
    await signIn(other, person.login);
    expect((await give(other, authenticator.get(asked))).body.code).toBe('passkey_refused');
    expect((await give(visitor, authenticator.get(asked))).body.code).toBe('passkey_refused');
  });

  test('of another person does not count', async () => {
    const owner = { person, authenticator };
    person = await addPerson(server);
    authenticator = new SoftwareAuthenticator(server.url);
    await withPasskey();
    visitor = new Visitor(server);
    await signIn(visitor, owner.person.login);
    expect((await give(visitor, authenticator.get(await options()))).body.code).toBe('passkey_refused');
    expect((await give(visitor, owner.authenticator.get(await options()))).status).toBe(200);
  });

  test('is not an answer to the other ceremony', async () => {
    const forSignIn = await requestOptions(new Visitor(server));
    expect((await give(visitor, authenticator.get(forSignIn))).body.code).toBe('passkey_refused');
    const reply = await signInByPasskey(new Visitor(server), authenticator.get(await options()));
    expect(reply.body.code).toBe('credentials_wrong');
  });
});
