import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../command-line/run-command-line.ts';
import { companies, people, roles, secondFactors, upstreams } from '../../../database/schema.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { type PostgresServer, startPostgres } from '../../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { hashPassword } from '../passwords.ts';
import { createSocketDesk, type Desk, plantAdministrator, type Said } from '../../../testing/administrators.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: two things at once are not tested.\n');
const PASSWORD = 'seven green kettles whistle';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let upstreamId: string;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
  server = await startTestServer({ databaseUrl: postgres?.url });
  company = await firstCompany(server);
  desk = createSocketDesk(server);
});
afterAll(async () => {
  await server.close();
  await postgres?.stop();
});
beforeEach(async () => {
  const { database, now } = server.context;
  await database.delete(roles);
  await configure(company, {});
  upstreamId = randomUUID();
  const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
  const row = { companyId: company.id, id: upstreamId, kind: 'oidc' as const, name: `Entra ${upstreamId}`, settings };
  await database.insert(upstreams).values({ ...row, sealedSecret: null, isEnabled: true, createdAt: now() });
});

type Ways = 'password' | 'passkey' | 'identity provider' | 'nothing';

/** An administrator with this way in alone. */
async function administrator(ways: Ways) {
  const login = `admin-${randomUUID().slice(0, 8)}`;
  const { personId } = await plantAdministrator(company, { role: 'administrator', login });
  const { database, now } = server.context;
  const linked = ways === 'identity provider' ? { upstreamId, upstreamSubject: login } : {};
  await database
    .update(people)
    .set({ passwordHash: ways === 'password' ? passwordHash : null, ...linked })
    .where(eq(people.id, personId));
  if (ways === 'passkey') {
    const times = { confirmedAt: now(), createdAt: now() };
    const key = { kind: 'passkey' as const, name: 'Key', lookup: randomUUID(), sealed: '', lastUsed: 0 };
    await database
      .insert(secondFactors)
      .values({ companyId: company.id, id: randomUUID(), personId, ...key, ...times });
  }
  return { login, parameters: { personId } };
}

const ACCEPTED = { acceptsNoAdministrator: 'true' };
type Changing =
  | 'adminLinkPerson'
  | 'adminResetFactors'
  | 'adminUpdateUpstream'
  | 'adminRemoveUpstream'
  | 'adminSetSettings';
type Call = (who: Awaited<ReturnType<typeof administrator>>, query?: object) => Promise<Said<Changing>>;

const CALLS: readonly (readonly [string, Ways, Call])[] = [
  [
    'unlinking them',
    'identity provider',
    ({ parameters }, query) => desk.call('adminLinkPerson', { parameters, query, body: { link: null } }),
  ],
  [
    'taking their passkeys',
    'passkey',
    ({ parameters }, query) => desk.call('adminResetFactors', { parameters, query }),
  ],
  [
    'switching off where they sign in',
    'identity provider',
    (_who, query) =>
      desk.call('adminUpdateUpstream', {
        parameters: { upstreamId },
        query: { ...query, acceptLockingOut: '99' },
        body: { isEnabled: false },
      }),
  ],
  [
    'removing where they sign in',
    'identity provider',
    (_who, query) =>
      desk.call('adminRemoveUpstream', { parameters: { upstreamId }, query: { ...query, acceptLockingOut: '99' } }),
  ],
  [
    'switching local sign-in off',
    'password',
    (_who, query) =>
      desk.call('adminSetSettings', {
        query,
        body: { set: { isLocalSignInEnabled: false }, reset: [], acceptBlocking: 99 },
      }),
  ],
];

describe('the last way in of an administrator', () => {
  test.each(CALLS)('is not taken by %s, but where that is accepted; a dry run says it', async (_name, ways, call) => {
    const who = await administrator(ways);
    await administrator('nothing');
    const sentence = `${who.login} is the only administrator who can sign in`;
    const dry = await call(who, { dryRun: 'true' });
    expect([dry.status, JSON.stringify(dry.body.warnings)]).toEqual([200, expect.stringContaining(sentence)]);
    const wanted = 'Without --accept-no-administrator this is refused.';
    expect(JSON.stringify(dry.body.warnings)).toContain(wanted);
    const accepted = await call(who, { ...ACCEPTED, dryRun: 'true' });
    expect([accepted.status, JSON.stringify(accepted.body.warnings)]).toEqual([200, expect.stringContaining(sentence)]);
    expect(JSON.stringify(accepted.body.warnings)).not.toContain(wanted);
    const refused = await call(who);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_possible']);
    expect(refused.body.message).toContain(sentence);
    expect(refused.body.message).toContain('--accept-no-administrator');
    // Nothing was changed: it is refused again, for the same reason.
    expect((await call(who)).body.message).toBe(refused.body.message);
    expect((await call(who, ACCEPTED)).status).toBe(200);
  });

  test.each(CALLS)('may go by %s where another person can sign in afterwards', async (_name, ways, call) => {
    const who = await administrator(ways);
    await administrator('passkey');
    const { status, body } = await call(who);
    expect([status, JSON.stringify(body.warnings)]).toEqual([200, expect.not.stringContaining('only administrator')]);
  });

  test('who has but a password counts for no one while local sign-in is off', async () => {
    const real = await administrator('identity provider');
    const idle = await administrator('password');
    const block = () =>
      desk.call('adminBlockPerson', { parameters: real.parameters, body: { isBlocked: true, reason: 'left' } });
    await configure(company, { isLocalSignInEnabled: false });
    const tried = await new Visitor(company).ask('/api/online/v1/sign-in', {
      method: 'POST',
      body: { login: idle.login, password: PASSWORD },
    });
    expect(tried.status).toBe(401);
    expect((await block()).body.code).toBe('not_possible');
    await configure(company, { isLocalSignInEnabled: true });
    expect((await block()).status).toBe(200);
  });

  test('is asked of the settings as they are stored, not as a server remembers them', async () => {
    const real = await administrator('identity provider');
    await administrator('password');
    // Another server has switched it off a moment ago.
    await server.context.database
      .update(companies)
      .set({ settings: { isLocalSignInEnabled: false } })
      .where(eq(companies.id, company.id));
    const { body } = await desk.call('adminBlockPerson', {
      parameters: real.parameters,
      body: { isBlocked: true, reason: 'left' },
    });
    expect(body.code).toBe('not_possible');
  });

  describe('on the command line', () => {
    const type = async (...words: readonly string[]) => {
      let said = '';
      const write = (text: string) => void (said += text);
      const streams = { out: write, err: write, columns: undefined };
      const code = await runCommandLine([...words, '--data', server.dataFolder], streams);
      return { code, said: said.replaceAll(/\s+/g, ' ') };
    };

    test.each<[string, Ways, (login: string) => readonly string[]]>([
      ['person link', 'identity provider', (login) => ['person', 'link', login, '--remove']],
      ['person reset-factors', 'passkey', (login) => ['person', 'reset-factors', login]],
      [
        'identity-provider set',
        'identity provider',
        () => ['identity-provider', 'set', `Entra ${upstreamId}`, '--disable', '--accept-locking-out', '99'],
      ],
      [
        'identity-provider remove',
        'identity provider',
        () => ['identity-provider', 'remove', `Entra ${upstreamId}`, '--yes', '--accept-locking-out', '99'],
      ],
      [
        'company settings set',
        'password',
        () => ['company', 'settings', 'set', 'isLocalSignInEnabled=false', '--accept-blocking', '99'],
      ],
    ])('is not taken by %s, but with --accept-no-administrator', async (_name, ways, wordsFor) => {
      const words = wordsFor((await administrator(ways)).login);
      const refused = { code: 5, said: expect.stringContaining('--accept-no-administrator') as unknown };
      expect(await type(...words)).toMatchObject(refused);
      expect(await type(...words, '--accept-no-administrator')).toMatchObject({ code: 0 });
    });

    test('is made up for by a link, where the passkey of the only one is lost', async () => {
      const { login } = await administrator('passkey');
      const link = { code: 0, said: expect.stringContaining('#invitation=') as unknown };
      expect(await type('person', 'invite', login, '--lost-passkey')).toMatchObject(link);
    });
  });

  test.skipIf(postgres === null)('stays with one of two who go at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      await server.context.database.delete(roles);
      const both = [await administrator('password'), await administrator('password')];
      const body = { isBlocked: true, reason: 'left' };
      const said = await Promise.all(both.map(({ parameters }) => desk.call('adminBlockPerson', { parameters, body })));
      expect(said.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
    }
  });

  test.skipIf(postgres === null)('stays where one is blocked while the other one loses theirs', async () => {
    for (let round = 0; round < 6; round += 1) {
      await server.context.database.delete(roles);
      const [blocked, reset] = [await administrator('password'), await administrator('passkey')];
      const said = await Promise.all([
        desk.call('adminBlockPerson', { parameters: blocked.parameters, body: { isBlocked: true, reason: 'left' } }),
        desk.call('adminResetFactors', { parameters: reset.parameters }),
      ]);
      expect(said.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
    }
  });
});
