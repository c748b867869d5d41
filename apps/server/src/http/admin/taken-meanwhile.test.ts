import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { addressOf, ADMIN_CALLS } from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessRequests, adminTokens, people, roles, secondFactors, webSessions } from '../../database/schema.ts';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { type AdminCallName, createDesk, createSocketDesk, given, plantToken } from '../../testing/administrators.ts';
import { readAudit } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import type { CallParts, Guise } from '../../testing/contract-call.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { addPerson, giveRole, plantSession } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let upstreamId: string;
let colleagueId: string;
let personId: string;
let sessionId: string;
let session: Guise;
let token: Guise;
/** No two open the gate for as long: what is so already is no change. */
let minutes = 30;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
  const body = { kind: 'oidc' as const, name: 'Entra', settings, isEnabled: false };
  upstreamId = given((await createSocketDesk(server).call('adminAddUpstream', { body })).body.upstreamId);
});
afterAll(() => server.close());

beforeEach(async () => {
  const login = `admin-${randomUUID()}`;
  personId = await addPerson(company, login, { passwordHash: 'none' });
  await giveRole(company, personId, 'administrator');
  const planted = await plantSession(company, login, { factors: ['password', 'totp'] });
  [session, sessionId] = [planted.browser, planted.sessionId];
  token = await plantToken(company, { madeBy: 'person', ownerCompanyId: company.id, ownerId: personId });
  colleagueId = await addPerson(company, `colleague-${randomUUID()}`);
});

const isPerson = () => and(eq(roles.companyId, company.id), eq(roles.personId, personId));
const ofPerson = () => and(eq(people.companyId, company.id), eq(people.id, personId));
const theSession = () => and(eq(webSessions.companyId, company.id), eq(webSessions.id, sessionId));

const loseRole = () => company.context.database.delete(roles).where(isPerson());
const lowerRole = () => company.context.database.update(roles).set({ role: 'auditor' }).where(isPerson());
const endSession = () =>
  company.context.database
    .update(webSessions)
    .set({ revokedAt: new Date(0) })
    .where(theSession());
const changeCookie = () =>
  company.context.database
    .update(webSessions)
    .set({ tokenHash: hashToken(randomUUID()) })
    .where(theSession());
const block = () =>
  company.context.database
    .update(people)
    .set({ disabledAt: new Date(0) })
    .where(ofPerson());
const endToken = () =>
  company.context.database
    .update(adminTokens)
    .set({ revokedAt: new Date(0) })
    .where(eq(adminTokens.ownerId, personId));

/** Who calls, and what happens to them between the answer to who they are and what they want written. */
const TAKEN: readonly (readonly [string, () => Guise, () => Promise<unknown>])[] = [
  ['their role is taken', () => session, loseRole],
  ['they have a lower role', () => session, lowerRole],
  ['their session is ended', () => session, endSession],
  ['a new password gives their session another cookie', () => session, changeCookie],
  ['they are blocked', () => session, block],
  ['their token is revoked', () => token, endToken],
  ['who made their token has no role any more', () => token, loseRole],
  ['who made their token is blocked', () => token, block],
];

/** What lets someone in, or gives someone more than they had. */
const CALLS_THAT_GIVE: Partial<Record<AdminCallName, () => Promise<CallParts> | CallParts>> = {
  adminSetRole: () => ({ parameters: { personId: colleagueId }, body: { role: 'administrator' } }),
  adminInvitePerson: () => ({ parameters: { personId: colleagueId }, body: {} }),
  adminBlockPerson: () => ({ parameters: { personId: colleagueId }, body: { isBlocked: true, reason: 'left' } }),
  adminResetFactors: async () => {
    const factor = {
      companyId: company.id,
      id: randomUUID(),
      personId: colleagueId,
      kind: 'totp',
      name: 'Phone',
      sealed: 'sealed',
    } as const;
    const createdAt = company.context.now();
    await company.context.database.insert(secondFactors).values({ ...factor, createdAt, confirmedAt: createdAt });
    return { parameters: { personId: colleagueId } };
  },
  adminLinkPerson: () => ({
    parameters: { personId: colleagueId },
    body: { link: { upstreamId, subject: randomUUID() } },
  }),
  adminAddPerson: () => ({
    body: { login: `new-${randomUUID()}`, displayName: 'New', email: `${randomUUID()}@alderbrook.example`, groups: [] },
  }),
  adminGrantAccess: () => ({
    body: {
      personId: colleagueId,
      applicationId: null,
      hours: 1,
      reason: 'Needs to work',
      uses: 1,
      overridesStopper: false,
    },
  }),
  adminRefuseAccess: async () => {
    const id = randomUUID();
    const row = { companyId: company.id, id, personId: colleagueId, applicationId: null, reason: 'Please' };
    await company.context.database.insert(accessRequests).values({ ...row, createdAt: company.context.now() });
    return { parameters: { id }, body: { reason: 'No' } };
  },
  adminImportPeople: () => {
    const login = `file-${randomUUID()}`;
    return { body: { csv: `login,displayName,email\n${login},New,${login}@alderbrook.example\n` } };
  },
  adminSetGate: () => {
    minutes += 1;
    return { body: { state: 'observing', minutes, isReading: true, reason: 'Everyone is stopped' } };
  },
  adminAddUpstream: () => ({
    body: {
      kind: 'oidc',
      name: `Okta ${randomUUID()}`,
      settings: { issuer: 'https://other.example', clientId: 'vestibule' },
      isEnabled: false,
    },
  }),
  adminUpdateUpstream: () => ({ parameters: { upstreamId }, body: { name: `Entra ${randomUUID()}` } }),
  adminSetSettings: () => ({ body: { set: { productName: `Gate ${randomUUID()}` }, reset: [] } }),
};

/** Whether the call is one that these people can make: some refuse every token. */
const isFor = (name: AdminCallName, words: string) =>
  !('refusesTokens' in ADMIN_CALLS[name] && words.includes('token'));

const NAMES = Object.keys(CALLS_THAT_GIVE) as AdminCallName[];
const partsOf = async (name: AdminCallName) => given(await CALLS_THAT_GIVE[name]?.());

describe('what an administrator asks for is done no more', () => {
  test.each(NAMES)('%s is done where nothing happens meanwhile', async (name) => {
    for (const guise of [session, token]) {
      if ('refusesTokens' in ADMIN_CALLS[name] && guise === token) continue;
      const said = await createDesk(company, guise).call(name, await partsOf(name));
      expect([name, said.status, said.body.message]).toEqual([name, 200, undefined]);
    }
  });

  const cases = TAKEN.flatMap(([words, guise, take]) =>
    NAMES.filter((name) => isFor(name, words)).map((name) => [words, name, guise, take] as const),
  );
  test.each(cases)('where %s while it is worked out: %s', async (_words, name, guise, take) => {
    const parts = await partsOf(name);
    const desk = createDesk(company, guise());
    meanwhile(company.context.database, take);
    const said = await desk.call(name, parts);
    expect([401, 403]).toContain(said.status);
    const [newest] = await readAudit(company, 1);
    expect(newest).toMatchObject({ action: 'admin-call', outcome: 'refused' });
  });

  const slow = TAKEN.flatMap(([words, guise, take]) =>
    (['adminSetRole', 'adminGrantAccess', 'adminSetGate'] as const)
      .filter((name) => isFor(name, words))
      .map((name) => [words, name, guise, take] as const),
  );
  const dry = TAKEN.map(([words, guise, take]) => [words, guise, take] as const);
  test.each(dry)('nor told of, in a dry run, where %s while its body is on its way', async (_words, guise, take) => {
    const parts = { ...(await partsOf('adminSetGate')), query: { dryRun: 'true' } };
    const { finish, answered } = await begin('adminSetGate', parts, guise());
    await take();
    finish();
    expect([401, 403]).toContain(await answered);
  });

  test.each(slow)('where %s while its body is on its way: %s', async (_words, name, guise, take) => {
    const { finish, answered } = await begin(name, await partsOf(name), guise());
    await take();
    finish();
    expect([401, 403]).toContain(await answered);
    const [newest] = await readAudit(company, 1);
    expect(newest).toMatchObject({ action: 'admin-call', outcome: 'refused' });
  });
});

/** Sends a call without the last byte of its body. @returns once the server has taken its head, and let it in */
async function begin(name: AdminCallName, parts: CallParts, { cookies = new Map(), headers = {} }: Guise) {
  const call = ADMIN_CALLS[name];
  const body = Buffer.from(JSON.stringify(parts.body));
  const sent: ClientRequest = request({
    host: '127.0.0.1',
    port: new URL(company.url).port,
    method: call.method,
    path: addressOf(call, parts),
    headers: {
      host: new URL(company.url).host,
      cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
      ...headers,
    },
  });
  const answered = once(sent, 'response').then(([response]) => {
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode ?? 0;
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.subarray(0, -1));
  // Longer than it takes to let a call in: two others come and go.
  for (let round = 0; round < 2; round++) await createDesk(company, session).call('adminStatus');
  return { finish: () => sent.end(body.subarray(-1)), answered };
}
