import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import * as z from 'zod';
import type { Database } from '../database.ts';
import { queryRows } from '../query-rows.ts';

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  isNullable: z.boolean(),
  /** An index takes no long texts. */
  isIndexed: z.boolean(),
});
type Column = z.infer<typeof columnSchema>;

/** A row as texts, in the order of the columns; null is SQL's null. */
type Row = readonly (string | null)[];

const unicode = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0'));
const awkward = fc.constantFrom(
  '',
  ' ',
  "'",
  '"',
  '\\',
  '\\x00',
  'NULL',
  '\r\n\t',
  '{}',
  '\u2028',
  '👩‍👩‍👧',
  '$1',
  '%s',
  '\u0001',
);

/** Values of each type that the schema uses, as PostgreSQL writes them. A new type has to be added here to be tested. */
function valuesOf({ type, isIndexed }: Column): fc.Arbitrary<string> {
  switch (type) {
    case 'uuid':
      return fc.uuid();
    case 'text':
      return isIndexed
        ? fc.tuple(fc.uuid(), awkward, unicode).map((parts) => parts.join(''))
        : fc.oneof(
            awkward,
            unicode,
            fc.integer({ min: 1, max: 300_000 }).map((length) => 'ü"\n'.repeat(length / 3)),
          );
    case 'boolean':
      return fc.boolean().map(String);
    case 'integer':
      return fc.integer().map(String);
    case 'bigint':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
    case 'jsonb':
      return fc
        .oneof(fc.constantFrom('null', '[]', '1e400', '0.10', '{"b": [null, {"": "x"}], "a": 1}'), fc.json())
        .filter((text) => !/\\u(0000|d[89a-f])/i.test(text) && text.isWellFormed());
    case 'timestamp with time zone':
      return fc.oneof(
        fc.constantFrom('infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '1970-01-01 00:00:00+00'),
        fc
          .tuple(
            fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
            fc.nat(999),
          )
          .map(([date, micro]) => date.toISOString().replace('Z', `${String(micro).padStart(3, '0')}+00`)),
      );
    default:
      throw new Error(`There are no sample values for the column type "${type}" yet: add some.`);
  }
}

async function readColumns(database: Database, table: string): Promise<Column[]> {
  return queryRows(
    database,
    sql`select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
               exists (select from pg_index where indrelid = attrelid and attnum = any(indkey)) as "isIndexed"
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum`,
    columnSchema,
  );
}

/** Tables of the product as they are in the database, whatever the program thinks of them. */
export async function readTableNames(database: Database): Promise<string[]> {
  const rows = await queryRows(
    database,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    z.object({ name: z.string() }),
  );
  return rows.map(({ name }) => name);
}

/** Fills every table with so many rows of every kind of value. @param seed the same rows for the same seed */
export async function insertSampleRows(database: Database, options: { seed: number; rows: number }): Promise<void> {
  for (const [index, table] of (await readTableNames(database)).entries()) {
    const columns = await readColumns(database, table);
    const row: fc.Arbitrary<Row> = fc.tuple(
      ...columns.map((column) => (column.isNullable ? fc.option(valuesOf(column)) : valuesOf(column))),
    );
    const names = sql.join(
      columns.map(({ name }) => sql.identifier(name)),
      sql`, `,
    );
    for (const values of fc.sample(row, { seed: options.seed + index, numRuns: options.rows })) {
      const list = sql.join(
        values.map((value, at) => sql`${value}::text::${sql.raw(columns[at]?.type ?? 'text')}`),
        sql`, `,
      );
      await database.execute(sql`insert into ${sql.identifier(table)} (${names}) values (${list})`);
    }
  }
}

/** Every row of a table in the database's own writing, sorted: what two databases are compared by. */
export async function readRowsAsText(
  database: Database,
  table: string,
  columns?: readonly string[],
): Promise<string[]> {
  const names = columns ?? (await readColumns(database, table)).map(({ name }) => name);
  const list = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const rows = await queryRows(
    database,
    sql`select row(${list})::text as text from ${sql.identifier(table)} order by 1`,
    z.object({ text: z.string() }),
  );
  return rows.map(({ text }) => text);
}

export async function readColumnNames(database: Database, table: string): Promise<string[]> {
  return (await readColumns(database, table)).map(({ name }) => name);
}
