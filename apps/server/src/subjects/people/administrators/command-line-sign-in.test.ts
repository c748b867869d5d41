import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ADMIN_CALLS, type AdminRole, CALLS } from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminTokens, companies, people, webSessions } from '../../../database/schema.ts';
import {
  type AdminCallName,
  createSocketDesk,
  given,
  loginOf,
  newestAudit,
  plantAdministrator,
  plantToken,
  withoutXsrf,
} from '../../../testing/administrators.ts';
import { addCompany, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { answerOf, type Guise, make } from '../../../testing/contract-call.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const PORT = 49_152;
const COMPUTER = 'desk-7';

let server: TestServer;
let company: TestCompany;
let socket: ReturnType<typeof createSocketDesk>;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  socket = createSocketDesk(server);
});
afterAll(() => server.close());

const digestOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const newVerifier = () => randomBytes(32).toString('base64url');

/** A browser in which a person with this role is signed in. */
async function browserOf(role: AdminRole = 'support') {
  const { guise, personId } = await plantAdministrator(company, { role });
  return { guise, personId };
}

async function allow(guise: Guise, challenge: string, { dryRun = 'false', port = PORT, computer = COMPUTER } = {}) {
  const parts = { body: { port, challenge, computer, login: await loginOf(company, guise) }, query: { dryRun } };
  return make(company, ADMIN_CALLS.adminAllowCommandLine, parts, guise);
}

async function codeFor(guise: Guise, verifier: string): Promise<string> {
  const allowed = await allow(guise, digestOf(verifier));
  expect(answerOf(allowed)).toBe('200');
  return (JSON.parse(allowed.text) as { code: string }).code;
}

async function redeem(code: string, verifier: string, { port = PORT, at = company } = {}) {
  const call = CALLS.redeemCommandLineCode;
  const answered = await make(at, call, { body: { code, verifier, port } }, {});
  return { answer: answerOf(answered), ...(JSON.parse(answered.text) as { token: string; name: string }) };
}

async function signedIn(role: AdminRole = 'support') {
  const { guise, personId } = await browserOf(role);
  const verifier = newVerifier();
  const code = await codeFor(guise, verifier);
  const made = await redeem(code, verifier);
  expect(made.answer).toBe('200');
  const token = { headers: { authorization: `Bearer ${made.token}` } } satisfies Guise;
  return { guise, personId, verifier, code, made, token };
}

const call = async (name: AdminCallName, guise: Guise, parts = {}) =>
  answerOf(await make(company, ADMIN_CALLS[name], parts, guise));
const lives = async (guise: Guise) => (await call('adminStatus', guise)) === '200';

describe('a person who allows the command line of their computer', () => {
  test('gets it a token of their own: their role, twelve hours, in the list, and written down', async () => {
    const { personId, made, token } = await signedIn();
    expect(made).toMatchObject({
      role: 'support',
      name: expect.stringMatching(/^command line on desk-7 \([0-9a-f]{4}\)$/),
    });
    const { tokens } = (await socket.call('adminTokens')).body;
    const listed = given(tokens.find(({ name }) => name === made.name));
    expect(listed).toMatchObject({ role: 'support', actsAs: 'support', madeBy: { kind: 'person', personId } });
    expect(Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)).toBe(12 * 3_600_000);
    expect(await newestAudit(company)).toMatchObject({ action: 'admin-read' });
    const rows = (await socket.call('adminAudit', { query: { action: 'admin-token' } })).body.entries;
    expect(rows.slice(0, 2).map(({ details }) => details['what'])).toEqual(['created', 'allowed']);
    expect(JSON.stringify(rows)).not.toContain(made.token);

    expect(await lives(token)).toBe(true);
    expect(await call('adminRevokeToken', token, { parameters: { tokenId: listed.id } })).toBe('403 role_missing');
    const again = { body: { port: PORT, challenge: digestOf(newVerifier()), computer: 'x', login: 'x' } };
    expect(await call('adminAllowCommandLine', token, again)).toBe('403 role_missing');
    server.advance(12 * 3_600_000);
    expect(await lives(token)).toBe(false);
  });

  test('ends it by signing out, and no one else’s', async () => {
    const [one, other] = [await signedIn('auditor'), await signedIn('auditor')];
    const dry = await make(company, ADMIN_CALLS.adminEndOwnToken, { query: { dryRun: 'true' } }, one.token);
    expect([answerOf(dry), await lives(one.token)]).toEqual(['200', true]);
    expect(await call('adminEndOwnToken', one.token)).toBe('200');
    expect(await newestAudit(company)).toMatchObject({ action: 'admin-token', details: { what: 'signed-out' } });
    expect([await lives(one.token), await lives(other.token)]).toEqual([false, true]);
    expect(await call('adminEndOwnToken', one.token)).toBe('401 not_signed_in');
    expect(await call('adminEndOwnToken', other.guise)).toBe('409 not_possible');
    expect((await socket.call('adminEndOwnToken')).body.code).toBe('not_possible');
  });

  test.each([
    ['is blocked', 'adminBlockPerson', { body: { isBlocked: true, reason: 'lost' } }],
    ['loses the role', 'adminSetRole', { body: { role: null } }],
    ['is signed out everywhere', 'adminEndSessions', {}],
    ['has their factors reset', 'adminResetFactors', {}],
  ] as const)('loses it when the person %s, and a code that was not redeemed with it', async (_what, name, parts) => {
    const { guise, personId, token } = await signedIn();
    const verifier = newVerifier();
    const code = await codeFor(guise, verifier);
    const { status } = await socket.call(name, { parameters: { personId }, ...parts });
    expect([status, await lives(token)]).toEqual([200, false]);
    expect((await redeem(code, verifier)).answer).toBe('401 not_signed_in');
  });

  test('has to be a person in a session with a proof of the last 15 minutes, and a role', async () => {
    const challenge = digestOf(newVerifier());
    const { guise, personId } = await browserOf();
    const longAgo = new Date(server.context.now().getTime() - 15 * 60_000);
    const { database } = server.context;
    await database
      .update(webSessions)
      .set({ provenAt: longAgo, secondFactorAt: longAgo })
      .where(eq(webSessions.personId, personId));
    expect(answerOf(await allow(guise, challenge))).toBe('403 proof_too_old');
    expect(answerOf(await allow(guise, challenge, { dryRun: 'true' }))).toBe('200');
    await socket.call('adminSetRole', { parameters: { personId }, body: { role: null } });
    const roleless = await allow(guise, challenge, { dryRun: 'true' });
    expect(['401 not_signed_in', '403 role_missing']).toContain(answerOf(roleless));
    const planted = await plantToken(company, { role: 'administrator' });
    expect(answerOf(await allow(planted, challenge))).toBe('403 role_missing');
    const body = { port: PORT, challenge, computer: COMPUTER, login: 'x' };
    expect((await socket.call('adminAllowCommandLine', { body })).body.code).toBe('not_possible');
  });

  test('is sent to no other place than a port of their own computer', async () => {
    const { guise } = await browserOf();
    const challenge = digestOf(newVerifier());
    for (const port of [80, 443, 1023, 65_536, 1.5, '8080', 'localhost:80']) {
      const parts = { body: { port, challenge, computer: COMPUTER } };
      expect([port, await call('adminAllowCommandLine', guise, parts)]).toEqual([port, '400 request_malformed']);
    }
    const elsewhere = { body: { port: PORT, challenge, computer: COMPUTER, redirect: 'https://attacker.example' } };
    expect(await call('adminAllowCommandLine', guise, elsewhere)).toBe('400 request_malformed');
  });

  test('is not made to by another site: without this page’s own mark nothing happens', async () => {
    const { guise } = await browserOf();
    const parts = { body: { port: PORT, challenge: digestOf(newVerifier()), computer: COMPUTER } };
    expect(await call('adminAllowCommandLine', withoutXsrf(guise), parts)).toBe('403 xsrf_token_wrong');
    const foreign = { ...guise, headers: { ...guise.headers, 'sec-fetch-site': 'cross-site' } };
    expect(await call('adminAllowCommandLine', foreign, parts)).not.toBe('200');
  });
});

describe('a code', () => {
  test('that comes twice ends what was made with it, also by who knows no verifier', async () => {
    const { code, token, made } = await signedIn();
    expect(await lives(token)).toBe(true);
    expect((await redeem(code, newVerifier())).answer).toBe('401 not_signed_in');
    expect(await lives(token)).toBe(false);
    const rows = (await socket.call('adminAudit', { query: { action: 'admin-token' } })).body.entries;
    expect(rows.slice(0, 2).map(({ outcome, details }) => [outcome, details['what']])).toEqual([
      ['refused', 'shown-again'],
      ['done', 'revoked'],
    ]);
    expect(rows[1]?.target).toBe(made.name);
    // Who has a code and shows it again and again does not fill the log.
    for (let times = 0; times < 5; times += 1) await redeem(code, newVerifier());
    const later = (await socket.call('adminAudit', { query: { action: 'admin-token' } })).body.entries;
    expect(later[0]?.id).toBe(rows[0]?.id);
  });

  test('of ten who come at once gives none of them something that lasts', async () => {
    const { guise } = await browserOf();
    const verifier = newVerifier();
    const code = await codeFor(guise, verifier);
    const all = await Promise.all(Array.from({ length: 10 }, () => redeem(code, verifier)));
    const made = all.filter(({ answer }) => answer === '200');
    expect(made).toHaveLength(1);
    expect(await lives({ headers: { authorization: `Bearer ${made[0]?.token}` } })).toBe(false);
  });

  test.each([
    ['another verifier', () => ({ verifier: newVerifier(), port: PORT })],
    ['another port', (verifier: string) => ({ verifier, port: PORT + 1 })],
  ] as const)('shown with %s is worth nothing, and is spent', async (_what, other) => {
    const { guise } = await browserOf();
    const verifier = newVerifier();
    const code = await codeFor(guise, verifier);
    const shown = other(verifier);
    expect((await redeem(code, shown.verifier, { port: shown.port })).answer).toBe('401 not_signed_in');
    expect((await redeem(code, verifier)).answer).toBe('401 not_signed_in');
  });

  test('is good for a minute', async () => {
    const { guise } = await browserOf();
    const verifier = newVerifier();
    const code = await codeFor(guise, verifier);
    server.advance(60_000);
    expect((await redeem(code, verifier)).answer).toBe('401 not_signed_in');
  });

  test('of one company opens no other', async () => {
    const other = await addCompany(server, 'elsewhere');
    const { guise } = await browserOf();
    const verifier = newVerifier();
    const code = await codeFor(guise, verifier);
    expect((await redeem(code, verifier, { at: other })).answer).toBe('401 not_signed_in');
    expect((await redeem(code, verifier)).answer).toBe('200');
  });

  test('is made for the person’s own company alone, also where they run several', async () => {
    const other = await addCompany(server, 'run-as-well');
    await server.context.database.update(companies).set({ mspId: randomUUID() });
    const { guise } = await plantAdministrator(company, { role: 'administrator', reach: 'msp' });
    const login = await loginOf(company, guise);
    const body = { port: PORT, challenge: digestOf(newVerifier()), computer: COMPUTER, login };
    const named = { body, query: { company: 'run-as-well' } };
    expect(other.id).not.toBe(company.id);
    expect(await call('adminAllowCommandLine', guise, named)).toBe('409 not_possible');
    expect(await call('adminAllowCommandLine', guise, { body })).toBe('200');
    await server.context.database.update(companies).set({ mspId: null });
  });

  test('stands in no table, and neither does the token', async () => {
    const { code, made } = await signedIn();
    const { database } = server.context;
    const stored = JSON.stringify([await database.select().from(adminTokens), await database.select().from(people)]);
    expect(stored).not.toContain(made.token);
    expect(stored).not.toContain(code);
    const rows = await database
      .select()
      .from(adminTokens)
      .where(and(eq(adminTokens.name, made.name)));
    expect(rows).toHaveLength(1);
  });
});
