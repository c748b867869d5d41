import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../database/schema.ts';
import type { Person } from '../../repositories/people.ts';
import { addCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Place, Visitor } from '../../testing/visitor.ts';
import { codeOf } from '@vestibule/testing/authenticator-app';
import { maySignIn } from '../people/attempts.ts';
import { addPerson, configure, PASSWORD, post, signIn } from '../people/testing/people.ts';

const MINUTE_MS = 60_000;
const BROWSER_COOKIE = 'vestibule-browser';
const SIGNED_IN = 200;

let server: TestServer;
let person: Person;
/** The address that everybody in a test has; one for each test, since an address may only sign in so often in a minute. */
let address = '';
let tests = 0;

class Colleague extends Visitor {
  override ask<Body>(path: string, asking: Parameters<Visitor['ask']>[1] = {}) {
    return super.ask<Body>(path, { ...asking, headers: { ...asking.headers, 'x-forwarded-for': address } });
  }
}

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  tests += 1;
  address = `203.0.113.${tests}`;
  person = await addPerson(server);
  await configure(server, {});
});

/** A browser as it comes back another day: no one is signed in, what else it keeps is there. */
function comeBack(before: Visitor, place: Place = server): Visitor {
  const visitor = new Colleague(place);
  const mark = before.cookies.get(BROWSER_COOKIE);
  if (mark !== undefined) visitor.cookies.set(BROWSER_COOKIE, mark);
  return visitor;
}

function withMark(mark: string): Visitor {
  const visitor = new Colleague(server);
  visitor.cookies.set(BROWSER_COOKIE, mark);
  return visitor;
}

const markOf = (visitor: Visitor) => visitor.cookies.get(BROWSER_COOKIE) ?? '';
const guess = (visitor: Visitor, login = person.login) =>
  post<object>(visitor, 'sign-in', { login, password: 'not the right password' });
const giveCode = (visitor: Visitor, code: string) =>
  post<object>(visitor, 'second-factor', { factor: { method: 'totp', code } });

async function repeat(times: number, ask: () => Promise<{ body: { code?: string } }>): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (let index = 0; index < times; index += 1) codes.push((await ask()).body.code);
  return codes;
}

/** How a sign-in goes: its status, or why it was refused. */
async function tryToSignIn(visitor: Visitor, login = person.login): Promise<number | string> {
  const reply = await signIn(visitor, login);
  return reply.body.code ?? reply.status;
}

async function signedIn(login = person.login, visitor = new Colleague(server)): Promise<Visitor> {
  expect(await tryToSignIn(visitor, login)).toBe(SIGNED_IN);
  return visitor;
}

describe('a colleague at the same address who takes every try at a password', () => {
  const slowDown = async () => {
    await repeat(6, () => guess(new Colleague(server)));
    expect(await tryToSignIn(new Colleague(server))).toBe('too_many_attempts');
  };

  test('does not keep the person out of the browser that they use', async () => {
    const own = await signedIn();
    let elsewhere = 0;
    for (let round = 0; round < 8; round += 1) {
      await guess(new Colleague(server));
      server.advance(1000);
      expect(await tryToSignIn(comeBack(own))).toBe(SIGNED_IN);
      if ((await tryToSignIn(new Colleague(server))) === SIGNED_IN) elsewhere += 1;
      await repeat(5, () => guess(new Colleague(server)));
      server.advance(29_500);
    }
    // Without what the browser is known by it would go as it goes elsewhere.
    expect(elsewhere).toBeLessThan(8);
  });

  test('nor from proving once more who they are', async () => {
    const own = await signedIn();
    await slowDown();
    const confirmed = await post(own, 'confirm-password', { password: PASSWORD });
    expect([confirmed.status, confirmed.body]).toEqual([204, '']);
  });

  test('takes the tries of the one who shows another’s mark, a forged one, or one of another company', async () => {
    const own = await signedIn();
    const other = await addPerson(server);
    const [id = '', ...proofs] = markOf(own).split('.');
    const [otherId = '', otherProof = ''] = markOf(await signedIn(other.login)).split('.');
    const second = await addCompany(server, `second-${person.login}`);
    const there = new Colleague(second);
    expect((await post(there, 'sign-in', { login: person.login, password: PASSWORD })).status).toBe(200);
    await slowDown();
    for (const mark of [
      `${otherId}.${otherProof}`,
      `${otherId}.${proofs[0]}`,
      `${id}.${otherProof}`,
      `${id}.${'A'.repeat(43)}`,
      id,
      '',
      '.',
      'x'.repeat(2000),
      [id, ...Array.from({ length: 50 }, () => proofs[0])].join('.'),
      `${id}.${proofs[0]?.slice(1)}`,
      markOf(there),
    ]) {
      expect([mark, await tryToSignIn(withMark(mark))]).toEqual([mark, 'too_many_attempts']);
    }
    expect(await tryToSignIn(comeBack(own))).toBe(SIGNED_IN);
  });
});

describe('a mark', () => {
  test('gives no more tries than an address has, and they run out by themselves', async () => {
    const own = await signedIn();
    const codes = await repeat(7, () => guess(comeBack(own)));
    expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(5);
    expect(codes.at(-1)).toBe('too_many_attempts');
    expect(await tryToSignIn(comeBack(own))).toBe('too_many_attempts');
    // With a wrong password no one gets another mark.
    expect(comeBack(own).cookies.size).toBe(1);
    server.advance(31_000);
    expect(await tryToSignIn(comeBack(own))).toBe(SIGNED_IN);
  });

  test('is worth nothing for another login', async () => {
    const own = await signedIn();
    const other = await addPerson(server);
    await repeat(6, () => guess(new Colleague(server), other.login));
    expect(await tryToSignIn(comeBack(own), other.login)).toBe('too_many_attempts');
  });

  test('of before a change of the password is worth nothing: anyone who knew the old one may have made many', async () => {
    const thief = await signedIn();
    const own = await signedIn();
    const newPassword = 'seven green kettles whistle';
    const changed = await own.ask('/api/online/v1/password', {
      method: 'PUT',
      body: { currentPassword: PASSWORD, newPassword },
    });
    expect(changed.status).toBe(204);
    await repeat(6, () => guess(new Colleague(server)));
    expect((await guess(comeBack(thief))).body.code).toBe('too_many_attempts');
    const again = await post(comeBack(own), 'sign-in', { login: person.login, password: newPassword });
    expect(again.status).toBe(200);
  });

  test('is kept from pages, signs no one in, names no one, and stays when they sign out', async () => {
    const visitor = new Colleague(server);
    const reply = await signIn(visitor, person.login);
    const line = reply.headers.getSetCookie().find((cookie) => cookie.startsWith(`${BROWSER_COOKIE}=`)) ?? '';
    expect(line).toMatch(/; Max-Age=31536000;/);
    expect(line).toMatch(/; Path=\//);
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; SameSite=Lax/);
    expect(markOf(visitor)).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
    expect((await comeBack(visitor).ask('/api/online/v1/my-session')).status).toBe(401);
    await post(visitor, 'sign-out', undefined);
    expect(await tryToSignIn(comeBack(visitor))).toBe(SIGNED_IN);
    expect(markOf(visitor)).not.toBe('');
  });

  test('is for everybody who shares the computer, and forgets anyone who was there longest ago', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => addPerson(server)));
    const shared = await signedIn();
    const [first] = others;
    if (first === undefined) throw new Error('No one is there.');
    await signedIn(first.login, shared);
    await repeat(6, () => guess(new Colleague(server)));
    expect(await tryToSignIn(comeBack(shared))).toBe(SIGNED_IN);
    for (const { login } of others) await signedIn(login, shared);
    expect(markOf(shared).split('.')).toHaveLength(9);
    server.advance(1000);
    await repeat(3, () => guess(new Colleague(server)));
    expect(await tryToSignIn(comeBack(shared))).toBe('too_many_attempts');
  });

  test('is not given while a second factor is missing', async () => {
    await configure(server, { secondFactor: 'required' });
    expect(markOf(await signedIn())).toBe('');
  });
});

describe('someone who has the password and signs in with it again and again', () => {
  const countedAt = async (browserMark?: string, times = 200) => {
    const context = await server.company();
    for (let index = 0; index < times; index += 1) await maySignIn(context, person, { address, browserMark });
  };

  test('waits after 200 times in new browsers, one a minute, and keeps the person out of no browser that they use', async () => {
    const own = new Colleague(server);
    expect((await signIn(own, person.login)).status).toBe(SIGNED_IN);
    await countedAt();
    const refused = await signIn(new Colleague(server), person.login);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_attempts' }]);
    expect((await signIn(comeBack(own), person.login)).status).toBe(SIGNED_IN);
    // Nor out of a new one elsewhere.
    expect((await signIn(new Visitor(server), person.login)).status).toBe(SIGNED_IN);
    server.advance(MINUTE_MS);
    expect((await signIn(new Colleague(server), person.login)).status).toBe(SIGNED_IN);
    await countedAt(undefined, 10);
    server.advance(1000);
    expect((await signIn(new Colleague(server), person.login)).status).toBe(429);
  });

  test('and in a browser that they have kept, which is counted by itself', async () => {
    const jar = new Colleague(server);
    expect((await signIn(jar, person.login)).status).toBe(SIGNED_IN);
    await countedAt(markOf(jar));
    expect((await signIn(comeBack(jar), person.login)).status).toBe(429);
    expect((await signIn(new Colleague(server), person.login)).status).toBe(SIGNED_IN);
  });
});

describe('someone who has the password and takes every try at a code', () => {
  let secret: string;
  let recoveryCodes: string[];
  let own: Visitor;
  /** From the time before the person had an authenticator app. */
  let early: Visitor;
  const code = () => codeOf(secret, server.context.now());

  beforeEach(async () => {
    early = await signedIn();
    own = await signedIn();
    const begun = await post<{ id: string; secret: string }>(own, 'second-factors/totp', {});
    secret = begun.body.secret;
    const path = `second-factors/totp/${begun.body.id}/confirm`;
    recoveryCodes = (await post<{ recoveryCodes: string[] }>(own, path, { code: code() })).body.recoveryCodes;
    server.advance(MINUTE_MS);
  });

  async function slowDown(): Promise<Visitor> {
    const attacker = await signedIn();
    const codes = await repeat(12, () => giveCode(attacker, '000000'));
    expect(codes.at(-1)).toBe('too_many_attempts');
    return attacker;
  }

  test('does not keep the person out of the browser that they use', async () => {
    await slowDown();
    const takeTry = async () => {
      server.advance(5 * MINUTE_MS);
      expect((await giveCode(await signedIn(), '000000')).body.code).toBe('code_wrong');
    };
    // Until each try has to wait for as long as it ever does.
    for (let index = 0; index < 10; index += 1) await takeTry();
    for (let round = 0; round < 4; round += 1) {
      await takeTry();
      server.advance(MINUTE_MS);
      expect((await giveCode(await signedIn(), code())).body.code).toBe('too_many_attempts');
      expect((await giveCode(await signedIn(person.login, comeBack(own)), code())).status).toBe(200);
    }
  });

  test('nor out of any other, with a recovery code', async () => {
    await slowDown();
    const elsewhere = await signedIn();
    const recover = (given: string) =>
      post<object>(elsewhere, 'second-factor', { factor: { method: 'recovery-code', code: given } });
    expect((await recover('2222-2222-2222-2222')).body.code).toBe('code_wrong');
    expect((await recover(recoveryCodes[0] ?? '')).status).toBe(200);
    // That gives no one more tries at the codes of the app.
    expect((await giveCode(await signedIn(), code())).body.code).toBe('too_many_attempts');
  });

  test('has no more of them with the mark of a browser, stolen or made before there was a second factor', async () => {
    const thief = await signedIn(person.login, comeBack(own));
    const codes = await repeat(12, () => giveCode(thief, '000000'));
    expect(codes.filter((answer) => answer === 'code_wrong')).toHaveLength(10);
    expect(codes.at(-1)).toBe('too_many_attempts');
    // Tries there are not those of everybody else, and the other way round.
    const elsewhere = await signedIn();
    expect((await giveCode(elsewhere, code())).status).toBe(200);
    await slowDown();
    const withEarly = await signedIn(person.login, comeBack(early));
    expect((await giveCode(withEarly, '000000')).body.code).toBe('too_many_attempts');
  });

  test('has none with a mark of the same browser that is another person’s', async () => {
    const other = await addPerson(server);
    await slowDown();
    const stranger = await signedIn(person.login, comeBack(await signedIn(other.login)));
    expect((await giveCode(stranger, code())).body.code).toBe('too_many_attempts');
  });

  test('a reset of the password by hand does not take the codes’ tries along', async () => {
    await slowDown();
    const { passwordHash } = await addPerson(server);
    await server.context.database.update(people).set({ passwordHash }).where(eq(people.id, person.id));
    const back = await signedIn(person.login, comeBack(own));
    expect((await giveCode(back, code())).status).toBe(200);
  });
});
