import type { PasskeyCreationOptions } from '@vestibule/contracts';
import { called } from '../../testing/called.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companies, invitations, people } from '../../database/schema.ts';
import type { Person } from '../../repositories/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { invitePerson } from '../people/hand-out-invitations.ts';
import { addPerson, auditOf, block, configure, giveRole, newestAudit, post, signIn } from '../people/testing/people.ts';
import { SoftwareAuthenticator } from '../people/testing/software-authenticator.ts';

const DAY_MS = 24 * 3_600_000;
const NEW_PASSWORD = 'seven green kettles whistle';
const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };

let server: TestServer;
let visitor: Visitor;
let person: Person;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  visitor = new Visitor(server);
  await configure(server, {});
  person = await addPerson(server);
  await server.context.database.update(people).set({ passwordHash: null }).where(eq(people.id, person.id));
  token = await invite();
});

async function invite(whom = person): Promise<string> {
  const { url } = await invitePerson(await server.company(), ORIGIN, whom, called('boss'));
  return url.split('#invitation=')[1] ?? '';
}

interface Accepted {
  readonly recoveryCodes: string[] | null;
  readonly secondFactor: { mustEnroll: boolean } | null;
  readonly continueTo: string;
}

function accept(changes: Record<string, unknown> = {}, who = visitor) {
  return post<Accepted>(who, 'invitation/accept', {
    token,
    displayName: 'Ilse Brandt-Osei',
    isEulaAccepted: true,
    secret: { kind: 'password', password: NEW_PASSWORD },
    ...changes,
  });
}

const lookUp = (its = token) => post(visitor, 'invitation/look-up', { token: its });

describe('an invitation', () => {
  test.each([
    'Ilse\r\nBrandt',
    'Ilse\u202eBrandt',
    'Ilse\u0085',
    'Ilse\u001b[31m',
    '\u200b\u200d',
    ' \u2060',
    '\u3164',
    '\u2800',
  ])('takes no name that breaks or turns a line, or shows nothing: %j', async (displayName) => {
    const { status, body } = await accept({ displayName });
    expect([status, body.code]).toEqual([400, 'request_malformed']);
    expect((await accept({ displayName: 'Ilse 伊尔 🙂' })).status).toBe(201);
  });

  test('is a link to /signup whose token no server sees [S2.028]', async () => {
    const { url, expiresAt } = await invitePerson(await server.company(), ORIGIN, person, called('boss'));
    expect(url).toMatch(new RegExp(`^${server.url}/onboarding/signup#invitation=[\\w-]{43}$`));
    expect(expiresAt.getTime()).toBe(server.context.now().getTime() + 7 * DAY_MS);
    const rows = await server.context.database.select().from(invitations);
    expect(JSON.stringify(rows)).not.toContain(url.split('=')[1]);
    expect(JSON.stringify(await auditOf(server, 'invitation'))).not.toContain(url.split('=')[1]);
  });

  test('says whom it is for, as often as it is looked at', async () => {
    for (let index = 0; index < 2; index += 1) {
      expect((await lookUp()).body).toMatchObject({
        companyName: 'Alderbrook',
        login: person.login,
        displayName: 'Ilse Brandt',
        isSecondFactorRequired: false,
      });
    }
  });

  test('is accepted with a password: the person is signed in and goes on to onboarding', async () => {
    const reply = await accept();
    expect([reply.status, reply.body]).toEqual([
      201,
      { recoveryCodes: null, secondFactor: null, continueTo: '/onboarding/in-progress' },
    ]);
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({
      user: { userDisplayName: 'Ilse Brandt-Osei' },
      session: { factors: ['password'] },
    });
    const body = { login: person.login, password: NEW_PASSWORD };
    expect((await new Visitor(server).ask('/api/online/v1/sign-in', { method: 'POST', body })).status).toBe(200);
    const [row] = await server.context.database.select().from(people).where(eq(people.id, person.id));
    expect(row?.eulaAcceptedAt).toEqual(server.context.now());
    expect((await auditOf(server, 'invitation')).at(-1)).toMatchObject({
      outcome: 'done',
      actor: person.login,
      details: { what: 'accepted', isEulaAccepted: true },
    });
  });

  test('takes a password as other systems type it, too', async () => {
    const password = 'vingt thés à la crème brûlée';
    await accept({ secret: { kind: 'password', password: password.normalize('NFD') } });
    const body = { login: person.login, password: password.normalize('NFC') };
    expect((await new Visitor(server).ask('/api/online/v1/sign-in', { method: 'POST', body })).status).toBe(200);
  });

  test('is accepted with a passkey, which is both factors', async () => {
    await configure(server, { secondFactor: 'required' });
    const options = await post<PasskeyCreationOptions>(visitor, 'invitation/passkey-options', {
      token,
      displayName: 'Ilse B.',
    });
    expect(options.body.user).toMatchObject({ name: person.login, displayName: 'Ilse B.' });
    const response = new SoftwareAuthenticator(server.url).create(options.body);
    const reply = await accept({ secret: { kind: 'passkey', response } });
    expect(reply.body).toMatchObject({ secondFactor: null, continueTo: '/onboarding/in-progress' });
    expect(reply.body.recoveryCodes).toHaveLength(10);
    expect((await visitor.ask('/api/online/v1/my-session')).body).toMatchObject({ session: { factors: ['passkey'] } });
  });

  test('where a second factor is asked for, a password is not the end of it', async () => {
    await giveRole(server, person);
    expect((await lookUp()).body).toMatchObject({ isSecondFactorRequired: true });
    const reply = await accept();
    expect(reply.body.secondFactor).toEqual({ methods: ['totp', 'passkey'], mustEnroll: true });
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(401);
    expect((await post(visitor, 'second-factors/totp', {})).status).toBe(201);
  });

  test('ends whatever sessions there were: another person may have been in', async () => {
    const known = await addPerson(server);
    const before = new Visitor(server);
    await signIn(before, known.login);
    token = await invite(known);
    expect((await accept()).status).toBe(201);
    expect((await before.ask('/api/online/v1/my-session')).status).toBe(401);
  });
});

describe('an invitation is refused in the same words', () => {
  const refused = { status: 404, code: 'invitation_unknown' };
  const outcome = async (reply: ReturnType<typeof accept> | ReturnType<typeof lookUp>) => {
    const { status, body } = await reply;
    return { status, code: body.code };
  };

  test('whether it is unknown, used, over, replaced or another company’s', async () => {
    expect(await outcome(lookUp('x'.repeat(43)))).toEqual(refused);
    expect(await outcome(accept({ token: 'x'.repeat(43) }))).toEqual(refused);
    const passkey = post(visitor, 'invitation/passkey-options', { token: 'x'.repeat(43), displayName: 'I' });
    expect(await outcome(passkey)).toEqual(refused);
    expect((await accept()).status).toBe(201);
    for (const reply of [lookUp(), accept({}, new Visitor(server))]) expect(await outcome(reply)).toEqual(refused);
    const first = await invite();
    token = await invite();
    expect(await outcome(lookUp(first))).toEqual(refused);
    expect((await lookUp()).status).toBe(200);
    server.advance(7 * DAY_MS);
    expect(await outcome(lookUp())).toEqual(refused);
    expect(await newestAudit(server)).toMatchObject({ action: 'invitation', outcome: 'refused' });
  });

  test('at another company’s address', async () => {
    const other = server.url.replace('localhost', '127.0.0.1');
    await server.context.database.insert(companies).values({
      id: '0c0c0c0c-0000-4000-8000-000000000002',
      name: 'birchwood',
      displayName: 'Birchwood',
      topLevelDomain: 'birchwood.example',
      logoUrl: null,
      publicUrl: other,
      support: {},
    });
    server.context.companies.forget();
    const reply = await visitor.ask(`${other}/api/online/v1/invitation/look-up`, { method: 'POST', body: { token } });
    expect({ status: reply.status, code: reply.body.code }).toEqual(refused);
  });

  test('to all but one of many at once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept({}, new Visitor(server))));
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201, 404, 404, 404, 404,
    ]);
  });
});

describe('an acceptance that is refused does not spend the invitation', () => {
  test.each([
    ['a weak password', { secret: { kind: 'password', password: 'short' } }, 'password_weak'],
    ['without consent', { isEulaAccepted: false }, 'request_malformed'],
    ['without a name', { displayName: '   ' }, 'request_malformed'],
    ['without a secret', { secret: {} }, 'request_malformed'],
  ])('%s', async (_name, changes, code) => {
    expect((await accept(changes)).body.code).toBe(code);
    expect(visitor.cookies.size).toBe(0);
    expect((await accept()).status).toBe(201);
  });

  test('a passkey of another site, or begun with another invitation', async () => {
    const optionsOf = async (its: string) =>
      (await post<PasskeyCreationOptions>(visitor, 'invitation/passkey-options', { token: its, displayName: 'I' }))
        .body;
    const foreign = new SoftwareAuthenticator('https://evil.example').create(await optionsOf(token));
    expect((await accept({ secret: { kind: 'passkey', response: foreign } })).body.code).toBe('passkey_refused');
    const theirs = await invite(await addPerson(server));
    const mixed = new SoftwareAuthenticator(server.url).create(await optionsOf(theirs));
    expect((await accept({ secret: { kind: 'passkey', response: mixed } })).body.code).toBe('passkey_refused');
    expect((await accept()).status).toBe(201);
  });

  test('a passkey in the place of a second factor that the person has', async () => {
    const known = await addPerson(server);
    const before = new Visitor(server);
    await signIn(before, known.login);
    const authenticator = new SoftwareAuthenticator(server.url);
    const first = await post<PasskeyCreationOptions>(before, 'second-factors/passkey-options', undefined);
    await post(before, 'second-factors/passkey', { response: authenticator.create(first.body) });
    token = await invite(known);
    const options = await post<PasskeyCreationOptions>(visitor, 'invitation/passkey-options', {
      token,
      displayName: 'I',
    });
    const response = new SoftwareAuthenticator(server.url).create(options.body);
    expect((await accept({ secret: { kind: 'passkey', response } })).body.code).toBe('passkey_refused');
    expect((await accept()).body.secondFactor).toMatchObject({ mustEnroll: false });
  });

  test('of someone who was blocked meanwhile', async () => {
    await block(server, person);
    expect((await accept()).body.code).toBe('account_disabled');
    expect(visitor.cookies.size).toBe(0);
  });
});
