import { codeOf } from '@vestibule/testing/authenticator-app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isPermitOver } from '../../repositories/permits.ts';
import type { Person } from '../../repositories/people.ts';
import { createDesk, plantToken } from '../../testing/administrators.ts';
import { firstCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { addPerson, configure, PASSWORD, post, signIn } from '../people/testing/people.ts';
import {
  CODE,
  finish,
  locationOf,
  passGate,
  redeem,
  REQUEST,
  startGate,
} from '../../protocols/oidc/testing/public-client.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let person: Person;
let visitor: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  await configure(server, {});
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await addPerson(server);
  visitor = new Visitor(server);
});

/** Does something while the clock is ahead. The clock is right again afterwards, and a second later. */
async function whileAhead<T>(act: () => Promise<T>, aheadMs = HOUR_MS, on: TestServer = server): Promise<T> {
  on.advance(aheadMs);
  const done = await act();
  on.advance(1000 - aheadMs);
  return done;
}

const begin = () => post<{ id: string; secret: string }>(visitor, 'second-factors/totp', {});
const status = async (of: Visitor) => (await of.ask('/api/online/v1/my-session')).status;

test('a proof that was given then is none: who has the cookie proves again who they are', async () => {
  await signIn(visitor, person.login);
  await whileAhead(() => post(visitor, 'confirm-password', { password: PASSWORD }));
  expect(await status(visitor)).toBe(200);
  expect((await begin()).body.code).toBe('proof_too_old');
  await signIn(visitor, person.login);
  expect((await begin()).status).toBe(201);
});

test('a session that began then is over: it would be newer than any sign-in that is asked for', async () => {
  await whileAhead(() => signIn(visitor, person.login), 61_000 + 1000);
  expect(await status(visitor)).toBe(401);
  await whileAhead(() => signIn(visitor, person.login), 60_000);
  expect(await status(visitor)).toBe(200);
});

test('a proof of another server, whose clock is less than a minute ahead, is one', async () => {
  await whileAhead(() => signIn(visitor, person.login), 59_000);
  expect((await begin()).status).toBe(201);
});

test('a code that was given then keeps no right one out, and each is still good for once', async () => {
  const secret = await whileAhead(async () => {
    await signIn(visitor, person.login);
    const begun = (await begin()).body;
    const code = codeOf(begun.secret, server.context.now());
    expect((await post(visitor, `second-factors/totp/${begun.id}/confirm`, { code })).status).toBe(200);
    return begun.secret;
  });
  const give = async () => {
    await signIn(visitor, person.login);
    const factor = { method: 'totp', code: codeOf(secret, server.context.now()) };
    return (await post(visitor, 'second-factor', { factor })).status;
  };
  expect([await give(), await give()]).toEqual([200, 422]);
  server.advance(30_000);
  expect(await give()).toBe(200);
});

test('a session that was used then is over where it would outlive its time', async () => {
  await signIn(visitor, person.login);
  await whileAhead(async () => {
    await status(visitor);
    await whileAhead(() => status(visitor), 1.5 * HOUR_MS);
  }, 1.5 * HOUR_MS);
  expect(await status(visitor)).toBe(401);
});

test('an answer of then opens nothing', async () => {
  const gate = await startGate();
  const traveller = new Visitor(gate);
  const answered = await whileAhead(
    async () => passGate(traveller, await locationOf(traveller, REQUEST)),
    HOUR_MS,
    gate,
  );
  expect(await finish(traveller, answered)).not.toContain('/oidc/auth/');
  await gate.close();
});

test('a code of then is worth nothing', async () => {
  const gate = await startGate();
  const traveller = new Visitor(gate);
  const location = await whileAhead(
    async () => {
      const resume = await finish(traveller, await passGate(traveller, await locationOf(traveller, REQUEST)));
      return locationOf(traveller, resume);
    },
    HOUR_MS,
    gate,
  );
  expect(location).toMatch(CODE);
  expect(await redeem(gate, location)).toBe(400);
  await gate.close();
});

test.each([
  ['it is about to be over', 1, false],
  ['its time has come', 0, true],
  ['it has just been made', 60_000, false],
  ['a server whose clock is a minute ahead made it', 120_000, false],
  ['a clock that was further ahead made it', 120_001, true],
])('a permit where %s', (_, leftMs, isOver) => {
  const now = new Date();
  expect(isPermitOver({ expiresAt: new Date(now.getTime() + leftMs) }, now)).toBe(isOver);
});

test('a token that was made then is none, until the clock has come there', async () => {
  const company = await firstCompany(server);
  const desk = createDesk(company, await whileAhead(() => plantToken(company)));
  expect((await desk.call('adminPeople')).status).toBe(401);
  const near = createDesk(company, await whileAhead(() => plantToken(company), 59_000));
  expect((await near.call('adminPeople')).status).toBe(200);
});
