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

const long = fc.integer({ min: 3000, max: 100_000 }).map((length) => 'ü"\n'.repeat(length / 3));

/** Values of each type that the schema uses, as PostgreSQL writes them. A new type has to be added here to be tested. */
function valuesOf({ type, isIndexed }: Column): fc.Arbitrary<string> {
  switch (type) {
    case 'uuid':
      return fc.uuid();
    case 'uuid[]':
      return fc.array(fc.uuid(), { maxLength: 3 }).map((ids) => `{${ids.join(',')}}`);
    case 'text':
      return isIndexed
        ? fc.tuple(fc.uuid(), awkward, unicode).map((parts) => parts.join(''))
        : fc.oneof(
            { weight: 9, arbitrary: awkward },
            { weight: 9, arbitrary: unicode },
            { weight: 1, arbitrary: long },
          );
    case 'text[]':
      return fc.constantFrom('{}', '{a}', String.raw`{a,"b,\"c","","ü"}`);
    case 'boolean':
      return fc.boolean().map(String);
    case 'integer':
      // fast-check likes small numbers, and two rows have one key then.
      return isIndexed ? fc.noBias(fc.integer()).map(String) : fc.integer().map(String);
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

/**
 * Fills every table with so many rows of every kind of value.
 * @param options `seed`: the same rows for the same seed; `willBeIndexed`: no long texts, as a later migration may put an
 * index on any column
 */
export async function insertSampleRows(
  database: Database,
  options: { readonly seed: number; readonly rows: number; readonly willBeIndexed?: boolean },
): Promise<void> {
  if (options.rows === 0) return;
  for (const [index, table] of (await readTableNames(database)).entries()) {
    const columns = (await readColumns(database, table)).map((column) =>
      options.willBeIndexed === true ? { ...column, isIndexed: true } : column,
    );
    const row: fc.Arbitrary<Row> = fc.tuple(
      ...columns.map((column) => (column.isNullable ? fc.option(valuesOf(column)) : valuesOf(column))),
    );
    const rows = fc.sample(row, { seed: options.seed + index, numRuns: options.rows }).map((values) => {
      const casts = values.map((value, at) => sql`${value}::text::${sql.raw(columns[at]?.type ?? 'text')}`);
      return sql`(${sql.join(casts, sql`, `)})`;
    });
    const names = columns.map(({ name }) => sql.identifier(name));
    await database.execute(
      sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values ${sql.join(rows, sql`, `)}`,
    );
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
  const rows = await database.transaction(async (transaction) => {
    await transaction.execute(sql.raw("set local timezone = 'UTC'"));
    return queryRows(
      transaction,
      sql`select row(${list})::text as text from ${sql.identifier(table)}`,
      z.object({ text: z.string() }),
    );
  });
  // The order of texts is the database's own affair: its collation decides.
  return rows.map(({ text }) => text).toSorted();
}

export async function readColumnNames(database: Database, table: string): Promise<string[]> {
  return (await readColumns(database, table)).map(({ name }) => name);
}
