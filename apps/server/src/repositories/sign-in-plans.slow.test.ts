import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import {
  countByTime,
  countSignIns,
  findSignInsPage,
  measureUnblocking,
  type SignInPlace,
  type SignInsWanted,
} from './sign-in-lists.ts';
import { idOf, openLargeCompany, ROW_ID } from './testing/plans.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null)
  process.stdout.write('PostgreSQL is not installed: the plans of the list of sign-ins are not read.\n');

const COMPANY = randomUUID();
const someone = '00000000-0000-4000-8000-000000000777';
const now = new Date();

/** The list of sign-ins is read at 100,000 of them: nothing may look at all rows. */
describe.skipIf(postgres === null)('with 100,000 sign-ins', () => {
  const large = openLargeCompany(postgres?.url ?? 'postgres://localhost', COMPANY);
  const { database, readsWhole } = large;

  beforeAll(async () => {
    await large.fillPeople();
    const someoneOf = (count: number) => idOf(`(n % ${count})::text`);
    await large.fill(
      'sign_ins',
      'id, at, expires_at, application_id, protocol, person_id, device_row_id, outcome, stopped_by, ways, took_ms, correlation_id, last_at',
      `${ROW_ID}, now() - n * interval '10 seconds', now() - n * interval '10 seconds' + interval '10 minutes',
       ${someoneOf(100)}, 'saml',
       ${someoneOf(20_000)},
       ${someoneOf(20_000)},
       case when n % 500 = 0 then 'access' when n % 20 = 0 then 'stopped' else 'through' end,
       case when n % 1000 = 0 then array['DeviceEncrypted'] when n % 20 = 0 then array['FirewallEnable'] else '{}' end,
       case when n % 500 = 0 then array['temporary-access'] else '{}' end, n % 1000, 'request-' || n,
       now() - n * interval '10 seconds'`,
    );
    await large.settle();
  });
  afterAll(async () => {
    await large.close();
    await postgres?.stop();
  });

  const signIns = (wanted: SignInsWanted, after: SignInPlace | null = null) =>
    findSignInsPage(database, COMPANY, wanted, { after, limit: 50, now });
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

  test.each([
    ['sign-ins', () => signIns({})],
    ['sign-ins, far behind', () => signIns({}, { at: new Date(now.getTime() - 500_000_000), id: someone })],
    ['sign-ins of some outcomes', () => signIns({ outcomes: ['access', 'fixing'] })],
    ['sign-ins of a person', () => signIns({ personId: someone })],
    ['sign-ins with a computer', () => signIns({ deviceRowId: someone })],
    ['sign-ins to an application', () => signIns({ applicationId: '00000000-0000-4000-8000-000000000007' })],
    ['sign-ins that a check stopped', () => signIns({ checkType: 'DeviceEncrypted' })],
    ['sign-ins of a time', () => signIns({ from: daysAgo(3), until: daysAgo(2) })],
    ['sign-ins that took long', () => signIns({ minimumMs: 990 })],
    ['sign-ins around the gate', () => signIns({ isAround: true })],
    ['sign-ins that are stopped now', () => signIns({ isStoppedNow: true })],
    ['how many are stopped now', () => countSignIns(database, COMPANY, { isStoppedNow: true }, now)],
    ['how many went around the gate', () => countSignIns(database, COMPANY, { isAround: true }, now)],
    ['how many a check stopped', () => countSignIns(database, COMPANY, { checkType: 'DeviceEncrypted' }, now)],
    ['how many there are of a person', () => countSignIns(database, COMPANY, { personId: someone }, now)],
    ['a day over time', () => countByTime(database, COMPANY, { from: daysAgo(1) }, { spanMs: 900_000, now })],
    ['how fast fixes of a day led in', () => measureUnblocking(database, COMPANY, { from: daysAgo(1) }, now)],
  ])('%s are read by an index', async (_name, ask) => {
    expect(await readsWhole(ask)).toEqual([]);
  });

  // There is one company here, so that any of its indexes reads less than the table: each filter has to use its own.
  test.each<[string, SignInsWanted]>([
    ['sign_ins_time', {}],
    ['sign_ins_outcome', { outcomes: ['access'] }],
    ['sign_ins_person', { personId: someone }],
    ['sign_ins_device', { deviceRowId: someone }],
    ['sign_ins_application', { applicationId: '00000000-0000-4000-8000-000000000007' }],
    ['sign_ins_checks', { checkType: 'DeviceEncrypted' }],
    ['sign_ins_took', { minimumMs: 999 }],
    ['sign_ins_around', { isAround: true }],
    ['sign_ins_correlation', { search: 'request-777' }],
  ])('%s finds what it is for', async (index, wanted) => {
    expect(await large.usesIndexes(() => signIns(wanted))).toContain(index);
  });

  test('sign-ins are searched by person, computer and request, each by an index of theirs', async () => {
    // Whose names have a text in them is asked of all people and computers; which sign-ins are theirs, of none but those.
    const whole = await readsWhole(() => signIns({ search: 'person-000777' }));
    expect(whole).not.toContain('sign_ins');
    for (const search of ['person-000777', 'laptop-777', 'request-777']) {
      expect((await signIns({ search })).length).toBeGreaterThan(0);
    }
    expect(await signIns({ search: 'request-777' })).toHaveLength(1);
  });
});
