import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { CALLS } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nameOfSignIn } from '../../../context/caller.ts';
import { isRefusal, type ServerContext } from '../../../context/server-context.ts';
import { adminTokens, deviceAccounts, people, roles, upstreams, webSessions } from '../../../database/schema.ts';
import { createDesk, createSocketDesk, type Desk, given, loginOf } from '../../../testing/administrators.ts';
import { readAudit } from '../../../testing/at-the-gate.ts';
import { called } from '../../../testing/called.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { type Guise, make } from '../../../testing/contract-call.ts';
import { giveRole, plantSession } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { acceptInvitation } from '../../sign-in/invitations.ts';
import { invitePerson } from '../hand-out-invitations.ts';
import { addPerson, PASSWORD, signIn } from '../testing/people.ts';
import { createAdminToken } from './admin-tokens.ts';
import { allowCommandLine } from './command-line-sign-in.ts';

const NEW_PASSWORD = 'seven green kettles whistle';
const HOUR_MS = 3_600_000;
const VISIT = {
  address: '192.0.2.1',
  correlationId: 'test',
  userAgent: 'test',
  sessionToken: undefined,
  browserMark: undefined,
};

let server: TestServer;
let company: TestCompany;
let context: ServerContext;
let socket: Desk;
let upstreamId: string;
let person: Awaited<ReturnType<typeof addPerson>>;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  context = await server.company();
  socket = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  upstreamId = randomUUID();
  person = await addPerson(server);
  await giveRole(company, person.id, 'administrator');
  const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
  const row = { companyId: company.id, id: upstreamId, kind: 'oidc' as const, name: `Entra ${upstreamId}`, settings };
  const more = { isEnabled: true, sealedSecret: null, createdAt: server.context.now() };
  await server.context.database.insert(upstreams).values({ ...row, ...more });
});

/** A session of the person with a second factor, in a browser. */
const arrive = (more = {}) => plantSession(company, person.login, { factors: ['password', 'totp'], ...more });

async function makeToken(browser: Guise): Promise<Desk> {
  const body = { name: `token-${randomUUID()}`, role: 'administrator' as const, days: 30 };
  const made = await createDesk(company, browser).call('adminCreateToken', { body });
  expect(made.status).toBe(200);
  return bearer(made.body.token);
}

/** What a person allows, and how the command line comes for it. */
async function allow(browser: Guise) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const body = { port: 49_152, challenge, computer: 'desk-7', login: await loginOf(company, browser) };
  const allowed = await createDesk(company, browser).call('adminAllowCommandLine', { body });
  const shown = { body: { code: allowed.body.code, verifier, port: 49_152 } };
  return () => make(company, CALLS.redeemCommandLineCode, shown, {});
}

async function signInCommandLine(browser: Guise): Promise<Desk> {
  const made = await (await allow(browser))();
  return bearer((JSON.parse(made.text) as { token: string }).token);
}

const bearer = (token: string | null) => createDesk(company, { headers: { authorization: `Bearer ${token}` } });
const lives = async (token: Desk) => (await token.call('adminPeople')).status === 200;

const KINDS = [
  ['a token', makeToken],
  ['a sign-in of the command line', signInCommandLine],
] as const;

/** The person in another browser of theirs. */
const elsewhere = async () => visitorOf((await arrive()).browser);

function visitorOf({ cookies }: Guise): Visitor {
  const visitor = new Visitor(server);
  for (const [name, value] of cookies ?? []) visitor.cookies.set(name, value);
  return visitor;
}

const endFrom = (visitor: Visitor, sessionId: string) =>
  visitor.ask(CALLS.endOtherSession.path.replace('{id}', nameOfSignIn(context, sessionId)), {
    method: 'DELETE',
  });

const changePassword = (visitor: Visitor) =>
  visitor.ask(CALLS.changePassword.path, {
    method: CALLS.changePassword.method,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  });

async function takeBack(): Promise<void> {
  const invited = await invitePerson(context, VISIT, person, called('boss'));
  if (isRefusal(invited)) throw new Error(invited.message);
  const secret = { kind: 'password', password: NEW_PASSWORD } as const;
  const token = invited.url.split('#invitation=')[1] ?? '';
  await acceptInvitation(context, VISIT, { token, displayName: 'Ilse Brandt', secret });
}

/** How a session is taken away, by someone who may. */
const TAKEN = {
  'the person ends it from another browser': async ({ sessionId }) => {
    await endFrom(await elsewhere(), sessionId);
  },
  'the person chooses a new password in another browser': async () => {
    await changePassword(await elsewhere());
  },
  'the person takes the account back by an invitation': () => takeBack(),
  'its identity provider is switched off': async () => {
    const parts = { parameters: { upstreamId }, body: { isEnabled: false } };
    await socket.call('adminUpdateUpstream', parts);
  },
  'its identity provider is removed': async () => {
    const parts = { parameters: { upstreamId }, query: { acceptLockingOut: '1' } };
    await socket.call('adminRemoveUpstream', parts);
  },
  'the person is linked to another account there': async () => {
    const body = { link: { upstreamId, subject: `other-${randomUUID()}` } };
    await socket.call('adminLinkPerson', { parameters: { personId: person.id }, body });
  },
} satisfies Record<string, (made: { readonly sessionId: string }) => Promise<void>>;

const there = () => ({
  upstreamClaims: { upstreamId, issuer: 'https://login.example', groups: [], level: null },
});

describe.each(KINDS)('%s that was made in a session', (_kind, begin) => {
  test.each(Object.entries(TAKEN))('ends where %s, and is named', async (_way, take) => {
    const session = await arrive(there());
    const token = await begin(session.browser);
    const other = await begin((await plantColleague()).browser);
    await plantDeviceToken();
    expect([await lives(token), await lives(other)]).toEqual([true, true]);
    await take(session);
    expect([await lives(token), await lives(other)]).toEqual([false, true]);
    expect(await countDeviceTokens()).toBe(0);
    const [row] = await madeBy(person.id);
    const entries = (await readAudit(company, 12)).filter(({ target }) => target === person.login);
    expect(entries.flatMap(({ details }) => details['endedTokens'] ?? [])).toEqual([row?.name]);
  });

  test('ends by a new password in that very session', async () => {
    const { browser } = await arrive();
    const token = await begin(browser);
    expect((await changePassword(visitorOf(browser))).status).toBeLessThan(300);
    expect(await lives(token)).toBe(false);
  });

  test('goes on where the person signs out there, or the session is over by its age', async () => {
    const [one, other] = [await arrive(), await arrive()];
    const [first, second] = [await begin(one.browser), await begin(other.browser)];
    expect((await make(company, CALLS.signOut, {}, one.browser)).status).toBeLessThan(300);
    server.advance(HOUR_MS + 1);
    expect([await lives(first), await lives(second)]).toEqual([true, true]);
  });

  test('ends with a session that grew too old while the list of sessions was looked at', async () => {
    const session = await arrive();
    const token = await begin(session.browser);
    server.advance(HOUR_MS + 1);
    expect((await endFrom(await elsewhere(), session.sessionId)).status).toBe(204);
    expect(await lives(token)).toBe(false);
  });

  test('goes on where the person signs in there again, and ends with the session that took its place', async () => {
    const session = await arrive();
    const token = await begin(session.browser);
    // Without a role for a moment: with one, a second factor would be set up first.
    await server.context.database.delete(roles).where(eq(roles.personId, person.id));
    expect((await signIn(visitorOf(session.browser), person.login)).status).toBe(200);
    await giveRole(company, person.id, 'administrator');
    const [made] = await madeBy(person.id);
    expect([await lives(token), made?.sessionId === session.sessionId]).toEqual([true, false]);
    expect((await endFrom(await elsewhere(), made?.sessionId ?? '')).status).toBe(204);
    expect(await lives(token)).toBe(false);
  });
});

test('a token that was made in a window of Workplace goes on with the session that its own opened from was replaced by', async () => {
  const parent = await arrive();
  const child = await arrive({ openedFrom: parent.sessionId, openedFor: randomUUID() });
  const token = await makeToken(child.browser);
  await server.context.database.delete(roles).where(eq(roles.personId, person.id));
  expect((await signIn(visitorOf(parent.browser), person.login)).status).toBe(200);
  await giveRole(company, person.id, 'administrator');
  const [made] = await madeBy(person.id);
  expect([await lives(token), made?.sessionId === child.sessionId]).toEqual([true, false]);
  expect((await endFrom(await elsewhere(), made?.sessionId ?? '')).status).toBe(204);
  expect(await lives(token)).toBe(false);
});

test('a switch-off and a link name the tokens first, in a dry run that ends none', async () => {
  const token = await makeToken((await arrive(there())).browser);
  const [row] = await madeBy(person.id);
  const parts = { parameters: { upstreamId }, body: { isEnabled: false } };
  const { body } = await socket.dryRun('adminUpdateUpstream', parts);
  expect(body.changes).toContainEqual({ field: 'tokens', from: [row?.name], to: [] });
  expect(body.warnings).toContain(`Tokens that were made in such sessions end at once: ${row?.name}.`);
  expect(await lives(token)).toBe(true);
  const switchedOff = await socket.call('adminUpdateUpstream', parts);
  expect([switchedOff.body.changes, switchedOff.body.warnings]).toEqual([body.changes, body.warnings]);
});

test('a token from a session there that is over stays where the provider is switched off, and is named', async () => {
  await server.context.database
    .update(people)
    .set({ upstreamId, upstreamSubject: randomUUID() })
    .where(eq(people.id, person.id));
  const { browser } = await arrive(there());
  const token = await makeToken(browser);
  await make(company, CALLS.signOut, {}, browser);
  const [row] = await madeBy(person.id);
  const { body } = await socket.call('adminUpdateUpstream', { parameters: { upstreamId }, body: { isEnabled: false } });
  expect(body.warnings).toContain(
    `Other tokens of these people stay: ${row?.name}. To end one: vestibule token revoke NAME`,
  );
  expect(await lives(token)).toBe(true);
});

test('a token that the server made for a person stays where one session is taken away', async () => {
  const session = await arrive();
  const body = { name: `made-${randomUUID()}`, role: 'support' as const, days: 30, ownerId: person.id };
  const token = bearer((await socket.call('adminCreateToken', { body })).body.token);
  expect((await endFrom(await elsewhere(), session.sessionId)).status).toBe(204);
  expect(await lives(token)).toBe(true);
});

test('none is made by a call that was let in by the cookie from before a new password', async () => {
  const { browser, sessionId, personId } = await arrive();
  const [before] = await server.context.database.select().from(webSessions).where(eq(webSessions.id, sessionId));
  const behind = {
    kind: 'person',
    companyId: company.id,
    personId,
    sessionId,
    cookieHash: given(before).tokenHash,
  } as const;
  const admitted = { name: person.login, role: 'administrator', reach: 'company', personId, behind } as const;
  const acting = {
    ...{ context, administrator: admitted, origin: VISIT, isDryRun: false },
    ...{ installation: server.context, companyId: company.id },
  };
  const asked = { name: `token-${randomUUID()}`, role: 'administrator', days: 366 } as const;
  await changePassword(visitorOf(browser));
  expect(await createAdminToken(acting, asked)).toMatchObject({ refused: 'not_signed_in' });
  const allowing = { port: 49_152, challenge: 'c'.repeat(43), computer: 'desk-7', login: person.login };
  expect(await allowCommandLine(acting, allowing)).toMatchObject({ refused: 'not_signed_in' });
  expect(await madeBy(person.id)).toEqual([]);
});

describe('what a thief of the cookies has allowed a command line', () => {
  const setRole = (role: 'administrator' | 'auditor' | null) =>
    socket.call('adminSetRole', { parameters: { personId: person.id }, body: { role } });

  async function takeRoleForAMoment(): Promise<void> {
    await setRole(null);
    server.advance(1000);
    await setRole('administrator');
  }

  test.each<[string, (visitor: Visitor) => Promise<unknown>, number]>([
    ['nothing happens', async () => undefined, 200],
    ['the person chooses a new password in that very session', changePassword, 401],
    ['their role is taken and given back', takeRoleForAMoment, 401],
    ['they have another role', () => setRole('auditor'), 401],
  ])('makes a token, or none, where meanwhile %s', async (_meanwhile, change, status) => {
    const { browser } = await arrive();
    const redeem = await allow(browser);
    await change(visitorOf(browser));
    expect((await redeem()).status).toBe(status);
    expect(await madeBy(person.id)).toHaveLength(status === 200 ? 1 : 0);
  });
});

test('no command line is allowed as another person than the page has named', async () => {
  const { browser } = await arrive();
  const challenge = createHash('sha256').update('x').digest('base64url');
  const ask = (login: string) =>
    createDesk(company, browser).call('adminAllowCommandLine', {
      body: { port: 49_152, challenge, computer: 'desk-7', login },
    });
  const refused = await ask('lena');
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'not_possible',
    expect.stringContaining(`${person.login} is signed in by now`),
  ]);
  expect((await ask(person.login)).status).toBe(200);
});

test('an invitation that a person took is nothing that stays of what they changed', async () => {
  await takeBack();
  const { body } = await socket.dryRun('adminEndSessions', { parameters: { personId: person.id } });
  expect(body.warnings.filter((warning) => warning.includes('stays'))).toEqual([]);
});

/** For a client that no one has installed yet. */
async function plantDeviceToken(): Promise<void> {
  const row = { companyId: company.id, personId: person.id, tokenHash: randomUUID(), createdAt: new Date(0) };
  await server.context.database.insert(deviceAccounts).values({ ...row, expiresAt: new Date('2999-01-01') });
}

const countDeviceTokens = () => server.context.database.$count(deviceAccounts, eq(deviceAccounts.personId, person.id));

const madeBy = (personId: string) =>
  server.context.database.select().from(adminTokens).where(eq(adminTokens.ownerId, personId));

async function plantColleague() {
  const colleague = await addPerson(server);
  await giveRole(company, colleague.id, 'administrator');
  return plantSession(company, colleague.login, { factors: ['password', 'totp'] });
}
