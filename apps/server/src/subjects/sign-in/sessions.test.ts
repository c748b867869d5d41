import { setTimeout } from 'node:timers/promises';
import { fact, createSimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companies, devices, people, webSessions } from '../../database/schema.ts';
import type { LookEvent } from '../../operations/events/event-bus.ts';
import type { Person } from '../../repositories/people.ts';
import { revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { forgetRefusals } from '../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { hashPassword } from '../people/passwords.ts';
import {
  addPerson,
  auditOf,
  configure,
  configureApplication,
  giveRole,
  PASSWORD,
  post,
  signIn,
} from '../people/testing/people.ts';

const SESSION_COOKIE = 'vestibule-session';
const BROWSER_COOKIE = 'vestibule-browser';
const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'seven green kettles whistle';

let server: TestServer;
let visitor: Visitor;
let person: Person;

beforeAll(async () => {
  server = await startTestServer({
    policy: 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n',
  });
});
afterAll(() => server.close());

beforeEach(async () => {
  visitor = new Visitor(server);
  person = await addPerson(server);
  await configure(server, {});
  await configureApplication(server, {});
});

const status = async (who: Visitor) => (await who.ask('/api/online/v1/my-session')).status;

async function signedIn(): Promise<Visitor> {
  const who = new Visitor(server);
  await signIn(who, person.login);
  return who;
}

test('guesses at a login that exists are counted together, however it is written, and their line names it', async () => {
  const before = (await auditOf(server, 'sign-in')).length;
  for (const login of [person.login, person.login.toUpperCase(), ` ${person.login}`]) {
    await post(visitor, 'sign-in', { login, password: 'not the one' });
  }
  await forgetRefusals(server);
  const lines = (await auditOf(server, 'sign-in')).slice(before);
  expect(lines.map(({ target, details }) => [target, details['count']])).toEqual([
    [person.login, undefined],
    [person.login, 2],
  ]);
});

describe('a session', () => {
  test('ends after two idle hours, and not while it is used', async () => {
    const idle = await signedIn();
    const used = await signedIn();
    server.advance(HOUR_MS);
    expect(await status(used)).toBe(200);
    server.advance(HOUR_MS);
    expect([await status(idle), await status(used)]).toEqual([401, 200]);
  });

  test('ends after twelve hours, however much it is used', async () => {
    const who = await signedIn();
    for (let hour = 1; hour < 12; hour += 1) {
      server.advance(HOUR_MS);
      expect(await status(who)).toBe(200);
    }
    server.advance(HOUR_MS);
    expect(await status(who)).toBe(401);
  });

  test('counts as used by device calls too', async () => {
    const who = await signedIn();
    const session = await who.openSession(await createSimulatedDevice());
    server.advance(1.5 * HOUR_MS - 60_000);
    const renewed = await who.ask<{ accessToken: string }>('/api/auth-service/v1/access-token', {
      headers: { 'X-OAuth2-Scope': 'device-v2' },
    });
    who.token = renewed.body.accessToken;
    server.advance(0.9 * HOUR_MS);
    await who.checkResult(session);
    server.advance(1.5 * HOUR_MS);
    expect(await status(who)).toBe(200);
  });

  test('is a new one at every sign-in, and the browser’s old one is over', async () => {
    await signIn(visitor, person.login);
    const before = visitor.cookies.get(SESSION_COOKIE) ?? '';
    await signIn(visitor, person.login);
    expect(visitor.cookies.get(SESSION_COOKIE)).not.toBe(before);
    expect(await status(visitor)).toBe(200);
    visitor.cookies.set(SESSION_COOKIE, before);
    expect(await status(visitor)).toBe(401);
  });

  test('is one of twenty at most: the longest unused ends', async () => {
    const first = await signedIn();
    const second = await signedIn();
    server.advance(60_000);
    await status(first);
    const others: Visitor[] = [];
    for (let index = 0; index < 19; index += 1) others.push(await signedIn());
    expect([await status(first), await status(second)]).toEqual([200, 401]);
    // By a clock that is behind, the new one seems to be unused the longest.
    server.advance(180_000);
    for (const who of [first, ...others]) await status(who);
    server.advance(-60_000);
    const newest = await signedIn();
    server.advance(60_000);
    expect(await status(newest)).toBe(200);
  });

  test('is not pushed out by someone who has but the password', async () => {
    const own = await signedIn();
    await configure(server, { secondFactor: 'required' });
    for (let index = 0; index < 25; index += 1) await signedIn();
    await configure(server, {});
    expect(await status(own)).toBe(200);
  });

  test('is not of another company, though the server is the same', async () => {
    await signIn(visitor, person.login);
    const other = server.url.replace('localhost', '127.0.0.1');
    await server.context.database.insert(companies).values({
      id: '0c0c0c0c-0000-4000-8000-000000000001',
      name: 'birchwood',
      displayName: 'Birchwood',
      topLevelDomain: 'birchwood.example',
      logoUrl: null,
      publicUrl: other,
      support: {},
    });
    server.context.companies.forget();
    expect((await visitor.ask(`${other}/api/online/v1/my-session`)).status).toBe(401);
    const body = { login: person.login, password: PASSWORD };
    const reply = await new Visitor(server).ask(`${other}/api/online/v1/sign-in`, { method: 'POST', body });
    expect(reply.body.code).toBe('credentials_wrong');
    const options = await visitor.ask<{ companyName: string }>(`${other}/api/online/v1/sign-in-options`);
    expect(options.body.companyName).toBe('Birchwood');
  });
});

describe('/session-status', () => {
  test('says who is signed in, with which applications and which other sessions [S2.024]', async () => {
    await signIn(visitor, person.login);
    const other = new Visitor(server);
    const body = { login: person.login, password: PASSWORD };
    await other.ask('/api/online/v1/sign-in', { method: 'POST', body, headers: { 'user-agent': 'Elsewhere/1.0' } });
    const mine = await visitor.ask<{ otherSessions: { id: string }[] }>('/api/online/v1/my-session');
    expect(mine.body).toMatchObject({
      user: { userLogin: person.login, companyName: 'Alderbrook' },
      role: null,
      isPasswordSet: true,
      device: null,
      applications: [{ name: 'Alderbrook Mail', startUrl: 'http://127.0.0.1:8081/start' }],
      otherSessions: [{ userAgent: 'Elsewhere/1.0', address: '127.0.0.1' }],
    });
    const ids = (await server.context.database.select().from(webSessions)).map(({ id }) => id);
    for (const id of ids) expect(JSON.stringify(mine.body.otherSessions)).not.toContain(id);
    await configureApplication(server, { isOnLaunchPad: false });
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({ applications: [] });
  });

  test('shows this computer and how it stands, once it has reported', async () => {
    await signIn(visitor, person.login);
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) });
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({
      device: { state: 'approved', complianceStatus: 'NotCompliant', checksExpired: false, failedChecks: 1 },
    });
    const readAt = server.context.now().toISOString();
    await visitor.report(session, device, { firewall: { source: 'ufw', readAt, unavailable: 'timed-out' } });
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({
      device: { failedChecks: 0, unreadChecks: 1 },
    });
    server.advance(600_000);
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({ device: { checksExpired: true } });
    const elsewhere = await signedIn();
    expect((await elsewhere.ask('/api/online/v1/my-session')).body).toMatchObject({ device: null });
  });

  test('says that the computer is blocked that was shown in this sign-in, without the name that it never proved', async () => {
    await signIn(visitor, person.login);
    const device = await createSimulatedDevice();
    await visitor.openSession(device);
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({ device: null });
    await server.context.database
      .update(devices)
      .set({ state: 'blocked' })
      .where(eq(devices.deviceId, device.deviceId));
    expect(await visitor.openSession(device)).toMatchObject({ code: 'device_blocked' });
    const { body } = await visitor.ask('/api/online/v1/my-session');
    expect(body).toMatchObject({ device: { state: 'blocked', name: '', checkedAt: null } });
  });

  test('says which role someone holds', async () => {
    await signIn(visitor, person.login);
    await giveRole(server, person);
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({ role: 'administrator' });
  });

  test('ends one other session, and no one else’s', async () => {
    await signIn(visitor, person.login);
    const other = await signedIn();
    const mine = await visitor.ask<{ otherSessions: { id: string }[] }>('/api/online/v1/my-session');
    const id = mine.body.otherSessions[0]?.id ?? '';
    const stranger = new Visitor(server);
    await signIn(stranger, (await addPerson(server)).login);
    const end = (who: Visitor) => who.ask(`/api/online/v1/my-sessions/${id}`, { method: 'DELETE' });
    expect((await end(stranger)).status).toBe(404);
    expect(await status(other)).toBe(200);
    expect((await end(visitor)).status).toBe(204);
    expect([await status(other), await status(visitor)]).toEqual([401, 200]);
    expect((await auditOf(server, 'sign-out')).at(-1)).toMatchObject({ actor: person.login, target: person.login });
  });

  test('signs out everywhere, and tells the open pages to look', async () => {
    const events: LookEvent[] = [];
    const stop = server.context.events.subscribe(
      (event) => events.push(event),
      () => undefined,
    );
    await signIn(visitor, person.login);
    const other = await signedIn();
    expect((await post(visitor, 'sign-out-everywhere', undefined)).status).toBe(200);
    expect([await status(other), await status(visitor)]).toEqual([401, 401]);
    expect(events).toContainEqual({ companyId: person.companyId, personId: person.id, subject: 'session' });
    stop();
  });

  test('is signed out by no one else’s page', async () => {
    await signIn(visitor, person.login);
    const ask = (asking: Parameters<Visitor['ask']>[1]) =>
      visitor.ask('/api/online/v1/sign-out-everywhere', { method: 'POST', ...asking });
    expect((await ask({ withoutXsrf: true })).body.code).toBe('xsrf_token_wrong');
    expect((await ask({ headers: { 'sec-fetch-site': 'cross-site' } })).body.code).toBe('xsrf_token_wrong');
    expect(await status(visitor)).toBe(200);
  });
});

describe('the password', () => {
  test('that is changed while someone signs in with the old one lets them in no more', async () => {
    // The sign-in has read who it is, and waits for its turn to compare.
    const before = Array.from({ length: 100 }, () => hashPassword('another person’s password'));
    const late = new Visitor(server);
    const signingIn = signIn(late, person.login);
    await setTimeout(100);
    const { database } = server.context;
    await database.update(people).set({ passwordHash: 'changed' }).where(eq(people.id, person.id));
    await revokeWebSessionsOf(database, person.companyId, person.id, server.context.now());
    expect((await signingIn).body.code).toBe('credentials_wrong');
    expect(await status(late)).toBe(401);
    await Promise.all(before);
  });

  const change = (who: Visitor, newPassword: string, currentPassword = PASSWORD) =>
    who.ask('/api/online/v1/password', { method: 'PUT', body: { currentPassword, newPassword } });

  test('is changed with the present one; every other session ends, and this one has another token', async () => {
    await signIn(visitor, person.login);
    const other = await signedIn();
    const before = visitor.cookies.get(SESSION_COOKIE) ?? '';
    expect((await change(visitor, NEW_PASSWORD)).status).toBe(204);
    expect([await status(visitor), await status(other)]).toEqual([200, 401]);
    visitor.cookies.set(SESSION_COOKIE, before);
    expect(await status(visitor)).toBe(401);
    expect((await signIn(new Visitor(server), person.login)).body.code).toBe('credentials_wrong');
    const body = { login: person.login, password: NEW_PASSWORD };
    expect((await new Visitor(server).ask('/api/online/v1/sign-in', { method: 'POST', body })).status).toBe(200);
  });

  test('stays with a wrong one, which is guessed as slowly as at the sign-in', async () => {
    await signIn(visitor, person.login);
    const codes: unknown[] = [];
    for (let index = 0; index < 7; index += 1) codes.push((await change(visitor, NEW_PASSWORD, 'wrong')).body.code);
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'password_wrong'));
    expect(codes.at(-1)).toBe('too_many_attempts');
    // Counted together with the sign-ins of the same browser.
    const same = new Visitor(server);
    same.cookies.set(BROWSER_COOKIE, visitor.cookies.get(BROWSER_COOKIE) ?? '');
    expect((await signIn(same, person.login)).body.code).toBe('too_many_attempts');
  });

  test('is not changed to a weak one, and the person is told why', async () => {
    await signIn(visitor, person.login);
    const reply = await change(visitor, 'short');
    expect([reply.status, reply.body.code]).toEqual([422, 'password_weak']);
    expect(reply.body.message).toContain('12');
    expect((await auditOf(server, 'password')).at(-1)).toMatchObject({ outcome: 'refused' });
  });

  test('given again is a fresh proof for someone without a second factor', async () => {
    await signIn(visitor, person.login);
    server.advance(15 * 60_000);
    expect((await post(visitor, 'second-factors/totp', {})).body.code).toBe('proof_too_old');
    expect((await post(visitor, 'confirm-password', { password: 'wrong' })).body.code).toBe('password_wrong');
    expect((await post(visitor, 'confirm-password', { password: PASSWORD })).status).toBe(204);
    expect((await post(visitor, 'second-factors/totp', {})).status).toBe(201);
  });

  test('alone changes nothing for someone who has a second factor: that is to be fresh as well', async () => {
    await signIn(visitor, person.login);
    const { codeOf } = await import('@vestibule/testing/authenticator-app');
    const begun = await post<{ id: string; secret: string }>(visitor, 'second-factors/totp', {});
    const code = () => codeOf(begun.body.secret, server.context.now());
    await post(visitor, `second-factors/totp/${begun.body.id}/confirm`, { code: code() });
    server.advance(15 * 60_000);
    expect((await change(visitor, NEW_PASSWORD)).body.code).toBe('proof_too_old');
    expect((await post(visitor, 'confirm-password', { password: PASSWORD })).status).toBe(204);
    expect((await change(visitor, NEW_PASSWORD)).body.code).toBe('proof_too_old');
    expect((await change(visitor, NEW_PASSWORD, 'wrong')).body.code).toBe('password_wrong');
    expect((await post(visitor, 'second-factor', { factor: { method: 'totp', code: code() } })).status).toBe(200);
    expect((await change(visitor, NEW_PASSWORD)).status).toBe(204);
  });

  test('means nothing where local sign-in is switched off, in the words of a wrong one', async () => {
    await configure(server, { isLocalSignInEnabled: false });
    const right = await signIn(visitor, person.login);
    const nobody = await signIn(visitor, 'nobody-at-all');
    expect({ ...right.body, correlationId: '' }).toEqual({ ...nobody.body, correlationId: '' });
    expect((await visitor.ask('/api/online/v1/sign-in-options')).body).toMatchObject({
      isPasswordOffered: false,
      isPasskeyOffered: false,
    });
  });

  test('of someone who has none is wrong, whatever it is', async () => {
    await server.context.database.update(people).set({ passwordHash: null }).where(eq(people.id, person.id));
    expect((await signIn(visitor, person.login)).body.code).toBe('credentials_wrong');
  });
});

describe('/in-progress', () => {
  test('leads from step to step, as far as the server itself knows [S2.027]', async () => {
    await configure(server, { secondFactor: 'required' });
    await signIn(visitor, person.login);
    const { codeOf } = await import('@vestibule/testing/authenticator-app');
    const begun = await post<{ id: string; secret: string }>(visitor, 'second-factors/totp', {});
    const code = codeOf(begun.body.secret, server.context.now());
    await post(visitor, `second-factors/totp/${begun.body.id}/confirm`, { code });
    const progress = () => visitor.ask('/api/online/v1/onboarding-progress');
    expect((await progress()).body).toMatchObject({
      isDone: false,
      continueTo: '/device-check/download',
      steps: [
        { step: 'account', isDone: true },
        { step: 'second-factor', isDone: true },
        { step: 'workplace', isDone: false },
        { step: 'device-check', isDone: false },
      ],
    });
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) });
    expect((await progress()).body).toMatchObject({ continueTo: '/device-check/', isDone: false });
    await visitor.report(session, device, { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) });
    expect((await progress()).body).toMatchObject({ continueTo: '/online/session-status', isDone: true });
  });
});
