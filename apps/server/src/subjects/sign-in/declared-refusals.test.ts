import { type Call, CALLS, COOKIES, HEADERS, type PasskeyCreationOptions } from '@vestibule/contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../repositories/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { codeOf } from '@vestibule/testing/authenticator-app';
import { addPerson, auditOf, block, PASSWORD, post, signIn } from '../people/testing/people.ts';
import { SoftwareAuthenticator } from '../people/testing/software-authenticator.ts';

let server: TestServer;
let visitor: Visitor;
let person: Person;

beforeAll(async () => {
  server = await startTestServer({ calls: { malformed: 0 } });
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  person = await addPerson(server);
  await signIn(visitor, person.login);
});

/** Sends a body as it is, as the visitor. */
async function sendText(call: Call, text: string): Promise<{ status: number; code: unknown }> {
  const path = call.path.replaceAll(/\{\w+\}/g, randomUUID());
  const response = await fetch(`${server.url}${path}`, {
    method: call.method,
    body: text,
    headers: {
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      [HEADERS.xsrf]: visitor.cookies.get(COOKIES.xsrf) ?? '',
    },
  });
  const body = (await response.json()) as { code?: unknown };
  return { status: response.status, code: body.code };
}

describe('what cannot be read is malformed', () => {
  const calls: [string, Call][] = [
    ['signIn', CALLS.signIn],
    ['passkeySignInOptions', CALLS.passkeySignInOptions],
    ['passkeySignIn', CALLS.passkeySignIn],
    ['giveSecondFactor', CALLS.giveSecondFactor],
    ['secondFactorPasskeyOptions', CALLS.secondFactorPasskeyOptions],
    ['changePassword', CALLS.changePassword],
    ['confirmPassword', CALLS.confirmPassword],
    ['enrollTotp', CALLS.enrollTotp],
    ['confirmTotp', CALLS.confirmTotp],
    ['passkeyRegistrationOptions', CALLS.passkeyRegistrationOptions],
    ['registerPasskey', CALLS.registerPasskey],
    ['renewRecoveryCodes', CALLS.renewRecoveryCodes],
  ];
  test.each(calls)('%s', async (_name, call) => {
    expect(await sendText(call, '{"')).toEqual({ status: 400, code: 'request_malformed' });
  });

  test.each([
    ['GET', 'sign-in-options?loginMarker=x'],
    ['GET', 'sign-in-progress?loginMarker=x'],
    ['DELETE', 'second-factors/x'],
    ['DELETE', 'my-sessions/x'],
  ])('%s %s', async (method, path) => {
    const reply = await visitor.ask(`/api/online/v1/${path}`, { method });
    expect([reply.status, reply.body.code]).toEqual([400, 'request_malformed']);
  });

  test('a passkey of the wrong shape names the field', async () => {
    const reply = await post(visitor, 'sign-in/passkey', { response: { id: 'a b' } });
    expect(reply.body.message).toContain('body.response.id');
  });
});

describe('another site’s page cannot make a browser', () => {
  const calls: [string, Call][] = [
    ['giveSecondFactor', CALLS.giveSecondFactor],
    ['secondFactorPasskeyOptions', CALLS.secondFactorPasskeyOptions],
    ['signOut', CALLS.signOut],
    ['signOutEverywhere', CALLS.signOutEverywhere],
    ['endOtherSession', CALLS.endOtherSession],
    ['changePassword', CALLS.changePassword],
    ['confirmPassword', CALLS.confirmPassword],
    ['enrollTotp', CALLS.enrollTotp],
    ['confirmTotp', CALLS.confirmTotp],
    ['passkeyRegistrationOptions', CALLS.passkeyRegistrationOptions],
    ['registerPasskey', CALLS.registerPasskey],
    ['renewRecoveryCodes', CALLS.renewRecoveryCodes],
    ['removeSecondFactor', CALLS.removeSecondFactor],
  ];
  test.each(calls)('%s', async (_name, { method, path }) => {
    const reply = await visitor.ask(path.replaceAll(/\{\w+\}/g, randomUUID()), { method, withoutXsrf: true });
    expect([reply.status, reply.body.code]).toEqual([403, 'xsrf_token_wrong']);
  });

  test('sign in as another person', async () => {
    for (const path of ['sign-in', 'sign-in/passkey', 'sign-in/passkey-options', 'invitation/accept']) {
      const headers = { 'sec-fetch-site': 'cross-site' };
      const reply = await visitor.ask(`/api/online/v1/${path}`, { method: 'POST', body: {}, headers });
      expect([reply.status, reply.body.code]).toEqual([400, 'request_malformed']);
    }
  });
});

describe('a sign-in is refused', () => {
  test('to someone who was blocked, once they have proven who they are, and not before', async () => {
    await block(server, person);
    const other = new Visitor(server);
    expect((await signIn(other, person.login)).body.code).toBe('account_disabled');
    const body = { login: person.login, password: 'wrong' };
    expect((await other.ask('/api/online/v1/sign-in', { method: 'POST', body })).body.code).toBe('credentials_wrong');
    expect((await visitor.ask('/api/online/v1/sign-in-progress')).body.code).toBe('account_disabled');
  });

  test('for an application’s request that no one knows', async () => {
    expect((await signIn(new Visitor(server), person.login, randomUUID())).body.code).toBe('sign_in_unknown');
    const progress = await visitor.ask(`/api/online/v1/sign-in-progress?loginMarker=${randomUUID()}`);
    expect(progress.body.code).toBe('sign_in_unknown');
    expect((await auditOf(server, 'sign-in')).at(-1)).toMatchObject({ outcome: 'refused', target: person.login });
  });

  test('to the one who asks too often from one address', async () => {
    const paths = [
      'sign-in/passkey-options',
      'sign-in/passkey',
      'invitation/look-up',
      'invitation/passkey-options',
      'invitation/accept',
      'command-line-token',
    ];
    for (const path of paths) {
      const ask = () => visitor.ask(`/api/online/v1/${path}`, { method: 'POST', body: {} });
      const replies = await Promise.all(Array.from({ length: 121 }, ask));
      expect(replies.filter(({ status }) => status === 429).map(({ body }) => body.code)).toContain(
        'too_many_attempts',
      );
    }
  });
});

describe('setting a factor up is refused', () => {
  test('long after the last proof, at its beginning and at its end', async () => {
    const begun = await post<{ id: string; secret: string }>(visitor, 'second-factors/totp', {});
    const options = await post<PasskeyCreationOptions>(visitor, 'second-factors/passkey-options', undefined);
    const response = new SoftwareAuthenticator(server.url).create(options.body);
    server.advance(15 * 60_000);
    const code = codeOf(begun.body.secret, server.context.now());
    const replies = [
      await post(visitor, `second-factors/totp/${begun.body.id}/confirm`, { code }),
      await post(visitor, 'second-factors/passkey', { response }),
      await post(visitor, 'second-factors/passkey-options', undefined),
      await post(visitor, 'second-factors/recovery-codes', undefined),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'proof_too_old'));
  });

  test('with a wrong code, a code of another app, and after ten of them', async () => {
    const begun = await post<{ id: string }>(visitor, 'second-factors/totp', {});
    const confirm = (id: string) => post(visitor, `second-factors/totp/${id}/confirm`, { code: '000000' });
    expect((await confirm(randomUUID())).body.code).toBe('not_found');
    expect((await confirm(begun.body.id)).body.code).toBe('code_wrong');
    for (let index = 0; index < 9; index += 1) await confirm(begun.body.id);
    expect((await confirm(begun.body.id)).body.code).toBe('too_many_attempts');
  });

  test('when another was begun since', async () => {
    const first = await post<{ id: string; secret: string }>(visitor, 'second-factors/totp', {});
    await post(visitor, 'second-factors/totp', {});
    const code = codeOf(first.body.secret, server.context.now());
    expect((await post(visitor, `second-factors/totp/${first.body.id}/confirm`, { code })).body.code).toBe('not_found');
  });

  test('for an application’s request that no one knows: the factor is not set up by half', async () => {
    const begun = await post<{ id: string; secret: string }>(visitor, 'second-factors/totp', {});
    const code = codeOf(begun.body.secret, server.context.now());
    const path = `second-factors/totp/${begun.body.id}/confirm`;
    expect((await post(visitor, path, { code, loginMarker: randomUUID() })).body.code).toBe('sign_in_unknown');
    expect((await post(visitor, path, { code })).status).toBe(200);
    const options = await post<PasskeyCreationOptions>(visitor, 'second-factors/passkey-options', undefined);
    const response = new SoftwareAuthenticator(server.url).create(options.body);
    const unknown = await post(visitor, 'second-factors/passkey', { response, loginMarker: randomUUID() });
    expect(unknown.body.code).toBe('sign_in_unknown');
    expect((await post(visitor, 'second-factors/passkey', { response })).status).toBe(201);
  });

  test('beyond twenty of them', async () => {
    for (let index = 0; index < 20; index += 1) {
      const options = await post<PasskeyCreationOptions>(visitor, 'second-factors/passkey-options', undefined);
      const response = new SoftwareAuthenticator(server.url).create(options.body);
      expect((await post(visitor, 'second-factors/passkey', { response })).status).toBe(201);
    }
    expect((await post(visitor, 'second-factors/totp', {})).body.code).toBe('second_factor_missing');
  });
});

test('a password is not guessed faster by confirming it', async () => {
  const confirm = (password: string) => post(visitor, 'confirm-password', { password });
  for (let index = 0; index < 5; index += 1) expect((await confirm('wrong')).body.code).toBe('password_wrong');
  expect((await confirm(PASSWORD)).body.code).toBe('too_many_attempts');
});

test('a passkey is not asked for of someone who has none', async () => {
  const reply = await post(visitor, 'second-factor/passkey-options', undefined);
  expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
});
