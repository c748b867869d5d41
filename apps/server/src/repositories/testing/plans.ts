import { drizzle } from 'drizzle-orm/node-postgres';
import * as z from 'zod';
import type { Database } from '../../database/database.ts';
import * as schema from '../../database/schema.ts';
import { ServerPool } from '../../database/server-pool.ts';

const ROWS = 100_000;

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

/** A company with `ROWS` rows in each table that is filled, and the plans of what is asked of it. */
export interface LargeCompany {
  readonly database: Database;
  /**
   * Fills a table.
   * @param values SQL, in which `n` counts from 1, and `ROW_ID` is the id of the n-th row
   */
  readonly fill: (table: string, columns: string, values: string) => Promise<void>;
  /** One person for each `n`, with one computer. */
  readonly fillPeople: () => Promise<void>;
  /** Brings the statistics of PostgreSQL up to date: after the filling. */
  readonly settle: () => Promise<void>;
  /** The tables of those that were filled that any of its questions reads from the first row to the last. */
  readonly readsWhole: (ask: () => Promise<unknown>) => Promise<string[]>;
  /** The indexes that its questions use. */
  readonly usesIndexes: (ask: () => Promise<unknown>) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export const ROW_ID = idOf('n::text');

/** SQL of the id of a row. @param number SQL of its number, as a text */
export function idOf(number: string): string {
  return `('00000000-0000-4000-8000-' || lpad(${number}, 12, '0'))::uuid`;
}

export function openLargeCompany(url: string, companyId: string): LargeCompany {
  const pool = new ServerPool(url);
  let asked: { readonly query: string; readonly parameters: readonly unknown[] }[] = [];
  const database: Database = drizzle(pool, {
    schema,
    logger: { logQuery: (query, parameters) => void asked.push({ query, parameters }) },
  });
  const filled = new Set<string>();
  const fill = async (table: string, columns: string, values: string) => {
    filled.add(table);
    await pool.query(
      `insert into ${table} (company_id, ${columns}) select '${companyId}', ${values} from generate_series(1, ${ROWS}) as n`,
    );
  };

  async function explain(ask: () => Promise<unknown>): Promise<readonly Part[]> {
    asked = [];
    await ask();
    if (asked.length === 0) throw new Error('Nothing was asked of the database.');
    const parts: Part[] = [];
    for (const { query, parameters } of asked) {
      const { rows } = await pool.query(`explain (format json) ${query}`, [...parameters]);
      const [{ Plan: plan }] = planSchema.parse(rows[0])['QUERY PLAN'];
      parts.push(...partsOf(plan));
    }
    return parts;
  }

  return {
    database,
    fill,
    async fillPeople() {
      await fill(
        'people',
        'id, login, display_name, email, type, groups',
        `${ROW_ID}, 'person-' || lpad(n::text, 6, '0'), 'Person ' || n, n || '@alderbrook.example', 'member',
         jsonb_build_array('group-' || n % 500)`,
      );
      await fill(
        'devices',
        'id, device_id, key_thumbprint, identity_key, agreement_key, key_protection, state, person_id, name, operating_system, created_at, last_seen_at',
        `${ROW_ID}, ${ROW_ID}, 'key-' || n, '{}', '{}', 'software', case when n % 100 = 0 then 'waiting' else 'approved' end,
         ${ROW_ID}, 'laptop-' || n, 'Linux', now() - n * interval '1 minute',
         case when n % 3 = 0 then null else now() - n * interval '1 second' end`,
      );
    },
    async settle() {
      // Of all rows, not of a sample: which plan is cheapest does not change from run to run.
      const client = await pool.connect();
      try {
        await client.query(`set default_statistics_target = ${ROWS / 100}`);
        await client.query('vacuum analyze');
      } finally {
        client.release(true);
      }
    },
    async readsWhole(ask) {
      const scans = (await explain(ask)).filter((part) => part['Node Type'] === 'Seq Scan');
      // A table without rows is read whole, whatever there is.
      return scans.map((part) => part['Relation Name'] ?? 'a table').filter((table) => filled.has(table));
    },
    async usesIndexes(ask) {
      return (await explain(ask)).flatMap((part) => part['Index Name'] ?? []);
    },
    close: () => pool.end(),
  };
}
