import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema.ts';

/** A table by its name, with what is stored in its rows. */
export interface TableShape {
  readonly name: string;
  /** Without those that the database computes by itself. */
  readonly columns: readonly string[];
}

/**
 * Every table of the schema, whichever there are; a table that another refers to comes before it.
 * @throws when tables refer to each other in a circle: then they could not be filled one after another
 */
export function listTables(): readonly TableShape[] {
  const tables = Object.values(schema).filter((value) => is(value, PgTable));
  const sorted: PgTable[] = [];
  const begun = new Set<PgTable>();
  const visit = (table: PgTable): void => {
    if (sorted.includes(table)) return;
    if (begun.has(table)) throw new Error(`Tables refer to each other in a circle: ${getTableConfig(table).name}.`);
    begun.add(table);
    for (const other of referredBy(table)) if (other !== table) visit(other);
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted.map((table) => {
    const { name, columns } = getTableConfig(table);
    return { name, columns: columns.filter(({ generated }) => generated === undefined).map((column) => column.name) };
  });
}

function referredBy(table: PgTable): readonly PgTable[] {
  return getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);
}
