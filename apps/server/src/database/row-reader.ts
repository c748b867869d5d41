import { Column, getTableName, is, SQL } from 'drizzle-orm';
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core';

type Read = (value: unknown) => unknown;

interface Field {
  readonly name: string;
  /** Undefined: it is as the driver gives it. */
  readonly read: Read | undefined;
}

/** Fields of a row that stand together in an object of their own, or by themselves. */
interface Group {
  /** Null: by themselves. */
  readonly name: string | null;
  readonly at: number;
  readonly fields: readonly Field[];
  /** All of them are of one table, which may be missing from a row: then its first column, of a key, is null. */
  readonly mayBeMissing: boolean;
}

/**
 * Reads the rows of one statement as drizzle reads them. What it finds out for each column of each row is found out once
 * here: a sign-in reads two thousand columns.
 * @param isInEveryRow of each table that is joined, as drizzle notes it; undefined: none is
 */
export function rowReader(
  fields: SelectedFieldsOrdered,
  isInEveryRow: Readonly<Record<string, boolean>> | undefined,
): (rows: readonly (readonly unknown[])[]) => unknown[] {
  const groups = groupsOf(fields, isInEveryRow);
  return (rows) => rows.map((row) => readRow(groups, row));
}

function readRow(groups: readonly Group[], row: readonly unknown[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const { name, at, fields, mayBeMissing } of groups) {
    if (name !== null && mayBeMissing && row[at] === null) {
      result[name] = null;
      continue;
    }
    const target = name === null ? result : ((result[name] as Record<string, unknown> | undefined) ?? {});
    let column = at;
    for (const { name: field, read } of fields) {
      const value = row[column];
      target[field] = read === undefined || value === null ? value : read(value);
      column += 1;
    }
    if (name !== null) result[name] = target;
  }
  return result;
}

interface Growing extends Pick<Group, 'name' | 'at'> {
  readonly fields: Field[];
  /** Null: it is of none. */
  readonly tables: Set<string | null>;
}

function groupsOf(fields: SelectedFieldsOrdered, isInEveryRow: Readonly<Record<string, boolean>> | undefined): Group[] {
  const groups: Growing[] = [];
  for (const [at, { path, field }] of fields.entries()) {
    const [first = '', second, ...deeper] = path;
    if (deeper.length > 0) throw new Error('A field of a statement stands too deep.');
    const name = second === undefined ? null : first;
    const last = groups.at(-1);
    const group: Growing = last?.name === name ? last : { name, at, fields: [], tables: new Set() };
    if (group !== last) {
      if (name !== null && groups.some((other) => other.name === name)) {
        throw new Error(`The fields of ${name} do not stand together.`);
      }
      groups.push(group);
    }
    group.fields.push({ name: second ?? first, read: readerOf(field) });
    group.tables.add(is(field, Column) ? getTableName(field.table) : null);
  }
  return groups.map(({ tables, ...group }) => {
    const [table = null, ...others] = tables;
    const isOfOne = group.name !== null && table !== null && others.length === 0;
    return { ...group, mayBeMissing: isOfOne && isInEveryRow !== undefined && isInEveryRow[table] !== true };
  });
}

function readerOf(field: SelectedFieldsOrdered[number]['field']): Read | undefined {
  if (is(field, Column)) {
    return field.mapFromDriverValue === Column.prototype.mapFromDriverValue
      ? undefined
      : (value) => field.mapFromDriverValue(value);
  }
  const { decoder } = (is(field, SQL) ? field : 'sql' in field ? field.sql : field._.sql) as unknown as {
    readonly decoder: { readonly mapFromDriverValue: Read };
  };
  return (value) => decoder.mapFromDriverValue(value);
}
