import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEVICE_SORTS, PEOPLE_SORTS } from '@vestibule/contracts';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import * as schema from '../database/schema.ts';
import { ServerPool } from '../database/server-pool.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { findRunningDeviceSessions } from './admin-devices.ts';
import { countDevices, type DeviceSort, type DevicesWanted, findDevicesPage } from './device-list.ts';
import type { Place } from './list-pages.ts';
import { countPeopleWanted, findPeoplePage, type PeopleSort, type PeopleWanted } from './people-list.ts';
import { countOfOtherBasis, findCompaniesWithDue } from './verdict-queue.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: the plans of lists are not read.\n');

const ROWS = 100_000;
const COMPANY = randomUUID();
const someone = '00000000-0000-4000-8000-000000000777';
const now = new Date();
const DEVICES_WANTED: readonly DevicesWanted[] = [
  { verdict: 'stopped' },
  { verdict: 'retired' },
  { system: 'linux' },
  { clientVersion: '3.6.9' },
  { personId: someone },
  { verdict: 'stopped', system: 'windows', clientVersion: '3.7.0' },
];
const PEOPLE_WANTED: readonly PeopleWanted[] = [
  { verdict: 'stopped' },
  { isEnforced: true },
  { seen: 'never' },
  { seen: new Date(now.getTime() - 14 * 86_400_000) },
  { verdict: 'stopped', isEnforced: false },
  { group: 'group-7', verdict: 'passed' },
];

interface Asked {
  readonly query: string;
  readonly parameters: readonly unknown[];
}

/** What PostgreSQL says of each part of a plan. */
interface Part {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly Plans?: readonly Part[] | undefined;
}
const partSchema: z.ZodType<Part> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    Plans: z.array(partSchema).optional(),
  }),
);
const planSchema = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: partSchema })]) });

const partsOf = (part: Part): readonly Part[] => [part, ...(part.Plans ?? []).flatMap(partsOf)];

/** Every list is read at 100,000 people with a computer each: none of them may look at all rows. */
describe.skipIf(postgres === null)('with 100,000 people and computers', () => {
  const pool = new ServerPool(postgres?.url ?? 'postgres://localhost');
  let asked: Asked[] = [];
  const database: Database = drizzle(pool, {
    schema,
    logger: { logQuery: (query, parameters) => void asked.push({ query, parameters }) },
  });

  beforeAll(async () => {
    const id = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
    const fill = (table: string, columns: string, values: string) =>
      pool.query(
        `insert into ${table} (company_id, ${columns}) select '${COMPANY}', ${values} from generate_series(1, ${ROWS}) as n`,
      );
    await fill(
      'people',
      'id, login, display_name, email, type, groups',
      `${id}, 'person-' || lpad(n::text, 6, '0'), 'Person ' || n, n || '@alderbrook.example', 'member',
       jsonb_build_array('group-' || n % 500)`,
    );
    await fill(
      'devices',
      'id, device_id, key_thumbprint, identity_key, agreement_key, key_protection, state, person_id, name, operating_system, created_at, last_seen_at',
      `${id}, ${id}, 'key-' || n, '{}', '{}', 'software', case when n % 100 = 0 then 'waiting' else 'approved' end, ${id},
       'laptop-' || n, 'Linux', now() - n * interval '1 minute',
       case when n % 3 = 0 then null else now() - n * interval '1 second' end`,
    );
    await fill(
      'device_sessions',
      'id, web_session_id, person_id, device_row_id, sealed_server_key, expires_at',
      `${id}, ${id}, ${id}, ${id}, 'sealed', now() + interval '1 hour'`,
    );
    await fill(
      'device_verdicts',
      `device_row_id, person_id, verdict, previous, since, is_enforced, operating_system, client_version, reported_at, basis`,
      `${id}, ${id}, case when n % 200 = 0 then 'stopped' when n % 333 = 0 then 'in-grace' else 'passed' end, 'passed',
       date_trunc('milliseconds', now()) - n * interval '1 minute', n % 2 = 0, case when n % 1000 = 0 then 'linux' else 'windows' end,
       case when n % 500 = 0 then '3.6.9' else '3.7.0' end, now() - n * interval '1 second', 'now'`,
    );
    await fill(
      'person_verdicts',
      'person_id, verdict, since, is_reached, is_enforced, devices, devices_stopped, last_seen_at, basis, is_to_count',
      `${id}, case when n % 200 = 0 then 'stopped' when n % 333 = 0 then 'in-grace' else 'passed' end,
       now() - n * interval '1 minute', true, n % 300 = 0, 1, 0, case when n % 100 = 0 then null else now() - n * interval '1 second' end,
       'now', false`,
    );
    await pool.query('vacuum analyze');
  });
  afterAll(async () => {
    await pool.end();
    await postgres?.stop();
  });

  /** The tables that any of its questions reads from the first row to the last. */
  async function readsWhole(ask: () => Promise<unknown>): Promise<string[]> {
    asked = [];
    await ask();
    const whole: string[] = [];
    for (const { query, parameters } of asked) {
      const { rows } = await pool.query(`explain (format json) ${query}`, [...parameters]);
      const [{ Plan: plan }] = planSchema.parse(rows[0])['QUERY PLAN'];
      const scans = partsOf(plan).filter((part) => part['Node Type'] === 'Seq Scan');
      whole.push(...scans.map((part) => part['Relation Name'] ?? 'a table'));
    }
    expect(asked.length).toBeGreaterThan(0);
    // A table without rows is read whole, whatever there is.
    return whole.filter((table) =>
      ['people', 'devices', 'device_sessions', 'device_verdicts', 'person_verdicts'].includes(table),
    );
  }

  const far = (hasMoment: boolean): Place => ({
    at: hasMoment ? new Date(now.getTime() - 50_000_000) : null,
    id: someone,
    total: ROWS,
  });
  const devices = (wanted: DevicesWanted, sort: DeviceSort = '-seen', after: Place | null = null) =>
    findDevicesPage(database, COMPANY, wanted, { sort, after, limit: 50 });
  const people = (wanted: PeopleWanted, sort: PeopleSort = 'login', after: Place | null = null) =>
    findPeoplePage(database, COMPANY, wanted, { sort, after, limit: 50, now });

  test.each(DEVICE_SORTS)('computers are read by an index, sorted by %s', async (sort) => {
    expect(await readsWhole(() => devices({}, sort))).toEqual([]);
    expect(await readsWhole(() => devices({}, sort, far(!sort.endsWith('name'))))).toEqual([]);
    for (const wanted of DEVICES_WANTED) {
      expect([wanted, await readsWhole(() => devices(wanted, sort))]).toEqual([wanted, []]);
    }
  });

  test.each(PEOPLE_SORTS)('people are read by an index, sorted by %s', async (sort) => {
    expect(await readsWhole(() => people({}, sort))).toEqual([]);
    expect(await readsWhole(() => people({}, sort, far(sort.endsWith('seen'))))).toEqual([]);
    for (const wanted of PEOPLE_WANTED) {
      expect([wanted, await readsWhole(() => people(wanted, sort))]).toEqual([wanted, []]);
    }
  });

  test.each([
    ['computers of a person', () => countDevices(database, COMPANY, { personId: someone })],
    ['computers that are stopped', () => countDevices(database, COMPANY, { verdict: 'in-grace' })],
    ['running sessions of a person', () => findRunningDeviceSessions(database, COMPANY, someone, now)],
    ['a person by login', () => countPeopleWanted(database, COMPANY, { login: 'person-000777' }, now)],
    ['people of a group', () => countPeopleWanted(database, COMPANY, { group: 'group-7' }, now)],
    ['companies in which something is due', () => findCompaniesWithDue(database, now)],
    ['what is judged by another basis', () => countOfOtherBasis(database, COMPANY, 'now')],
  ])('%s are found by an index', async (_name, ask) => {
    expect(await readsWhole(ask)).toEqual([]);
  });

  test('a page takes no longer than a person notices, however it is sorted and filtered', async () => {
    const slow: object[] = [];
    const time = async (what: object, ask: () => Promise<unknown>) => {
      // The best of three: the machine of a test does other things as well.
      let took = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run += 1) {
        const begun = performance.now();
        await ask();
        took = Math.min(took, Math.round(performance.now() - begun));
      }
      if (took > 300) slow.push({ ...what, took });
    };
    for (const sort of DEVICE_SORTS) {
      for (const wanted of [{}, ...DEVICES_WANTED]) await time({ sort, wanted }, () => devices(wanted, sort));
    }
    for (const sort of PEOPLE_SORTS) {
      for (const wanted of [{}, ...PEOPLE_WANTED]) await time({ sort, wanted }, () => people(wanted, sort));
    }
    expect(slow).toEqual([]);
  });

  test('pages follow each other without a gap, also where nothing was seen yet', async () => {
    for (const sort of DEVICE_SORTS) {
      const first = await devices({}, sort);
      const last = first.at(-1);
      const second = await devices({}, sort, { at: last?.place ?? null, id: last?.device.id ?? '', total: 0 });
      const both = [...first, ...second].map(({ device }) => device.id);
      const whole = await findDevicesPage(database, COMPANY, {}, { sort, after: null, limit: 100 });
      expect(both).toEqual(whole.map(({ device }) => device.id));
    }
    expect(await countDevices(database, COMPANY, {})).toBe(ROWS);
  });
});
