import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import * as schema from '../database/schema.ts';
import { ServerPool } from '../database/server-pool.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import {
  countByTime,
  countSignIns,
  findSignInsPage,
  measureUnblocking,
  type SignInPlace,
  type SignInsWanted,
} from './sign-in-lists.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null)
  process.stdout.write('PostgreSQL is not installed: the plans of the list of sign-ins are not read.\n');

const ROWS = 100_000;
const COMPANY = randomUUID();
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
  readonly 'Index Name'?: string | undefined;
  readonly Plans?: readonly Part[] | undefined;
}
const partSchema: z.ZodType<Part> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    Plans: z.array(partSchema).optional(),
  }),
);
const planSchema = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: partSchema })]) });

const partsOf = (part: Part): readonly Part[] => [part, ...(part.Plans ?? []).flatMap(partsOf)];

/** The list of sign-ins is read at 100,000 of them: nothing may look at all rows. */
describe.skipIf(postgres === null)('with 100,000 sign-ins', () => {
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
      'sign_ins',
      'id, at, expires_at, application_id, protocol, person_id, device_row_id, outcome, stopped_by, ways, took_ms, correlation_id, last_at',
      `${id}, now() - n * interval '10 seconds', now() - n * interval '10 seconds' + interval '10 minutes',
       ('00000000-0000-4000-8000-' || lpad((n % 100)::text, 12, '0'))::uuid, 'saml',
       ('00000000-0000-4000-8000-' || lpad((n % 20000)::text, 12, '0'))::uuid,
       ('00000000-0000-4000-8000-' || lpad((n % 20000)::text, 12, '0'))::uuid,
       case when n % 500 = 0 then 'access' when n % 20 = 0 then 'stopped' else 'through' end,
       case when n % 1000 = 0 then array['DeviceEncrypted'] when n % 20 = 0 then array['FirewallEnable'] else '{}' end,
       case when n % 500 = 0 then array['temporary-access'] else '{}' end, n % 1000, 'request-' || n,
       now() - n * interval '10 seconds'`,
    );
    await pool.query('vacuum analyze');
  });
  afterAll(async () => {
    await pool.end();
    await postgres?.stop();
  });

  async function explain(query: string, parameters: readonly unknown[]): Promise<readonly Part[]> {
    const { rows } = await pool.query(`explain (format json) ${query}`, [...parameters]);
    const [{ Plan: plan }] = planSchema.parse(rows[0])['QUERY PLAN'];
    return partsOf(plan);
  }

  /** The tables that any of its questions reads from the first row to the last. */
  async function readsWhole(ask: () => Promise<unknown>): Promise<string[]> {
    asked = [];
    await ask();
    const whole: string[] = [];
    for (const { query, parameters } of asked) {
      const scans = (await explain(query, parameters)).filter((part) => part['Node Type'] === 'Seq Scan');
      whole.push(...scans.map((part) => part['Relation Name'] ?? 'a table'));
    }
    expect(asked.length).toBeGreaterThan(0);
    // A table without rows is read whole, whatever there is.
    return whole.filter((table) => ['people', 'devices', 'sign_ins'].includes(table));
  }

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
    asked = [];
    await signIns(wanted);
    const [{ query, parameters }] = asked as [Asked];
    expect((await explain(query, parameters)).map((part) => part['Index Name'])).toContain(index);
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
