import { ADMIN_CALLS, ADMIN_ROLES, type Call, HEADERS } from '@vestibule/contracts';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companies, managedServiceProviders } from '../../database/schema.ts';
import {
  type AdminCallName,
  createSocketDesk,
  newestAudit,
  plantAdministrator,
  plantToken,
  withoutXsrf,
} from '../../testing/administrators.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { answerOf, type CallParts, type Guise, make, makeUp } from '../../testing/contract-call.ts';
import { personIdOf } from '../../testing/planted.ts';
import { digestTables } from '../../testing/stored-rows.ts';
import { forgetRefusals } from '../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Every admin call, as everybody who must not make it: refused as declared, written down, and nothing changed. */
const WRONG_IN_A_MINUTE = 200;
let server: TestServer;
let company: TestCompany;
let other: TestCompany;
let foreign: TestCompany;
let named: Record<string, unknown>;

const rows = Object.entries(ADMIN_CALLS) as [AdminCallName, Call][];
const MSP = '11111111-aaaa-4000-8000-000000000001';

beforeAll(async () => {
  const calls = { wrongCredentials: WRONG_IN_A_MINUTE };
  server = await startTestServer({ trustedProxies: ['127.0.0.1'], calls });
  company = await firstCompany(server);
  other = await addCompany(server, 'other');
  foreign = await addCompany(server, 'foreign');
  const { database } = server.context;
  await database.insert(managedServiceProviders).values({ id: MSP, name: 'Harbour IT' });
  for (const { id } of [company, other])
    await database.update(companies).set({ mspId: MSP }).where(eq(companies.id, id));
  server.context.companies.forget();
  // Makes each company's first key.
  for (const { id } of [company, other, foreign]) await server.context.companies.byId(id);
  named = { personId: await personIdOf(company, 'nadia'), confirm: 'nadia', login: 'nadia', company: undefined };
});
afterAll(() => server.close());

function roleOf({ authentication }: Call) {
  if (typeof authentication !== 'object' || !('role' in authentication)) throw new Error('This is no admin call.');
  return authentication;
}

const isAtServerOnly = (call: Call) => roleOf(call).reach === 'installation';
const isLow = (call: Call, role: (typeof ADMIN_ROLES)[number]) =>
  ADMIN_ROLES.indexOf(role) < ADMIN_ROLES.indexOf(roleOf(call).role);

const stored = () => digestTables(server.context.database);

const WRONG_TOKEN: Guise = { headers: { authorization: `Bearer vestibule-admin-${'x'.repeat(43)}` } };

interface Stranger {
  readonly name: string;
  readonly guise: () => Promise<Guise>;
  /** At whose address; the company that is attacked when absent. */
  readonly at?: () => TestCompany;
  readonly query?: Record<string, string>;
  readonly expected: string | ((call: Call) => string | null);
}

const asRole = async (planting: Parameters<typeof plantAdministrator>[1], place = company) =>
  (await plantAdministrator(place, planting)).guise;

const STRANGERS: readonly Stranger[] = [
  { name: 'nobody', guise: async () => ({}), expected: '401 not_signed_in' },
  {
    name: 'no one, who claims to sit at the server',
    guise: async () => ({
      headers: { 'x-local-socket': '1', islocalsocket: 'true', forwarded: 'for=unix:', 'x-forwarded-for': '127.0.0.1' },
    }),
    expected: '401 not_signed_in',
  },
  {
    name: 'a person without a role',
    guise: () => asRole({ role: null }),
    expected: '403 role_missing',
  },
  {
    name: 'an administrator with a password alone',
    guise: () => asRole({ role: 'administrator', factors: ['password'] }),
    expected: '403 second_factor_missing',
  },
  {
    name: 'an administrator who was blocked',
    guise: () => asRole({ role: 'administrator', disabledAt: new Date() }),
    expected: '403 account_disabled',
  },
  {
    name: 'a page that has the cookie of an administrator, and not the XSRF token',
    guise: async () => withoutXsrf(await asRole({ role: 'administrator' })),
    expected: ({ method }) => (method === 'GET' ? null : '403 xsrf_token_wrong'),
  },
  {
    name: 'an auditor, beyond reading',
    guise: () => asRole({ role: 'auditor' }),
    expected: (call) => (isLow(call, 'auditor') ? '403 role_missing' : null),
  },
  {
    name: 'support, beyond its part',
    guise: () => asRole({ role: 'support' }),
    expected: (call) => (isLow(call, 'support') ? '403 role_missing' : null),
  },
  {
    name: 'an administrator, of what belongs to the installation',
    guise: () => asRole({ role: 'administrator', reach: 'msp' }),
    expected: (call) => (isAtServerOnly(call) ? '403 role_missing' : null),
  },
  {
    name: 'an administrator of another company, with the cookies of there',
    guise: () => asRole({ role: 'administrator' }, other),
    expected: '401 not_signed_in',
  },
  {
    name: 'an administrator of another company of the same provider, whose role ends there',
    at: () => other,
    query: { company: 'alderbrook' },
    guise: () => asRole({ role: 'administrator' }, other),
    expected: (call) => (isAtServerOnly(call) ? '403 role_missing' : '404 company_unknown'),
  },
  {
    name: 'an administrator of all companies of a provider, of a company of none',
    query: { company: 'foreign' },
    guise: () => asRole({ role: 'administrator', reach: 'msp' }),
    expected: (call) => (isAtServerOnly(call) ? '403 role_missing' : '404 company_unknown'),
  },
  {
    name: 'an administrator of all companies of no provider at all',
    at: () => foreign,
    query: { company: 'alderbrook' },
    guise: () => asRole({ role: 'administrator', reach: 'msp' }, foreign),
    expected: (call) => (isAtServerOnly(call) ? '403 role_missing' : '404 company_unknown'),
  },
  { name: 'a wrong token', guise: async () => WRONG_TOKEN, expected: '401 not_signed_in' },
  {
    name: 'a revoked token',
    guise: () => plantToken(company, { revokedAt: server.context.now() }),
    expected: '401 not_signed_in',
  },
  {
    name: 'a token that is over',
    guise: () => plantToken(company, { expiresAt: server.context.now() }),
    expected: '401 not_signed_in',
  },
  { name: 'a token of another company', guise: () => plantToken(other), expected: '401 not_signed_in' },
  {
    name: 'a token, naming another company of the provider',
    query: { company: 'other' },
    guise: () => plantToken(company, usedNow()),
    expected: (call) =>
      isAtServerOnly(call) || call.refusesTokens === true ? '403 role_missing' : '404 company_unknown',
  },
  {
    name: 'a token of an auditor, beyond reading',
    guise: () => plantToken(company, { role: 'auditor', ...usedNow() }),
    expected: (call) => (isLow(call, 'auditor') ? '403 role_missing' : null),
  },
  {
    name: 'a token on a computer',
    guise: async () => ({ headers: { authorization: 'JWT something', [HEADERS.xsrf]: 'x' } }),
    expected: '401 not_signed_in',
  },
];

/** When a token was used last is kept to the minute: these write nothing more. */
function usedNow() {
  return { lastUsedAt: server.context.now() };
}

let addresses = 0;

/** Someone at an address of their own: anyone who tries too often has to wait. */
function elsewhere({ headers, ...guise }: Guise): Guise {
  addresses += 1;
  return { ...guise, headers: { ...headers, 'x-forwarded-for': `198.51.100.${addresses}` } };
}

function partsFor(call: Call, query: Record<string, string> = {}): CallParts {
  const made = makeUp(call, named, 7);
  const { company: _company, dryRun: _dryRun, ...rest } = (made.query ?? {}) as Record<string, unknown>;
  return { ...made, query: { ...rest, ...query } };
}

describe('every admin call is refused', () => {
  test.each(STRANGERS)('to $name', async ({ guise, at = () => company, query, expected }) => {
    const place = at();
    const who = elsewhere(await guise());
    const before = await stored();
    const said: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const [name, call] of rows) {
      const answer = typeof expected === 'string' ? expected : expected(call);
      if (answer === null) continue;
      wanted[name] = answer;
      said[name] = answerOf(await make(place, call, partsFor(call, query), who));
    }
    expect(said).toEqual(wanted);
    expect(Object.keys(wanted).length).toBeGreaterThan(5);
    expect(await stored()).toEqual(before);
  });

  test('with a query that nothing reads: a misspelt dry run does not do the thing', async () => {
    const administrator = await asRole({ role: 'administrator' });
    const before = await stored();
    for (const [name, call] of rows) {
      const parts = partsFor(call, { dryrun: 'true' });
      if (isAtServerOnly(call))
        expect([name, (await createSocketDesk(server).call(name, parts)).status]).toEqual([name, 400]);
      else
        expect([name, answerOf(await make(company, call, parts, administrator))]).toEqual([
          name,
          '400 request_malformed',
        ]);
    }
    expect(await stored()).toEqual(before);
  });

  test('at the socket, of a company that is not there', async () => {
    const desk = createSocketDesk(server);
    for (const [name, call] of rows) {
      const { status, body } = await desk.call(name, partsFor(call, { company: 'nowhere' }));
      expect([name, status, body.code]).toEqual([name, 404, 'company_unknown']);
    }
  });

  test('and who may, is not', async () => {
    const administrator = await asRole({ role: 'administrator' });
    const desk = createSocketDesk(server);
    for (const [name, call] of rows) {
      const dryRun =
        call.method === 'GET' || name.startsWith('adminCheck') || name.startsWith('adminExplain')
          ? {}
          : { dryRun: 'true' };
      const made = partsFor(call, dryRun);
      // Made up whole, it would move the company to another address, which is done at the server.
      const parts = name === 'adminUpdateCompany' ? { ...made, body: { displayName: 'Another name' } } : made;
      const status = isAtServerOnly(call)
        ? (await desk.call(name, parts)).status
        : (await make(company, call, parts, administrator)).status;
      expect([name, status]).not.toEqual([name, 401]);
      expect([name, status]).not.toEqual([name, 403]);
      expect([name, status]).not.toEqual([name, 500]);
    }
  });
});

describe('who is refused', () => {
  test('is written down, with the call and the reason', async () => {
    const guise = await asRole({ role: 'auditor', login: 'ada' });
    const call = ADMIN_CALLS.adminAddPerson;
    await make(company, call, partsFor(call), guise);
    expect(await newestAudit(company)).toMatchObject({
      action: 'admin-call',
      outcome: 'refused',
      actor: 'ada',
      target: 'POST /api/admin/v1/people',
      details: { code: 'role_missing' },
    });
    const [plain, unproven, atServerOnly] = [
      await asRole({ role: null, login: 'plain' }),
      await asRole({ role: 'administrator', factors: ['password'], login: 'unproven' }),
      await asRole({ role: 'administrator', login: 'here' }),
    ];
    const token = await plantToken(company, { role: 'auditor', name: 'reader' });
    for (const [actor, whose, refused, code] of [
      ['plain', plain, call, 'role_missing'],
      ['unproven', unproven, call, 'second_factor_missing'],
      ['here', atServerOnly, ADMIN_CALLS.adminCreateCompany, 'role_missing'],
      ['token reader', token, call, 'role_missing'],
      [null, WRONG_TOKEN, call, 'not_signed_in'],
    ] as const) {
      await forgetRefusals(server);
      const answer = await make(company, refused, partsFor(refused), whose);
      expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['code', 'message', 'correlationId']);
      expect(await newestAudit(company)).toMatchObject({
        action: 'admin-call',
        outcome: 'refused',
        actor,
        details: { code },
      });
    }
  });

  test('and shows nothing at all, is not: that is no news', async () => {
    const before = await newestAudit(company);
    await make(company, ADMIN_CALLS.adminPeople, {}, {});
    expect((await newestAudit(company))?.id).toBe(before?.id);
  });

  test('and goes on, waits, and fills the log no more', async () => {
    const call = ADMIN_CALLS.adminPeople;
    const stranger = elsewhere(WRONG_TOKEN);
    let last = '';
    for (let attempt = 0; attempt <= WRONG_IN_A_MINUTE; attempt += 1)
      last = answerOf(await make(company, call, {}, stranger));
    expect(last).toBe('429 too_many_attempts');
    const count = async () =>
      (await findAuditEntries(server.context.database, undefined, { isOldestFirst: true })).length;
    const before = await count();
    for (const [name, row] of rows) {
      const answer = answerOf(await make(company, row, partsFor(row), stranger));
      expect([name, answer]).toEqual([name, '429 too_many_attempts']);
    }
    expect(await count()).toBe(before);
    // No one else waits for it.
    const administrator = await asRole({ role: 'administrator' });
    expect((await make(company, call, {}, administrator)).status).toBe(200);
  });
});
