import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { CODE, finish, locationOf, passGate, redeem, REQUEST, startGate } from './testing/public-client.ts';

let server: TestServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startGate();
});
afterAll(() => server.close());
beforeEach(() => {
  visitor = new Visitor(server);
});

function copyOf({ cookies }: Visitor): Visitor {
  const thief = new Visitor(server);
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  return thief;
}

async function signIn() {
  const step = await locationOf(visitor, REQUEST);
  const post = await passGate(visitor, step);
  return { step, post };
}

/** The browser hears nothing of the answer. @returns where it would have been sent */
async function loseAnswer(resume: string): Promise<string> {
  const before = new Map(visitor.cookies);
  const location = await locationOf(visitor, resume);
  visitor.cookies.clear();
  for (const [name, value] of before) visitor.cookies.set(name, value);
  return location;
}

describe('an answer that was lost on its way', () => {
  test('to the page: posted again it is given again, however often', async () => {
    const { post } = await signIn();
    const resume = await finish(visitor, post);
    expect(resume).toContain('/oidc/auth/');
    expect([await finish(visitor, post), await finish(visitor, post)]).toEqual([resume, resume]);
    const location = await locationOf(visitor, resume);
    expect(location).toMatch(CODE);
    expect(await redeem(server, location)).toBe(200);
  });

  test('to the page: posted three times at once it leads on each time, and to one code', async () => {
    const { post } = await signIn();
    const places = await Promise.all([finish(visitor, post), finish(visitor, post), finish(visitor, post)]);
    expect(new Set(places).size).toBe(1);
    expect(await locationOf(visitor, places[0] ?? '')).toMatch(CODE);
  });

  test('to the application: loaded again it is the same one, and it is good once', async () => {
    const { post } = await signIn();
    const resume = await finish(visitor, post);
    const location = await loseAnswer(resume);
    expect(location).toMatch(CODE);
    expect([await loseAnswer(resume), await loseAnswer(resume)]).toEqual([location, location]);
    expect(await redeem(server, location)).toBe(200);
    // What the application was given stands: no one shows it the used code again.
    expect(await loseAnswer(resume)).toMatch(/\/oidc\/interaction\/[\w-]+$/);
    expect(await redeem(server, location)).toBe(400);
  });

  test('and is asked for at once five times: one code is made', async () => {
    const { post } = await signIn();
    const resume = await finish(visitor, post);
    const places = await Promise.all(Array.from({ length: 5 }, () => locationOf(visitor, resume)));
    const codes = new Set(places.filter((place) => CODE.test(place)));
    expect(codes.size).toBe(1);
    for (const place of places) expect(place).toMatch(/\/callback\?code=|\/oidc\/interaction\//);
  });

  test('is not given again in another session, nor after the code is over: the gate is asked', async () => {
    const { post } = await signIn();
    const resume = await finish(visitor, post);
    const location = await locationOf(visitor, resume);
    const other = new Visitor(server);
    other.cookies.set('vestibule-oidc', visitor.cookies.get('vestibule-oidc') ?? '');
    await other.signIn(1);
    expect((await other.ask(resume)).status).toBe(400);
    server.advance(61_000);
    const gate = await locationOf(visitor, resume);
    expect(gate).toMatch(/\/oidc\/interaction\//);
    expect(await locationOf(visitor, await finish(visitor, await passGate(visitor, gate)))).not.toBe(location);
  });
});

describe('after the application was answered', () => {
  test('cookies that are copied then, all of them, lead to no code', async () => {
    const { post } = await signIn();
    const resume = await finish(visitor, post);
    const location = await locationOf(visitor, resume);
    expect(location).toMatch(CODE);
    expect(await locationOf(copyOf(visitor), resume)).toMatch(/\/oidc\/interaction\//);
  });

  test('so it is where the answer had been lost before', async () => {
    const { post } = await signIn();
    const resume = await finish(visitor, post);
    const location = await loseAnswer(resume);
    expect(await locationOf(visitor, resume)).toBe(location);
    expect(await locationOf(copyOf(visitor), resume)).toMatch(/\/oidc\/interaction\//);
  });

  test('the back button leads to the gate, and a second permit to a second code', async () => {
    const { step, post } = await signIn();
    const first = await locationOf(visitor, await finish(visitor, post));
    expect(await locationOf(visitor, step)).toMatch(/^\/saml\/continue\?login=/);
    const resume = await finish(visitor, await passGate(visitor, step));
    const second = await locationOf(visitor, resume);
    expect(second).toMatch(CODE);
    expect(second).not.toBe(first);
    expect([await redeem(server, first), await redeem(server, second)]).toEqual([200, 200]);
  });

  test('nothing more is made of its permit', async () => {
    const { post } = await signIn();
    const resume = await finish(visitor, post);
    await locationOf(visitor, resume);
    server.advance(61_000);
    expect(await finish(visitor, post)).toBe(resume);
    expect(await locationOf(visitor, resume)).toMatch(/\/oidc\/interaction\//);
  });
});

test('a request that is not answered yet leads back to the gate', async () => {
  const step = await locationOf(visitor, REQUEST);
  expect(await locationOf(visitor, step.replace('/interaction/', '/auth/'))).toBe(step);
});

test('a page that cannot go on shows a way on, while the request waits', async () => {
  const { step, post } = await signIn();
  const reply = await visitor.ask<string>(post.actionUrl, { method: 'POST', form: { SAMLResponse: 'unknown' } });
  expect(reply.status).toBe(400);
  expect(reply.body).toContain(`<a href="${step}">Go on with this sign-in</a>`);
  const again = await passGate(visitor, step);
  expect(await locationOf(visitor, await finish(visitor, again))).toMatch(CODE);
});
