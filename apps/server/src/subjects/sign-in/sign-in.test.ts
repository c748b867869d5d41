import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PEOPLE } from '../people/trial-people.ts';
import { signInWithPassword } from './password-sign-in.ts';
import { hashPassword, isPasswordRight } from '../people/passwords.ts';
import { isRefusal } from '../../context/server-context.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuthnRequest, type Reply, Visitor } from '../../testing/visitor.ts';

const [nadia] = DEMO_PEOPLE;
const ELSEWhere = '198.51.100.7';
const SIGN_IN = '/api/online/v1/sign-in';

let server: TestServer;
let visitor: Visitor;
/** An address no one has signed in from; one per test. */
let here = '';
let addresses = 0;

beforeEach(() => {
  visitor = new Visitor(server);
  addresses += 1;
  here = `192.0.2.${addresses}`;
});

function useOneServer(options: Parameters<typeof startTestServer>[0] = {}): void {
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  afterAll(() => server.close());
}

/** Tries one password from an address: @returns the code of the refusal, or 'signed in' */
async function attempt(password: string, address = here, login: string = nadia.login): Promise<string> {
  const correlationId = randomUUID();
  const visit = { address, correlationId, userAgent: 'test', sessionToken: undefined, browserMark: undefined };
  const result = await signInWithPassword(await server.company(), visit, { login, password });
  return isRefusal(result) ? result.refused : 'signed in';
}

async function attempts(count: number, address = here, login: string = nadia.login): Promise<string[]> {
  const codes: string[] = [];
  for (let index = 0; index < count; index += 1) codes.push(await attempt('wrong', address, login));
  return codes;
}

describe('guessing a password', () => {
  useOneServer();

  test('answers alike for a login that exists and for one that does not', async () => {
    const known = await attempts(8);
    expect(known).toContain('too_many_attempts');
    expect(await attempts(8, here, 'nobody')).toEqual(known);
  });

  test('keeps no one out elsewhere, however the login is written', async () => {
    expect((await attempts(6, here, ' NADIA ')).at(-1)).toBe('too_many_attempts');
    expect(await attempt(nadia.password)).toBe('too_many_attempts');
    expect(await attempt(nadia.password, ELSEWhere)).toBe('signed in');
    expect(await attempt(nadia.password)).toBe('too_many_attempts');
  });

  test('from many addresses of one IPv6 network is guessing from one', async () => {
    for (let index = 1; index <= 5; index += 1) await attempt('wrong', `2001:db8::${index}`);
    expect(await attempt('wrong', '2001:db8::ffff')).toBe('too_many_attempts');
    expect(await attempt('wrong', '2001:db8:0:1::1')).toBe('credentials_wrong');
  });

  test('is slower with every try, and refused tries do not make the wait longer', async () => {
    await attempts(5);
    await attempts(20);
    server.advance(1000);
    expect(await attempts(2)).toEqual(['credentials_wrong', 'too_many_attempts']);
    server.advance(1999);
    expect(await attempt('wrong')).toBe('too_many_attempts');
    server.advance(1);
    expect(await attempt(nadia.password)).toBe('signed in');
  });

  test('is forgotten after a quarter of an hour, and by the right password', async () => {
    await attempts(5);
    server.advance(900_000);
    const fresh = [...Array.from({ length: 5 }, () => 'credentials_wrong'), 'too_many_attempts'];
    expect(await attempts(6)).toEqual(fresh);
    server.advance(31_000);
    expect(await attempt(nadia.password)).toBe('signed in');
    expect(await attempts(6)).toEqual(fresh);
  });

  test.each([nadia.login, 'nobody'])('at once gets no further than one after another (%s)', async (login) => {
    const codes = await Promise.all(Array.from({ length: 40 }, () => attempt('wrong', here, login)));
    expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(35);
  });
});

describe('a burst', () => {
  useOneServer({ calls: { signIns: 30, pages: 30, malformed: 30 } });

  /** Asks until the answer is another than 400. */
  async function untilRefused<Body>(ask: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
    for (let done = 0; done < 100; done += 1) {
      const reply = await ask();
      if (reply.status !== 400) return reply;
    }
    throw new Error('A hundred were answered alike.');
  }

  test('of passwords is refused beyond a bound, and the tries it refused do not count', async () => {
    const burst = Array.from({ length: 300 }, () => isPasswordRight(null, 'wrong'));
    await setImmediate();
    // New passwords take their turn as well, and keep the places taken until the late ones have asked.
    const turns = Array.from({ length: 100 }, () => hashPassword('new'));
    const late = await Promise.all(Array.from({ length: 8 }, () => attempt('wrong')));
    expect(late).toEqual(Array.from({ length: 8 }, () => 'too_many_attempts'));
    const [answers] = await Promise.all([Promise.all(burst), Promise.all(turns)]);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(300 - 8 - 256);
    expect(await attempt(nadia.password)).toBe('signed in');
  });

  test('of sign-ins from one address is answered 429 with the error body', async () => {
    const ask = () => visitor.ask(SIGN_IN, { method: 'POST', body: { login: '', password: 'wrong' } });
    const { status, body, headers } = await untilRefused(ask);
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: 'too_many_attempts', correlationId: headers.get('correlation-id') });
    expect((await visitor.ask('/api/online/v1/support/public-info')).status).toBe(200);
  });

  test.each([
    ['/saml/sso', 'GET'],
    ['/saml/sso', 'POST'],
    ['/saml/continue', 'GET'],
  ])('at %s by %s is answered 429 with a page', async (path, method) => {
    const ask = () => visitor.ask<string>(path, { method });
    const { status, body, headers } = await untilRefused(ask);
    expect(status).toBe(429);
    expect(headers.get('content-type')).toContain('text/html');
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    expect(body).toContain('too_many_attempts');
  });
});

describe('a form', () => {
  useOneServer();

  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${server.url}${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

  test('is not taken by a call', async () => {
    const response = await post(SIGN_IN, { login: nadia.login, password: nadia.password });
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({ code: 'request_malformed' });
  });

  test('is read where work applications post theirs', async () => {
    const response = await post('/saml/sso', { SAMLRequest: Buffer.from('<a/>').toString('base64') });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('no AuthnRequest');
    expect((await visitor.ask(`/saml/sso?${createAuthnRequest(server)}`)).status).toBe(303);
  });

  test('too large for a work application is refused with the error body', async () => {
    const response = await post('/saml/sso', { SAMLRequest: 'A'.repeat(140_000) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'request_malformed' });
  });
});

describe('a login with U+0000', () => {
  useOneServer();

  test('is malformed, and never reaches the database', async () => {
    const body = { login: 'nad\0ia', password: 'wrong' };
    const reply = await visitor.ask(SIGN_IN, { method: 'POST', body });
    expect([reply.status, reply.body.code]).toEqual([400, 'request_malformed']);
  });
});
