import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { people, webSessions } from '../../database/schema.ts';
import { readAudit } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { APP_ID, CLAIMS, EntraTenant, readForm, REDIRECT_URI, TENANT } from '@vestibule/testing/entra-tenant';
import {
  addMethod,
  badFacts,
  createUser,
  POLICY,
  type SecondStepWorld,
  setRecord,
  Walker,
} from './testing/second-step-world.ts';

let server: TestServer;
let tenant: EntraTenant;
let company: TestCompany;
let world: SecondStepWorld;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  tenant = await EntraTenant.start(() => server.context.now());
  company = await firstCompany(server);
  world = await addMethod(server, tenant);
});
afterAll(async () => {
  await tenant.close();
  await server.close();
});
afterEach(() => setRecord(world, [REDIRECT_URI]));

function somebody(): Promise<Walker> {
  count += 1;
  return Walker.create(world, createUser(`mara-${count}`));
}

async function personOf(walker: Walker) {
  const rows = await server.context.database.select().from(people).where(eq(people.upstreamSubject, walker.user.sub));
  return rows[0];
}

/** Entra ID's own view of the answer. */
async function answer(walker: Walker) {
  const page = await walker.finish(await walker.goOn(), readForm);
  const read = (address: string) => new Visitor(server).ask(address);
  return tenant.take(readForm(page.body), walker.sent, walker.user, world.method, read);
}

describe('the second step of a sign-in at Entra ID', () => {
  test('adds the person, checks the computer, and answers what Entra ID takes', async () => {
    const walker = await somebody();
    expect(await walker.begin()).toBe(`/device-check/?login=${walker.marker}`);
    expect(await personOf(walker)).toMatchObject({
      login: walker.user.preferred_username,
      upstreamId: world.upstreamId,
    });
    const { status, body } = await walker.check();
    const way = expect.stringMatching(`^/saml/continue\\?login=${walker.marker}&proof=[\\w-]{43}$`);
    expect([status, body]).toEqual([200, { continueTo: way }]);
    expect(await answer(walker)).toEqual({ acr: 'possessionorinherence', amr: 'swk' });
    const [step] = await readAudit(company);
    expect(step).toMatchObject({
      action: 'second-step',
      outcome: 'done',
      details: { amr: 'swk', standing: 'compliant' },
    });
  });

  test('takes the request by GET as well', async () => {
    const walker = await somebody();
    expect(await walker.begin({}, 'GET')).toContain('/device-check/');
  });

  test('finds the same person again by subject, whatever they are called by now', async () => {
    const walker = await somebody();
    await walker.begin();
    const before = await personOf(walker);
    const renamed = await Walker.create(world, {
      ...walker.user,
      preferred_username: 'mara-married',
      name: 'Mara Holm',
    });
    await renamed.begin();
    expect(await personOf(renamed)).toMatchObject({ id: before?.id, login: before?.login, displayName: 'Mara Holm' });
  });

  test('calls no one who signs in here by another name, and gives no one an address that is not verified', async () => {
    const walker = await somebody();
    await walker.begin();
    const before = await personOf(walker);
    const other = {
      ...walker.user,
      email: `ceo-${randomUUID()}@alderbrook.example`,
      name: 'The Boss',
      groups: ['admins'],
    };
    await (await Walker.create(world, other)).begin();
    expect(await personOf(walker)).toMatchObject({ email: before?.email, displayName: 'The Boss' });
    await server.context.database
      .update(people)
      .set({ passwordHash: 'x', displayName: 'Mara', groups: [] })
      .where(eq(people.id, before?.id ?? ''));
    await (await Walker.create(world, { ...other, xms_edov: true })).begin();
    expect(await personOf(walker)).toMatchObject({ email: before?.email, displayName: 'Mara', groups: [] });
  });

  test('asks the computer each time, however fresh the verdict: the browser alone is no second step', async () => {
    const walker = await somebody();
    await walker.begin();
    await walker.check();
    await answer(walker);
    expect(await walker.begin()).toContain('/device-check/');
    expect((await walker.check()).body.code).toBe('already_activated');
    expect(await answer(walker)).toMatchObject({ amr: 'swk' });
  });

  test('says no more than was asked for, and nothing that is not so', async () => {
    const walker = await somebody();
    const claims = { id_token: { acr: CLAIMS.id_token.acr, amr: { values: ['hwk', 'pop'] } } };
    await walker.begin({ form: { claims: JSON.stringify(claims) } });
    await walker.check();
    expect(await answer(walker)).toMatchObject({ amr: 'pop' });
    const strict = await somebody();
    await strict.begin({ form: { claims: JSON.stringify({ id_token: { amr: { values: ['hwk', 'fido'] } } }) } });
    await strict.check();
    const { action, fields } = readForm((await strict.finish(await strict.goOn(), readForm)).body);
    expect([action, fields]).toEqual([
      REDIRECT_URI,
      { error: 'unmet_authentication_requirements', state: strict.sent['state'] },
    ]);
  });

  test('two tabs of one browser each get their answer', async () => {
    const first = await somebody();
    await first.begin();
    const second = await Walker.create(world, first.user);
    second.visitor.cookies.clear();
    for (const [name, value] of first.visitor.cookies) second.visitor.cookies.set(name, value);
    await second.begin();
    await first.check();
    expect(await answer(first)).toMatchObject({ amr: 'swk' });
    expect((await second.check(undefined, first.device)).body.code).toBe('already_activated');
    expect(await answer(second)).toMatchObject({ amr: 'swk' });
  });

  test('keeps a sign-in that the same person has here already, and asks for no code next to the computer', async () => {
    const walker = await somebody();
    await walker.begin();
    const sessions = await server.context.database
      .select()
      .from(webSessions)
      .where(eq(webSessions.personId, (await personOf(walker))?.id ?? ''));
    await server.context.database
      .update(webSessions)
      .set({ reach: 'whole', awaits: null })
      .where(eq(webSessions.id, sessions[0]?.id ?? ''));
    await walker.begin();
    expect(
      await server.context.database
        .select()
        .from(webSessions)
        .where(eq(webSessions.personId, sessions[0]?.personId ?? '')),
    ).toHaveLength(1);
  });

  test('publishes what Entra ID reads: issuer, form_post, keys with their certificates, both during a change', async () => {
    const { body } = await new Visitor(server).ask<Record<string, unknown>>(world.method.discovery);
    const issuer = `${server.url}/second-step/${world.applicationId}`;
    expect(body).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      response_modes_supported: ['form_post'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    const keys = async () =>
      (await new Visitor(server).ask<{ keys: { kid: string; x5c: string[] }[] }>(`${issuer}/keys`)).body.keys;
    expect(await keys()).toHaveLength(1);
    await world.desk.call('adminAddKey');
    expect(await keys()).toHaveLength(2);
    expect(JSON.stringify(await keys())).not.toContain('"d"');
  });
});

describe('a request is shown to the person, and posted nowhere,', () => {
  test.each([
    ['of another client', { client_id: '00000000-0000-4000-8000-000000000001' }],
    ['with another redirect_uri', { redirect_uri: 'https://login.microsoftonline.com.evil.example/x' }],
    ['with a redirect_uri that only begins alike', { redirect_uri: `${REDIRECT_URI}/more` }],
    ['with a redirect_uri in other letters', { redirect_uri: REDIRECT_URI.toUpperCase() }],
    ['with a state the database cannot keep', { state: 'a\0b' }],
  ])('%s', async (_what, form) => {
    const walker = await somebody();
    const page = await walker.post(await tenant.request(walker.user, world.method, { form }));
    expect([page.status, readForm(page.body).action]).toEqual([400, '']);
    expect(await personOf(walker)).toBeUndefined();
    expect((await readAudit(company))[0]).toMatchObject({ action: 'second-step', outcome: 'refused' });
  });

  test('with a parameter that stands twice', async () => {
    const walker = await somebody();
    const form = await tenant.request(walker.user, world.method);
    const query = `${new URLSearchParams(form).toString()}&redirect_uri=https%3A%2F%2Fevil.example`;
    const page = await walker.visitor.ask<string>(`/second-step/${world.applicationId}/authorize?${query}`);
    expect([page.status, readForm(page.body).action]).toEqual([400, '']);
  });

  test('to a method that is not there, or was switched off', async () => {
    const walker = await somebody();
    const form = await tenant.request(walker.user, world.method);
    expect(
      (await walker.visitor.ask(`/second-step/${world.upstreamId}/authorize`, { method: 'POST', form })).status,
    ).toBe(400);
    const off = { parameters: { applicationId: world.applicationId }, body: { isDisabled: true } };
    await world.desk.call('adminDisableApplication', off);
    expect((await walker.post(form)).status).toBe(400);
    expect((await walker.visitor.ask(world.method.discovery)).status).toBe(404);
    await world.desk.call('adminDisableApplication', { ...off, body: { isDisabled: false } });
  });

  test('of a blocked person, and of someone whom no one lets in', async () => {
    const walker = await somebody();
    await walker.begin();
    const id = (await personOf(walker))?.id ?? '';
    await server.context.database.update(people).set({ disabledAt: server.context.now() }).where(eq(people.id, id));
    const blocked = await walker.post(await tenant.request(walker.user, world.method));
    expect([blocked.status, blocked.body]).toEqual([400, expect.stringContaining('account_disabled')]);
    const guest = await Walker.create(world, createUser('guest', 'guest@elsewhere.example'));
    const page = await guest.post(await tenant.request(guest.user, world.method));
    expect(page.body).toContain('upstream_domain_wrong');
    const { email: _email, ...nameless } = createUser('nameless');
    const other = await Walker.create(world, nameless);
    expect((await other.post(await tenant.request(nameless, world.method))).body).toContain('upstream_person_unknown');
  });

  test('of someone with the e-mail address or the login of a person there is: neither makes them that person', async () => {
    const walker = await somebody();
    await walker.begin();
    const impostor = await Walker.create(world, { ...walker.user, sub: 'another-subject', oid: 'another-object' });
    const page = await impostor.post(await tenant.request(impostor.user, world.method));
    expect(page.body).toContain('upstream_login_taken');
    // What `person link` wants to know.
    expect((await readAudit(company))[0]).toMatchObject({
      action: 'second-step',
      outcome: 'refused',
      details: { subject: 'another-subject', object: 'another-object', login: walker.user.preferred_username },
    });
  });

  test('when the hint was used before, with another nonce and state too', async () => {
    const walker = await somebody();
    await walker.begin();
    expect((await walker.post(walker.sent)).body).toContain('was used before');
    expect((await walker.post({ ...walker.sent, nonce: 'other', state: 'other' })).body).toContain('was used before');
    // The last character of a signature holds bits that no one reads: the same hint in other words.
    const hint = String(walker.sent['id_token_hint']);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = letters[letters.indexOf(hint.at(-1) ?? '') ^ 1] ?? '';
    for (const again of [`${hint.slice(0, -1)}${twin}`, `${hint}==`]) {
      const { body } = await walker.post({ ...walker.sent, id_token_hint: again });
      expect(body).not.toContain('location');
      expect(body).toMatch(/was used before|cannot be believed|not signed|refused/);
    }
  });
});

describe('a request is declined at Entra ID’s own address', () => {
  const hints: readonly (readonly [string, Parameters<EntraTenant['hint']>[1]])[] = [
    [
      'whose hint is of another tenant',
      { claims: { iss: `https://login.microsoftonline.com/${APP_ID}/v2.0`, tid: APP_ID } },
    ],
    ['whose hint says another tenant inside', { claims: { tid: APP_ID } }],
    ['whose hint says no tenant', { claims: { tid: undefined } }],
    ['whose hint is for another application', { claims: { aud: TENANT } }],
    ['whose hint is signed by no one', { algorithm: 'none' }],
    ['whose hint is signed with the public key as a secret', { algorithm: 'HS256' }],
    ['whose hint is signed by a stranger', { isForged: true }],
  ];
  test.each(hints)('%s', async (_what, changes) => {
    const walker = await somebody();
    const form = await tenant.request(walker.user, world.method, changes);
    const page = await walker.post(form);
    expect(readForm(page.body)).toEqual({
      action: REDIRECT_URI,
      fields: { error: 'invalid_request', state: form['state'] },
    });
    expect(await personOf(walker)).toBeUndefined();
    expect((await readAudit(company))[0]).toMatchObject({
      action: 'second-step',
      outcome: 'refused',
      details: { reason: expect.stringContaining('id_token_hint') },
    });
  });

  test.each([-700, 700])('whose hint was made %i seconds from now', async (seconds) => {
    const walker = await somebody();
    const at = Math.floor(server.context.now().getTime() / 1000) + seconds;
    const form = await tenant.request(walker.user, world.method, { claims: { iat: at, nbf: at, exp: at - 1 } });
    expect(readForm((await walker.post(form)).body).fields['error']).toBe('invalid_request');
    const long = await tenant.request(walker.user, world.method, { claims: { iat: at, nbf: 0, exp: at + 90_000 } });
    expect(readForm((await walker.post(long)).body).fields['error']).toBe('invalid_request');
  });

  test.each([
    ['that wants a code', { response_type: 'code' }, 'unsupported_response_type'],
    ['whose answer would stand in an address', { response_mode: 'query' }, 'invalid_request'],
    ['without openid', { scope: 'profile' }, 'invalid_scope'],
    ['without a nonce', { nonce: '' }, 'invalid_request'],
    ['without a hint', { id_token_hint: '' }, 'invalid_request'],
    ['that must not ask', { prompt: 'none' }, 'interaction_required'],
    [
      'that wants what someone knows',
      { claims: '{"id_token":{"acr":{"values":["knowledge"]}}}' },
      'unmet_authentication_requirements',
    ],
    [
      'that wants a fingerprint',
      { claims: '{"id_token":{"amr":{"values":["fpt"]}}}' },
      'unmet_authentication_requirements',
    ],
    ['whose claims are none', { claims: '{' }, 'unmet_authentication_requirements'],
  ])('%s', async (_what, form, error) => {
    const walker = await somebody();
    const page = await walker.post(await tenant.request(walker.user, world.method, { form }));
    expect(readForm(page.body)).toMatchObject({ action: REDIRECT_URI, fields: { error } });
    expect(await personOf(walker)).toBeUndefined();
  });

  test('with a state that is no markup on the page', async () => {
    const walker = await somebody();
    const state = `"><script>alert(1)</script><input value='&quot;`;
    const page = await walker.post(
      await tenant.request(walker.user, world.method, { form: { state, prompt: 'none' } }),
    );
    expect(page.body).not.toContain('<script>alert');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-");
    expect(readForm(page.body).fields['state']).toBe(state);
    await walker.begin({ form: { state } });
    await walker.check();
    const end = await walker.finish(await walker.goOn(), readForm);
    expect(end.body).not.toContain('<script>alert');
    expect(readForm(end.body).fields['state']).toBe(state);
  });
});

describe('no answer leaves', () => {
  test('before the check, nor after one that fails', async () => {
    const walker = await somebody();
    await walker.begin();
    expect((await walker.goOn()).headers.get('location')).toContain('/device-check/');
    expect((await walker.check(badFacts)).status).toBe(403);
    expect((await walker.goOn()).headers.get('location')).toContain('/device-check/');
  });

  test('twice for one handle, in another browser, or a minute later', async () => {
    const walker = await somebody();
    await walker.begin();
    await walker.check();
    const page = await walker.goOn();
    const { action, fields } = readForm(page.body);
    expect((await new Visitor(server).ask(action, { method: 'POST', form: fields })).status).toBe(400);
    expect((await walker.finish(page, readForm)).status).toBe(200);
    expect((await walker.finish(page, readForm)).status).toBe(400);
    await walker.begin();
    await walker.check();
    const late = await walker.goOn();
    server.advance(60_001);
    expect((await walker.finish(late, readForm)).headers.get('location')).toBe(`/saml/continue?login=${walker.marker}`);
  });

  test('where the person was put into another group since: the gate is asked again, and its answer leaves', async () => {
    const walker = await somebody();
    await walker.begin();
    await walker.check();
    const page = await walker.goOn();
    await server.context.database.update(people).set({ groups: ['contractors'] });
    const again = await walker.finish(page, readForm);
    expect([again.status, again.headers.get('location')]).toEqual([303, `/saml/continue?login=${walker.marker}`]);
    expect((await walker.goOn()).headers.get('location')).toContain('/device-check/');
    await walker.check();
    expect((await walker.finish(await walker.goOn(), readForm)).status).toBe(200);
  });

  test('to an address that was taken out meanwhile, or of a method that was switched off', async () => {
    const walker = await somebody();
    await walker.begin();
    await walker.check();
    const page = await walker.goOn();
    await setRecord(world, ['https://login.microsoftonline.us/common/federation/externalauthprovider']);
    expect((await walker.finish(page, readForm)).status).toBe(400);
  });

  test('to a request that Entra ID has given up', async () => {
    const walker = await somebody();
    await walker.begin();
    await walker.check();
    server.advance(600_001);
    const page = await walker.goOn();
    expect([page.status, page.body]).toEqual([400, expect.stringContaining('sign_in_expired')]);
  });
});
