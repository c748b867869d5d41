import { getTableColumns, is, Param, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  type PgQueryResultHKT,
  PgSession,
  type PgTable,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { rowReader } from './row-reader.ts';
import type * as schema from './schema.ts';

/** Stands in a statement for what it is given each time. */
export type Given<Values> = { readonly [Name in keyof Values]: Placeholder & { readonly value?: Values[Name] } };

/** Every column of a table, given each time: a row that is written as it was read. */
export function rowOf<Table extends PgTable>(
  table: Table,
  given: Given<Table['$inferSelect']>,
): Given<Table['$inferSelect']> {
  const each = given as Readonly<Record<string, Placeholder>>;
  return Object.fromEntries(Object.keys(getTableColumns(table)).map((name) => [name, each[name]])) as typeof given;
}

/** Every column of a table, as a common table expression returns them. */
export function columnsOf<Table extends PgTable>(table: Table, returned: object): Table['_']['columns'] {
  const each = returned as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(getTableColumns(table)).map((name) => [name, each[name]]),
  ) as typeof table._.columns;
}

/**
 * The same where a row is written only if another one is there: the fields of a `select` to insert. A parameter that stands
 * there has no type of its own.
 * @param others what is not given but read, by column
 */
export function selectedRowOf<Table extends PgTable>(
  table: Table,
  given: Given<Partial<Table['$inferSelect']>>,
  others: Readonly<Record<string, SQLWrapper>> = {},
): Record<string, SQL.Aliased> {
  const each = given as Readonly<Record<string, Placeholder>>;
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = others[name] ?? sql`${sql.param(each[name], column)}::${sql.raw(column.getSQLType())}`;
      return [name, sql`${value}`.as(column.name)];
    }),
  );
}

interface Preparable<Result> {
  prepare(name: string): PgPreparedQuery<PreparedQueryConfig & { execute: Result }>;
}

const names = new Set<string>();

/**
 * A statement that is written once, however often it is asked, and that PostgreSQL keeps by its name on each connection: writing
 * it each time was a quarter of what a sign-in cost the server, and planning it most of what it cost the database.
 * @param name one for each statement
 * @param build writes it. A moment, compared in a condition, is given as it is; where a column is set, the column encodes it
 * @throws Error where another statement has this name
 */
export function statement<Values extends Record<string, unknown>, Result>(
  name: string,
  build: (database: Database, given: Given<Values>) => Preparable<Result>,
): (database: Database, values: Values) => Promise<Result> {
  if (names.has(name)) throw new Error(`There are two statements called ${name}.`);
  names.add(name);
  let written: Written | undefined;
  return async (database, values) => {
    written ??= write(name, build);
    const { text, slots, fields, isInArrays, readRows } = written;
    const params = slots.map((slot) => slot(values));
    return database._.session
      .prepareQuery<PreparedQueryConfig & { execute: Result }>(
        { sql: text, params },
        fields,
        name,
        isInArrays,
        readRows as ((rows: unknown[][]) => Result) | undefined,
      )
      .execute();
  };
}

type Prepare = PgSession['prepareQuery'];

type Slot = (values: Readonly<Record<string, unknown>>) => unknown;

interface Written {
  readonly text: string;
  readonly slots: readonly Slot[];
  readonly fields: Parameters<Prepare>[1];
  readonly isInArrays: boolean;
  /** Undefined: it returns no rows. */
  readonly readRows: ((rows: readonly (readonly unknown[])[]) => unknown) | undefined;
}

function write<Values extends Record<string, unknown>>(
  name: string,
  build: (database: Database, given: Given<Values>) => Preparable<unknown>,
): Written {
  const recorder = new Recorder(new PgDialect());
  const database: Database = new PgDatabase<PgQueryResultHKT, typeof schema>(new PgDialect(), recorder, undefined);
  const given = new Proxy({}, { get: (_, key) => sql.placeholder(String(key)) }) as Given<Values>;
  // What drizzle notes on the statement itself: which of its tables are in every row.
  const { joinsNotNullableMap } = build(database, given).prepare(name) as {
    readonly joinsNotNullableMap?: Readonly<Record<string, boolean>>;
  };
  const { written } = recorder;
  if (written === null) throw new Error(`The statement ${name} was not written.`);
  const { fields } = written;
  return { ...written, readRows: fields === undefined ? undefined : rowReader(fields, joinsNotNullableMap) };
}

/** drizzle's own filling encodes null as any other value: a JSON column would hold JSON's null. */
function slotOf(param: unknown): Slot {
  if (is(param, Placeholder)) return ({ [param.name]: value }) => demand(param.name, value);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder } = param;
  const { name } = param.value;
  return ({ [name]: value }) => (value === null ? null : encoder.mapToDriverValue(demand(name, value)));
}

function demand(name: string, value: unknown): unknown {
  if (value === undefined) throw new Error(`The statement was not given ${name}.`);
  return value;
}

/** Takes what drizzle writes, and asks no one. */
class Recorder extends PgSession {
  written: Omit<Written, 'readRows'> | null = null;

  override prepareQuery<Config extends PreparedQueryConfig>(
    query: Parameters<Prepare>[0],
    fields: Written['fields'],
    _name: string | undefined,
    isInArrays: boolean,
  ): PgPreparedQuery<Config> {
    this.written = { text: query.sql, slots: query.params.map(slotOf), fields, isInArrays };
    return new NotAsked<Config>(query, undefined, undefined);
  }

  override transaction(): Promise<never> {
    return Promise.reject(new Error('A statement is written, not carried out.'));
  }
}

class NotAsked<Config extends PreparedQueryConfig> extends PgPreparedQuery<Config> {
  override execute(): Promise<Config['execute']> {
    return Promise.reject(new Error('A statement is written, not carried out.'));
  }
}
