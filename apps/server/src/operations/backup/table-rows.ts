import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../../database/database.ts';
import { queryRows } from '../../database/query-rows.ts';
import type { TableShape } from '../../database/tables.ts';
import type { BackupRecord } from './records.ts';

/** So many rows are held at once; evidence is the largest thing in one, some 500 kB. */
const FETCH_ROWS = 50;
/** Records are cut at about this length. */
const BATCH_BYTES = 1_048_576;

const quoted = (name: string) => sql`quote_ident(${name})::regclass`;
const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);

/** Both sides write and read values alike, whatever the server is set to. */
export async function fixTextForms(transaction: Database): Promise<void> {
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO, YMD'", "intervalstyle = 'postgres'"]) {
    await transaction.execute(sql.raw(`set local ${setting}`));
  }
  await transaction.execute(sql.raw('set local extra_float_digits = 3'));
  await transaction.execute(sql.raw("set local bytea_output = 'hex'"));
}

/**
 * Writes a table: every value as the text that PostgreSQL itself would read back, so that no type loses anything on its
 * way through JavaScript (microseconds, large numbers, JSON's own null).
 * @param onRows is told how many rows were written so far
 */
export async function dumpTable(
  transaction: Database,
  table: TableShape,
  write: (record: BackupRecord) => Promise<void>,
  onRows: (done: number) => void,
): Promise<number> {
  await write({ description: { type: 'table', name: table.name, columns: [...table.columns] }, body: Buffer.alloc(0) });
  const values = list(table.columns.map((column) => sql`${sql.identifier(column)}::text`));
  await transaction.execute(
    sql`declare backup_rows no scroll cursor for
        select to_json(array[${values}])::text as row from ${sql.identifier(table.name)}`,
  );
  let done = 0;
  for (;;) {
    const fetched = await queryRows(
      transaction,
      sql.raw(`fetch ${FETCH_ROWS} from backup_rows`),
      z.object({ row: z.string() }),
    );
    for (const batch of cutBatches(fetched.map(({ row }) => row))) {
      const body = Buffer.from(`[${batch.join(',')}]`);
      await write({ description: { type: 'rows', table: table.name, first: done + 1, count: batch.length }, body });
      done += batch.length;
      onRows(done);
    }
    if (fetched.length < FETCH_ROWS) break;
  }
  await transaction.execute(sql.raw('close backup_rows'));
  return done;
}

function cutBatches(rows: readonly string[]): string[][] {
  const batches: string[][] = [];
  let bytes = BATCH_BYTES;
  for (const row of rows) {
    if (bytes >= BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(row);
    bytes += Buffer.byteLength(row);
  }
  return batches;
}

/** Writes where the numbers of serial columns stand, so that none is given out twice after a restore. */
export async function dumpSequences(
  transaction: Database,
  table: TableShape,
  write: (record: BackupRecord) => Promise<void>,
): Promise<void> {
  const owned = await queryRows(
    transaction,
    sql`select * from (
          select attname as column, pg_get_serial_sequence(quote_ident(${table.name}), attname) as sequence
          from pg_attribute where attrelid = ${quoted(table.name)} and attnum > 0 and not attisdropped
        ) columns where sequence is not null`,
    z.object({ column: z.string(), sequence: z.string() }),
  );
  for (const { column, sequence } of owned) {
    const [state] = await queryRows(
      transaction,
      // The database has quoted this name already.
      sql.raw(`select last_value::text as "lastValue", is_called as "isCalled" from ${sequence}`),
      z.object({ lastValue: z.string(), isCalled: z.boolean() }),
    );
    if (state === undefined) throw new Error(`The sequence ${sequence} has no state.`);
    await write({ description: { type: 'sequence', table: table.name, column, ...state }, body: Buffer.alloc(0) });
  }
}

export async function restoreSequence(
  transaction: Database,
  state: { readonly table: string; readonly column: string; readonly lastValue: string; readonly isCalled: boolean },
): Promise<void> {
  await transaction.execute(
    sql`select setval(pg_get_serial_sequence(quote_ident(${state.table}), ${state.column}),
                      ${state.lastValue}::text::bigint, ${state.isCalled}::boolean)`,
  );
}

/** Makes the statement that puts one batch of rows into a table of the database as it stands. */
export async function prepareInsert(
  transaction: Database,
  table: TableShape,
): Promise<(rows: string) => Promise<void>> {
  const known = await queryRows(
    transaction,
    sql`select attname as name, format_type(atttypid, atttypmod) as type
        from pg_attribute where attrelid = ${quoted(table.name)} and attnum > 0 and not attisdropped`,
    z.object({ name: z.string(), type: z.string() }),
  );
  const types = new Map(known.map(({ name, type }) => [name, type]));
  const values = table.columns.map((column, index) => {
    const type = types.get(column);
    if (type === undefined) throw new Error(`The table ${table.name} has no column ${column}.`);
    return sql`(value ->> ${sql.raw(String(index))})::${sql.raw(type)}`;
  });
  const names = table.columns.map((column) => sql`${sql.identifier(column)}`);
  return async (rows) => {
    await transaction.execute(
      sql`insert into ${sql.identifier(table.name)} (${list(names)}) overriding system value
          select ${list(values)} from json_array_elements(${rows}::text::json)`,
    );
  };
}
