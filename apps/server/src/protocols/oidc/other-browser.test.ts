import { createSimulatedDevice } from '@vestibule/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { CODE, finish, locationOf, passGate, REQUEST, startGate } from './testing/public-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startGate();
});
afterAll(() => server.close());

/** A thief's request, whose cookie the victim's browser has as well, and what the victim's gate answers. */
async function victimAnswers() {
  const thief = new Visitor(server);
  const step = await locationOf(thief, REQUEST);
  const victim = new Visitor(server);
  for (const [name, value] of thief.cookies) if (name.includes('oidc')) victim.cookies.set(name, value);
  return { thief, victim, resume: await finish(victim, await passGate(victim, step)) };
}

test('what came of an interaction is given to the session that passed the gate, and to no other browser', async () => {
  const { thief, victim, resume } = await victimAnswers();
  expect(resume).toMatch(/\/oidc\/auth\/[\w-]+$/);
  const taken = await thief.ask<string>(resume);
  expect([taken.status, taken.headers.get('location')]).toEqual([400, null]);
  await thief.signIn(1);
  expect((await thief.ask(resume)).status).toBe(400);
  expect(await locationOf(victim, resume)).toMatch(CODE);
});

test('nor to that session in a browser in which the request did not begin', async () => {
  const { victim, resume } = await victimAnswers();
  const mark = victim.cookies.get('vestibule-oidc') ?? '';
  victim.cookies.delete('vestibule-oidc');
  expect((await victim.ask(resume)).status).toBe(400);
  victim.cookies.set('vestibule-oidc', mark);
  expect(await locationOf(victim, resume)).toMatch(CODE);
});

test('nor to a browser that has all the cookies of before: it did not post what the page was given', async () => {
  const [victim, computer] = [new Visitor(server), await createSimulatedDevice()];
  await finish(victim, await passGate(victim, await locationOf(victim, REQUEST), undefined, computer));
  const thief = new Visitor(server);
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
  // The thief's own request, which the victim's computer answers.
  const step = await locationOf(thief, REQUEST);
  const show = (marker: string) => victim.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const post = await passGate(victim, step, show, computer);
  for (const time of ['before', 'after the answer was posted', 'after it was given']) {
    const resume = step.replace('/interaction/', '/auth/');
    expect([time, await locationOf(thief, resume)]).toEqual([time, step]);
    if (time === 'before') expect(await finish(victim, post)).toContain(resume);
    else if (time !== 'after it was given') expect(await locationOf(victim, resume)).toMatch(CODE);
  }
});

test('a request that began in another browser leads nowhere, and no answer to it is taken', async () => {
  const [thief, victim] = [new Visitor(server), new Visitor(server)];
  const step = await locationOf(thief, REQUEST);
  expect((await victim.ask(step)).status).toBe(400);
  const post = await passGate(victim, await locationOf(victim, REQUEST));
  const form = { SAMLResponse: post.samlResponse };
  expect((await victim.ask(`${step}/finish`, { method: 'POST', form })).status).toBe(400);
  expect(await locationOf(victim, await finish(victim, post))).toMatch(CODE);
});

test('a request that an application posts as a form is answered as an address is', async () => {
  const visitor = new Visitor(server);
  const [path = '', query = ''] = REQUEST.split('?');
  const form = Object.fromEntries(new URLSearchParams(query));
  const asked = await visitor.ask(path, { method: 'POST', form });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, REQUEST]);
  const step = await locationOf(visitor, asked.headers.get('location') ?? '');
  expect(await locationOf(visitor, await finish(visitor, await passGate(visitor, step)))).toMatch(CODE);
  const long = await visitor.ask(path, { method: 'POST', form: { ...form, state: 'ü'.repeat(2000) } });
  expect([long.status, long.headers.get('location')]).toEqual([400, null]);
  const nothing = await visitor.ask(path, { method: 'POST', form: {} });
  expect((await visitor.ask(nothing.headers.get('location') ?? '')).status).toBe(400);
});

test('two requests in two tabs of one browser are answered, the first one last', async () => {
  const victim = new Visitor(server);
  const steps = [await locationOf(victim, REQUEST), await locationOf(victim, REQUEST)] as const;
  const posts = [await passGate(victim, steps[0]), await passGate(victim, steps[1])] as const;
  const resumes = [await finish(victim, posts[1]), await finish(victim, posts[0])];
  for (const resume of resumes) expect(await locationOf(victim, resume)).toMatch(CODE);
});

test('over https the browser is known by a cookie that no sibling host can set, and by no other', async () => {
  const place = await startGate({ publicUrl: 'https://gate.alderbrook.example' });
  const thief = new Visitor(place);
  const begun = await thief.ask(REQUEST);
  const own = begun.headers.getSetCookie().filter((line) => line.includes('oidc'));
  expect(own).toEqual([
    expect.stringMatching(/^__Host-vestibule-oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/),
  ]);
  const step = begun.headers.get('location') ?? '';
  expect((await thief.ask(step)).status).toBe(303);
  const victim = new Visitor(place);
  const uid = step.split('/').at(-1) ?? '';
  // All that a sibling host can set: names without the prefix, those of the library among them.
  const value = thief.cookies.get('__Host-vestibule-oidc') ?? '';
  for (const name of ['vestibule-oidc', 'vestibule-oidc-step', 'vestibule-oidc-resume'])
    victim.cookies.set(name, value);
  for (const name of ['interaction', '_interaction', 'resume', '_interaction_resume']) victim.cookies.set(name, uid);
  expect((await victim.ask(step)).status).toBe(400);
  expect((await victim.ask(`/oidc/auth/${uid}`)).status).toBe(400);
  await place.close();
});

test.each([
  ['en', 'keeps no cookies for this site', 'Allow cookies'],
  ['de', 'behält für diese Website keine Cookies', 'Erlauben Sie Cookies'],
  ['fr', 'ne garde pas de cookies', 'Autorisez les cookies'],
  ['es', 'No guarda cookies', 'Permita las cookies'],
])('a browser that keeps no cookies is told so in %s, at each step, and what to do', async (language, why, what) => {
  const step = await locationOf(new Visitor(server), REQUEST);
  const headers = { 'accept-language': language };
  const form = { SAMLResponse: 'a'.repeat(43) };
  const replies = [
    await new Visitor(server).ask<string>(step, { headers }),
    await new Visitor(server).ask<string>(`${step}/finish`, { method: 'POST', form, headers }),
    await new Visitor(server).ask<string>(step.replace('/interaction/', '/auth/'), { headers }),
  ];
  for (const { status, body, headers: answered } of replies) {
    expect([status, answered.get('content-security-policy')]).toEqual([
      400,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(why);
    expect(body).toContain(what);
    expect(body).toContain('<code>sign_in_unknown</code>');
  }
});
