import type { PasskeyCreationOptions } from '@vestibule/contracts';
import { called } from '../../testing/called.ts';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, secondFactors, webSessions } from '../../database/schema.ts';
import type { Person } from '../../repositories/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { resetFactors } from '../people/factors/reset-factors.ts';
import { codeOf, encodeBase32 } from '@vestibule/testing/authenticator-app';
import {
  addPerson,
  auditOf,
  configure,
  configureApplication,
  giveRole,
  newestAudit,
  PASSWORD,
  post,
  signIn,
} from '../people/testing/people.ts';
import { SoftwareAuthenticator } from '../people/testing/software-authenticator.ts';

const MINUTE_MS = 60_000;
const SESSION_COOKIE = 'vestibule-session';

let server: TestServer;
let visitor: Visitor;
let person: Person;

beforeEach(async () => {
  visitor = new Visitor(server);
  person = await addPerson(server);
  await configure(server, {});
  await configureApplication(server, {});
});

interface Enrolled {
  readonly recoveryCodes: string[] | null;
  readonly continueTo: string;
}

/** Sets an authenticator app up in the visitor's session. */
async function enroll(who = visitor) {
  const begun = await post<{ id: string; secret: string; otpauthUri: string }>(who, 'second-factors/totp', {});
  const code = codeOf(begun.body.secret, server.context.now());
  const done = await post<Enrolled>(who, `second-factors/totp/${begun.body.id}/confirm`, { code });
  return { ...begun.body, ...done.body, status: done.status };
}

/** Someone with an authenticator app, at a time at which its next code has not been used. */
async function withApp(): Promise<Enrolled & { readonly secret: string; readonly id: string }> {
  await signIn(visitor, person.login);
  const enrolled = await enroll();
  server.advance(MINUTE_MS);
  visitor = new Visitor(server);
  return enrolled;
}

function give(who: Visitor, method: 'totp' | 'recovery-code', code: string, loginMarker?: string) {
  return post<{ continueTo: string }>(who, 'second-factor', { factor: { method, code }, loginMarker });
}

const now = (secret: string, offsetMs = 0) => codeOf(secret, new Date(server.context.now().getTime() + offsetMs));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('who is asked for one', () => {
  test('no one, where no one wants it: a password is a whole sign-in', async () => {
    expect((await signIn(visitor, person.login)).body).toEqual({ continueTo: '/online/session-status' });
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(200);
  });

  test('everybody, where the company wants it; anyone who has none sets one up', async () => {
    await configure(server, { secondFactor: 'required' });
    expect((await signIn(visitor, person.login)).body).toEqual({
      secondFactor: { methods: ['totp', 'passkey'], mustEnroll: true },
    });
    const { status, recoveryCodes, continueTo } = await enroll();
    expect([status, continueTo]).toEqual([200, '/online/session-status']);
    expect(recoveryCodes).toHaveLength(10);
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({
      session: { factors: ['password', 'totp'] },
    });
  });

  test('anyone who holds a role, whatever the company wants', async () => {
    await giveRole(server, person);
    expect((await signIn(visitor, person.login)).body).toMatchObject({ secondFactor: { mustEnroll: true } });
  });

  test('anyone who has set one up', async () => {
    await withApp();
    expect((await signIn(visitor, person.login)).body).toEqual({
      secondFactor: { methods: ['totp', 'recovery-code'], mustEnroll: false },
    });
  });

  test('anyone who comes from an application that wants it, and only those', async () => {
    await configureApplication(server, { secondFactor: 'required' });
    const marker = await visitor.openApplication();
    expect((await signIn(visitor, person.login, marker)).body).toMatchObject({ secondFactor: { mustEnroll: true } });
    expect((await signIn(new Visitor(server), person.login)).body).toHaveProperty('continueTo');
  });

  test('of someone signed in already, by an application that wants more', async () => {
    await signIn(visitor, person.login);
    await configureApplication(server, { secondFactor: 'required' });
    const marker = await visitor.openApplication();
    const progress = await visitor.ask(`/api/online/v1/sign-in-progress?loginMarker=${marker}`);
    expect(progress.body).toMatchObject({ secondFactor: { mustEnroll: true } });
  });

  test('the device instead, where the company or the mode of the application says so', async () => {
    await configure(server, { secondFactor: 'device' });
    expect((await signIn(visitor, person.login)).body).toEqual({ continueTo: '/device-check/' });
    await configure(server, {});
    await configureApplication(server, { mode: 'mfa' });
    const marker = await visitor.openApplication();
    const other = new Visitor(server);
    expect((await signIn(other, person.login, marker)).body).toEqual({
      continueTo: `/device-check/?login=${marker}`,
    });
    for (const who of [visitor, other]) {
      expect((await who.ask('/api/online/v1/my-session')).body).toMatchObject({
        session: { isDeviceCheckOutstanding: true },
      });
      // Else anyone who has the password alone would lock its owner out with a factor of their own.
      const added = await post(who, 'second-factors/totp', {});
      expect(added.body).toMatchObject({ code: 'second_factor_missing' });
    }
  });
});

describe('while it is missing', () => {
  beforeEach(async () => {
    await withApp();
    await signIn(visitor, person.login);
  });

  test.each([
    'online/v1/my-session',
    'online/v1/second-factors',
    'online/v1/settings',
    'device-compliance/v1/user',
    'device-compliance/v1/settings',
    'auth-service/v1/access-token',
  ])('GET /api/%s is closed', async (path) => {
    expect((await visitor.ask(`/api/${path}`, { headers: { 'X-OAuth2-Scope': 'device-v2' } })).status).toBe(401);
  });

  test('no factor can be added: a password is not enough for that', async () => {
    const totp = await post(visitor, 'second-factors/totp', {});
    const passkey = await post(visitor, 'second-factors/passkey-options', undefined);
    const thief = new SoftwareAuthenticator(server.url);
    const options = { rp: { id: 'localhost' }, user: { id: 'x' }, challenge: 'x' } as PasskeyCreationOptions;
    const made = await post(visitor, 'second-factors/passkey', { response: thief.create(options) });
    const codes = [totp, passkey, made].map(({ body }) => body.code);
    expect(codes).toEqual(Array.from({ length: 3 }, () => 'second_factor_missing'));
  });

  test('one that was begun before cannot be finished either', async () => {
    await resetFactors(await server.company(), origin(), person, called('test'));
    await configure(server, { secondFactor: 'required' });
    const thief = new Visitor(server);
    await signIn(thief, person.login);
    const begun = await post<{ id: string; secret: string }>(thief, 'second-factors/totp', {});
    const owner = new Visitor(server);
    await signIn(owner, person.login);
    const options = await post<{ id: string; secret: string }>(owner, 'second-factors/totp', {});
    const code = codeOf(options.body.secret, server.context.now());
    await post(owner, `second-factors/totp/${options.body.id}/confirm`, { code });
    const late = await post(thief, `second-factors/totp/${begun.body.id}/confirm`, {
      code: codeOf(begun.body.secret, server.context.now()),
    });
    expect(late.body.code).toBe('second_factor_missing');
  });

  test('a whole session ends after a quarter of an hour without it', async () => {
    server.advance(15 * MINUTE_MS);
    expect((await visitor.ask('/api/online/v1/sign-in-progress')).status).toBe(401);
  });

  test('one can leave', async () => {
    expect((await visitor.ask('/api/online/v1/sign-out', { method: 'POST' })).status).toBe(200);
    expect((await visitor.ask('/api/online/v1/sign-in-progress')).status).toBe(401);
  });
});

describe('a code', () => {
  let secret: string;
  let recoveryCodes: string[];
  beforeEach(async () => {
    const app = await withApp();
    secret = app.secret;
    recoveryCodes = app.recoveryCodes ?? [];
    await signIn(visitor, person.login);
  });

  test('makes the sign-in whole, with another token, and the old one opens nothing', async () => {
    const before = visitor.cookies.get(SESSION_COOKIE) ?? '';
    expect((await give(visitor, 'totp', now(secret))).body).toEqual({ continueTo: '/online/session-status' });
    expect(visitor.cookies.get(SESSION_COOKIE)).not.toBe(before);
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(200);
    visitor.cookies.set(SESSION_COOKIE, before);
    expect((await visitor.ask('/api/online/v1/sign-in-progress')).status).toBe(401);
    const entries = await auditOf(server, 'second-factor');
    expect(entries.at(-1)).toMatchObject({ outcome: 'done', actor: person.login, details: { method: 'totp' } });
  });

  test('works once, also of many at once, and none before it works any more', async () => {
    const code = now(secret);
    const rivals = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const rival = new Visitor(server);
        await signIn(rival, person.login);
        return rival;
      }),
    );
    const replies = await Promise.all(rivals.map((rival) => give(rival, 'totp', code)));
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 422, 422, 422, 422,
    ]);
    expect((await give(visitor, 'totp', code)).body.code).toBe('code_wrong');
    expect((await give(visitor, 'totp', now(secret, -30_000))).body.code).toBe('code_wrong');
    expect((await give(visitor, 'totp', now(secret, 30_000))).status).toBe(200);
  });

  test.each([
    [-60_000, 422],
    [-30_000, 200],
    [30_000, 200],
    [60_000, 422],
  ])('of %i ms from now is answered %i', async (offsetMs, status) => {
    expect((await give(visitor, 'totp', now(secret, offsetMs))).status).toBe(status);
  });

  test('is taken with blanks', async () => {
    expect((await give(visitor, 'totp', now(secret).replace(/^(...)/, ' $1 '))).status).toBe(200);
  });

  test('of another person does not count', async () => {
    const stranger = await addPerson(server);
    const other = new Visitor(server);
    await signIn(other, stranger.login);
    const theirs = await enroll(other);
    server.advance(MINUTE_MS);
    expect((await give(visitor, 'totp', now(theirs.secret))).body.code).toBe('code_wrong');
    expect((await give(visitor, 'recovery-code', theirs.recoveryCodes?.[0] ?? '')).body.code).toBe('code_wrong');
  });

  test('is guessed ten times, then slowly, from wherever; and no one is locked out for good', async () => {
    const codes: unknown[] = [];
    for (let index = 0; index < 12; index += 1) codes.push((await give(visitor, 'totp', '000000')).body.code);
    expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(10);
    expect(codes.at(-1)).toBe('too_many_attempts');
    server.advance(300_000);
    expect((await give(visitor, 'totp', now(secret))).status).toBe(200);
  });

  test('of an app that is guessed does not shut the way in by a recovery code', async () => {
    for (let index = 0; index < 12; index += 1) await give(visitor, 'totp', '000000');
    expect((await give(visitor, 'totp', now(secret))).body.code).toBe('too_many_attempts');
    expect((await give(visitor, 'recovery-code', recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('from the recovery codes works once; the others stay', async () => {
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/);
    expect((await give(visitor, 'recovery-code', first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    const again = new Visitor(server);
    await signIn(again, person.login);
    expect((await give(again, 'recovery-code', first)).body.code).toBe('code_wrong');
    expect((await give(again, 'recovery-code', second)).status).toBe(200);
    expect((await visitor.ask('/api/online/v1/second-factors')).body).toMatchObject({ recoveryCodesLeft: 8 });
  });

  test('for an application goes on to that application, and to no one else’s', async () => {
    const marker = await visitor.openApplication();
    const stranger = new Visitor(server);
    await signIn(stranger, (await addPerson(server)).login, marker);
    expect((await give(visitor, 'totp', now(secret), marker)).body.code).toBe('sign_in_unknown');
    const own = await visitor.openApplication();
    expect((await give(visitor, 'totp', now(secret), own)).body.continueTo).toBe(`/device-check/?login=${own}`);
  });

  test('that is wrong is written down without the code', async () => {
    await give(visitor, 'totp', '123456');
    expect(await newestAudit(server)).toMatchObject({ outcome: 'refused', details: { code: 'code_wrong' } });
    expect(JSON.stringify(await newestAudit(server))).not.toContain('123456');
  });
});

describe('the list', () => {
  test('shows names, and neither secrets nor codes lie in the database as they are', async () => {
    const { secret, recoveryCodes } = await withApp();
    const rows = await server.context.database
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.personId, person.id));
    expect(rows).toHaveLength(11);
    for (const plain of [secret, ...(recoveryCodes ?? [])]) {
      expect(JSON.stringify(rows)).not.toContain(plain);
      expect(JSON.stringify(rows)).not.toContain(plain.replaceAll('-', ''));
    }
  });

  test('is changed with a fresh proof only; a code is one', async () => {
    const { id, secret } = await withApp();
    await signIn(visitor, person.login);
    await give(visitor, 'totp', now(secret));
    server.advance(15 * MINUTE_MS);
    const remove = () => visitor.ask(`/api/online/v1/second-factors/${id}`, { method: 'DELETE' });
    expect((await remove()).body.code).toBe('proof_too_old');
    expect((await post(visitor, 'second-factors/totp', {})).body.code).toBe('proof_too_old');
    // The password alone is no proof of someone with a second factor.
    expect((await post(visitor, 'confirm-password', { password: PASSWORD })).status).toBe(204);
    expect((await remove()).body.code).toBe('proof_too_old');
    await give(visitor, 'totp', now(secret));
    expect((await remove()).status).toBe(204);
    expect((await visitor.ask('/api/online/v1/second-factors')).body).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
    });
    expect((await signIn(new Visitor(server), person.login)).body).toHaveProperty('continueTo');
  });

  test('keeps the last factor where one is asked for', async () => {
    await giveRole(server, person);
    await signIn(visitor, person.login);
    const { id } = await enroll();
    const reply = await visitor.ask(`/api/online/v1/second-factors/${id}`, { method: 'DELETE' });
    expect(reply.body.code).toBe('second_factor_required');
    const second = await enroll();
    const removals = await Promise.all(
      [id, second.id].map((one) => visitor.ask(`/api/online/v1/second-factors/${one}`, { method: 'DELETE' })),
    );
    expect(removals.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([204, 409]);
  });

  test('keeps the passkey that is all someone signs in with, until there is another', async () => {
    const { database, now: time } = server.context;
    const passkey = { kind: 'passkey' as const, name: 'Key', sealed: '', lastUsed: 0 };
    const times = { confirmedAt: time(), createdAt: time() };
    const add = async () => {
      const id = randomUUID();
      const key = { companyId: person.companyId, personId: person.id, id, lookup: id, ...passkey, ...times };
      await database.insert(secondFactors).values(key);
      return id;
    };
    const remove = (id: string) => visitor.ask(`/api/online/v1/second-factors/${id}`, { method: 'DELETE' });
    await signIn(visitor, person.login);
    await enroll();
    // With a password next to it, it is one of two ways in.
    expect((await remove(await add())).status).toBe(204);
    await database.update(people).set({ passwordHash: null }).where(eq(people.id, person.id));
    const [first, second] = [await add(), await add()];
    const removals = await Promise.all([remove(first), remove(second)]);
    expect(removals.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([204, 409]);
    expect(removals.find(({ status }) => status === 409)?.body.code).toBe('last_way_in');
  });

  test('is no one else’s', async () => {
    const { id } = await withApp();
    const stranger = new Visitor(server);
    await signIn(stranger, (await addPerson(server)).login);
    const reply = await stranger.ask(`/api/online/v1/second-factors/${id}`, { method: 'DELETE' });
    expect(reply.body.code).toBe('not_found');
  });

  test('new recovery codes make the old ones void', async () => {
    await signIn(visitor, person.login);
    expect((await post(visitor, 'second-factors/recovery-codes', undefined)).body.code).toBe('not_found');
    const { recoveryCodes } = await enroll();
    const renewed = await post<{ recoveryCodes: string[] }>(visitor, 'second-factors/recovery-codes', undefined);
    const other = new Visitor(server);
    await signIn(other, person.login);
    expect((await give(other, 'recovery-code', recoveryCodes?.[0] ?? '')).body.code).toBe('code_wrong');
    expect((await give(other, 'recovery-code', renewed.body.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('is reset by an administrator, which ends every session', async () => {
    const { secret } = await withApp();
    await signIn(visitor, person.login);
    await give(visitor, 'totp', now(secret));
    await resetFactors(await server.company(), origin(), person, called('boss'));
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(401);
    expect((await signIn(visitor, person.login)).body).toHaveProperty('continueTo');
    expect((await auditOf(server, 'second-factor')).at(-1)).toMatchObject({ actor: 'boss', target: person.login });
  });
});

test('the codes are those of RFC 6238', () => {
  const secret = encodeBase32(Buffer.from('12345678901234567890'));
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) expect(codeOf(secret, new Date(seconds * 1000))).toBe(code);
});

test('a session counts its factors in the order they were given', async () => {
  const { secret } = await withApp();
  await signIn(visitor, person.login);
  await give(visitor, 'totp', now(secret));
  const rows = await server.context.database.select().from(webSessions).where(eq(webSessions.personId, person.id));
  const newest = rows.toSorted((a, b) => a.lastSeenAt.getTime() - b.lastSeenAt.getTime()).at(-1);
  expect(newest).toMatchObject({ factors: ['password', 'totp'], awaits: null });
});

function origin() {
  return { address: '127.0.0.1', correlationId: 'test-correlation' };
}
