import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import * as schema from '../database/schema.ts';
import { ServerPool } from '../database/server-pool.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { findDevicesPage, findRunningDeviceSessions } from './admin-devices.ts';
import { findPeoplePage } from './admin-people.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: the plans of lists are not read.\n');

const ROWS = 100_000;
const COMPANY = randomUUID();
const page = { after: null, limit: 50 };
const someone = '00000000-0000-4000-8000-000000000777';
const now = new Date();

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
    await pool.query('vacuum analyze');
  });
  afterAll(async () => {
    await pool.end();
    await postgres?.stop();
  });

  /** The tables that any of its questions reads from the first row to the last. */
  async function readsWhole(ask: () => Promise<unknown>, isOfAll: boolean): Promise<string[]> {
    asked = [];
    await ask();
    const whole: string[] = [];
    for (const { query, parameters } of asked) {
      // How many there are in all is known only by counting all.
      if (isOfAll && query.startsWith('select count(*)')) continue;
      const { rows } = await pool.query(`explain (format json) ${query}`, [...parameters]);
      const [{ Plan: plan }] = planSchema.parse(rows[0])['QUERY PLAN'];
      const scans = partsOf(plan).filter((part) => part['Node Type'] === 'Seq Scan');
      whole.push(...scans.map((part) => part['Relation Name'] ?? 'a table'));
    }
    expect(asked.length).toBeGreaterThan(0);
    // A table without rows is read whole, whatever there is.
    return whole.filter((table) => ['people', 'devices', 'device_sessions'].includes(table));
  }

  const devices = (wanted: Parameters<typeof findDevicesPage>[2], after: { seenAt: Date; id: string } | null = null) =>
    findDevicesPage(database, COMPANY, wanted, { ...page, after });

  test.each([
    ['computers', true, () => devices({})],
    ['computers, far behind', true, () => devices({}, { seenAt: new Date(now.getTime() - 50_000_000), id: someone })],
    ['computers of a person', false, () => devices({ personId: someone })],
    ['running sessions of a person', false, () => findRunningDeviceSessions(database, COMPANY, someone, now)],
    ['people', true, () => findPeoplePage(database, COMPANY, {}, { after: undefined, limit: 50 })],
    ['people, far behind', true, () => findPeoplePage(database, COMPANY, {}, { after: 'person-050000', limit: 50 })],
    [
      'a person by login',
      false,
      () => findPeoplePage(database, COMPANY, { login: 'person-000777' }, { after: undefined, limit: 50 }),
    ],
    [
      'people of a group',
      false,
      () => findPeoplePage(database, COMPANY, { group: 'group-7' }, { after: undefined, limit: 50 }),
    ],
  ])('%s are read by an index', async (_name, isOfAll, ask) => {
    expect(await readsWhole(ask, isOfAll)).toEqual([]);
  });

  test('pages follow each other without a gap, also where nothing was seen yet', async () => {
    const first = await devices({});
    const last = first.rows.at(-1);
    const second = await devices({}, { seenAt: last?.seenAt ?? now, id: last?.device.id ?? '' });
    const both = [...first.rows, ...second.rows].map(({ device }) => device.id);
    const whole = await findDevicesPage(database, COMPANY, {}, { after: null, limit: 100 });
    expect(both).toEqual(whole.rows.map(({ device }) => device.id));
    expect(whole.total).toBe(ROWS);
  });
});
