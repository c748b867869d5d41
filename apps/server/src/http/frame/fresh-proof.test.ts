import { ADMIN_CALLS, type Call, CALLS } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webSessions } from '../../database/schema.ts';
import {
  type AdminCallName,
  createSocketDesk,
  newestAudit,
  plantAdministrator,
  plantToken,
} from '../../testing/administrators.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { answerOf, type CallParts, type Guise, make, makeUp } from '../../testing/contract-call.ts';
import { codeOf } from '@vestibule/testing/authenticator-app';
import { addPerson, giveRole, PASSWORD, post, signIn } from '../../subjects/people/testing/people.ts';
import { personIdOf } from '../../testing/planted.ts';
import { digestTables } from '../../testing/stored-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

/** Every admin call, by a browser that someone left open, or whose cookie was taken. */
const rows = Object.entries(ADMIN_CALLS) as [AdminCallName, Call][];

const QUESTION = 'asks, and changes nothing';
const TAKES = 'only takes away, and has to be quick';
const SUPPORT = 'looks at a caller’s case: no one gets in by it';

/** Why a call that is no reading asks for no proof. */
const WITHOUT_PROOF: Partial<Record<AdminCallName, string>> = {
  adminCheckPolicy: QUESTION,
  adminExplainPolicy: QUESTION,
  adminGateImpact: QUESTION,
  adminRehearsePolicy: QUESTION,
  adminTryPolicy: 'opens a synthetic laptop, which lets no one in',
  adminTryMail: 'sends one mail by what is set already',
  adminEndSessions: TAKES,
  adminRevokeToken: TAKES,
  adminEndOwnToken: TAKES,
  adminRevokeAccess: TAKES,
  adminRefuseAccess: TAKES,
  adminEndExemption: TAKES,
  adminCheckAgain: SUPPORT,
  adminAskCallerNumber: SUPPORT,
  adminTryCallerNumber: SUPPORT,
};

const FIFTEEN_MINUTES = 15 * 60_000;
let server: TestServer;
let company: TestCompany;
let named: Record<string, unknown>;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  await server.context.companies.byId(company.id);
  named = { personId: await personIdOf(company, 'nadia'), confirm: 'nadia', login: 'nadia', company: undefined };
});
afterAll(() => server.close());

const partsFor = (call: Call, query: Record<string, string> = {}): CallParts => {
  const made = makeUp(call, named, 7);
  const { company: _company, dryRun: _dryRun, ...rest } = (made.query ?? {}) as Record<string, unknown>;
  return { ...made, query: { ...rest, ...query } };
};
const isAtServerOnly = ({ authentication }: Call) =>
  typeof authentication === 'object' && 'role' in authentication && authentication.reach === 'installation';

/** An administrator whose browser has been open for so long. */
async function openSince(milliseconds: number): Promise<Guise> {
  const { guise, personId } = await plantAdministrator(company, { role: 'administrator' });
  const provenAt = new Date(server.context.now().getTime() - milliseconds);
  await server.context.database
    .update(webSessions)
    .set({ provenAt, secondFactorAt: provenAt })
    .where(eq(webSessions.personId, personId));
  return guise;
}

describe('a proof of the last 15 minutes', () => {
  test('is asked for by every call that changes something, or a reason stands here why not', () => {
    for (const [name, call] of rows) {
      const isExcused = call.method === 'GET' || isAtServerOnly(call) || WITHOUT_PROOF[name] !== undefined;
      expect([name, call.needsFreshProof === true]).toEqual([name, !isExcused]);
      expect([name, 'proof_too_old' in call.refusals]).toEqual([name, !isExcused]);
    }
    for (const name of Object.keys(WITHOUT_PROOF)) expect(Object.keys(ADMIN_CALLS)).toContain(name);
  });

  test('is missing in a browser that was left open: nothing is changed, and it says how to prove it', async () => {
    const old = await openSince(FIFTEEN_MINUTES);
    const before = await digestTables(server.context.database);
    for (const [name, call] of rows.filter(([, { needsFreshProof }]) => needsFreshProof)) {
      const refused = await make(company, call, partsFor(call), old);
      expect([name, answerOf(refused)]).toEqual([name, '403 proof_too_old']);
      expect(refused.text).toContain(CALLS.giveSecondFactor.path);
      expect(await newestAudit(company)).toMatchObject({ action: 'admin-call', details: { code: 'proof_too_old' } });
    }
    expect(await digestTables(server.context.database)).toEqual(before);
  });

  test('is not wanted by a dry run, by one who proved it a moment ago, nor at the server', async () => {
    const [old, fresh] = [await openSince(FIFTEEN_MINUTES), await openSince(FIFTEEN_MINUTES - 1000)];
    const socket = createSocketDesk(server);
    for (const [name, call] of rows.filter(([, { needsFreshProof }]) => needsFreshProof)) {
      const dry = await make(company, call, partsFor(call, { dryRun: 'true' }), old);
      expect([name, answerOf(dry)]).not.toEqual([name, '403 proof_too_old']);
      const unknown = partsFor(call, { company: 'nowhere' });
      expect([name, (await socket.call(name, unknown)).status]).toEqual([name, 404]);
    }
    const parts = { body: { name: 'fresh', role: 'auditor', days: 1 } };
    expect(answerOf(await make(company, ADMIN_CALLS.adminCreateToken, parts, fresh))).toBe('200');
  });
});

test('an administrator gives their code again in the browser that is open, or signs in again, and goes on', async () => {
  const person = await addPerson(server);
  const visitor = new Visitor(company);
  await signIn(visitor, person.login);
  const begun = await post<{ id: string; secret: string }>(visitor, 'second-factors/totp', {});
  const code = () => codeOf(begun.body.secret, server.context.now());
  await post(visitor, `second-factors/totp/${begun.body.id}/confirm`, { code: code() });
  await giveRole(server, person);
  const makeToken = (name: string, who = visitor) =>
    who.ask<{ code?: string }>(ADMIN_CALLS.adminCreateToken.path, {
      method: 'POST',
      body: { name, role: 'auditor', days: 1 },
    });
  expect((await makeToken('at once')).status).toBe(200);
  server.advance(FIFTEEN_MINUTES);
  expect((await makeToken('later')).body.code).toBe('proof_too_old');
  // The password alone is no proof of someone with a second factor.
  expect((await post(visitor, 'confirm-password', { password: PASSWORD })).status).toBe(204);
  expect((await makeToken('by password')).body.code).toBe('proof_too_old');
  await post(visitor, 'second-factor', { factor: { method: 'totp', code: code() } });
  expect((await makeToken('by code')).status).toBe(200);

  server.advance(FIFTEEN_MINUTES);
  const elsewhere = new Visitor(company);
  await signIn(elsewhere, person.login);
  await post(elsewhere, 'second-factor', { factor: { method: 'totp', code: code() } });
  expect((await makeToken('anew', elsewhere)).status).toBe(200);
});

test('a token proves nothing: what would let anyone who found it stay is refused, whatever its role', async () => {
  const token = await plantToken(company, { role: 'administrator', lastUsedAt: server.context.now() });
  const before = await digestTables(server.context.database);
  const refused = rows.filter(([, { refusesTokens }]) => refusesTokens);
  expect(refused.map(([name]) => name).toSorted()).toEqual([
    'adminActivateKey',
    'adminAddKey',
    'adminAddUpstream',
    'adminAllowCommandLine',
    'adminCreateToken',
    'adminRemoveMail',
    'adminRemoveUpstream',
    'adminRetireKey',
    'adminSetMail',
    'adminSetRole',
    'adminTryMail',
    'adminTryUpstream',
    'adminUpdateUpstream',
  ]);
  for (const [name, call] of refused) {
    expect([name, answerOf(await make(company, call, partsFor(call), token))]).toEqual([name, '403 role_missing']);
  }
  expect(await digestTables(server.context.database)).toEqual(before);
});
