import { posix } from 'node:path';
import * as z from 'zod';
import { EXTENSION_FILES } from '../extension-kit/published.ts';
import { BackupProblem, damaged } from './outcome.ts';

/**
 * What a backup holds, one after another. Each is a file of the archive:
 *
 *     backup.json                     of which version and when; the first one
 *     files/master.key                a file that lies next to the database
 *     tables/people/columns.json      the names of its columns
 *     tables/people/1-50.json         rows, each an array of texts and nulls in the order of the columns
 *     tables/people/next-id.json      where the numbers of the column `id` go on
 *     evidence/…                      one piece of evidence under its key
 *     end                             empty; the last one
 */
const FORMAT = 1;
const START = 'backup.json';
const END = 'end';

const startSchema = z.object({
  format: z.int(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.int()),
});
const columnsSchema = z.array(z.string()).min(1);
const sequenceSchema = z.object({ lastValue: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() });
const fileNameSchema = z.enum(['master.key', 'policy.yaml', ...EXTENSION_FILES]);

export type Description =
  /** The first one. `version` made it; `migrations` are the ids of those the database had. */
  | {
      readonly type: 'start';
      readonly version: string;
      readonly createdAt: string;
      readonly migrations: readonly number[];
    }
  /** Body: the file. */
  | { readonly type: 'file'; readonly name: z.infer<typeof fileNameSchema> }
  /** What is to be filled; its rows follow. */
  | { readonly type: 'table'; readonly name: string; readonly columns: readonly string[] }
  /** Body: JSON. `first` counts from 1 in each table. */
  | { readonly type: 'rows'; readonly table: string; readonly first: number; readonly count: number }
  | {
      readonly type: 'sequence';
      readonly table: string;
      readonly column: string;
      readonly lastValue: string;
      readonly isCalled: boolean;
    }
  /** Body: one piece of evidence. */
  | { readonly type: 'evidence'; readonly key: string }
  /** The last one. */
  | { readonly type: 'end' };

export interface BackupRecord {
  readonly description: Description;
  /** Empty where the description says all. */
  readonly body: Buffer;
}

/** A file of the archive. */
export interface ArchiveFile {
  readonly name: string;
  readonly body: Buffer;
}

export function fileOfRecord({ description, body }: BackupRecord): ArchiveFile {
  switch (description.type) {
    case 'start': {
      const { version, createdAt, migrations } = description;
      return { name: START, body: json({ format: FORMAT, version, createdAt, migrations }) };
    }
    case 'file':
      return { name: `files/${description.name}`, body };
    case 'table':
      return { name: `tables/${description.name}/columns.json`, body: json(description.columns) };
    case 'rows': {
      const { table, first, count } = description;
      return { name: `tables/${table}/${first}-${first + count - 1}.json`, body };
    }
    case 'sequence': {
      const { table, column, lastValue, isCalled } = description;
      return { name: `tables/${table}/next-${column}.json`, body: json({ lastValue, isCalled }) };
    }
    case 'evidence':
      return { name: `evidence/${description.key}`, body };
    case 'end':
      return { name: END, body };
    default:
      return description satisfies never;
  }
}

/** @throws BackupProblem `backup_damaged` where no backup has such a file, `backup_newer` where a later one may */
export function recordOfFile({ name, body }: ArchiveFile): BackupRecord {
  const [room = '', ...rest] = name.split('/');
  const inside = rest.join('/');
  const told = (description: Description): BackupRecord => ({ description, body: Buffer.alloc(0) });
  if (name === START) {
    const { format, ...start } = parse(startSchema, body);
    if (format > FORMAT) throw newer(start.version);
    return told({ type: 'start', ...start });
  }
  if (name === END) return told({ type: 'end' });
  if (room === 'evidence') return { description: { type: 'evidence', key: inside }, body };
  if (room === 'files') {
    const known = fileNameSchema.safeParse(inside);
    if (!known.success) throw damaged();
    return { description: { type: 'file', name: known.data }, body };
  }
  if (room === 'tables') return recordOfTable(posix.dirname(inside), posix.basename(inside), body);
  throw damaged();
}

function recordOfTable(table: string, file: string, body: Buffer): BackupRecord {
  const told = (description: Description): BackupRecord => ({ description, body: Buffer.alloc(0) });
  if (file === 'columns.json') return told({ type: 'table', name: table, columns: parse(columnsSchema, body) });
  const column = /^next-(.+)\.json$/.exec(file)?.[1];
  if (column !== undefined) return told({ type: 'sequence', table, column, ...parse(sequenceSchema, body) });
  const [, first, last] = /^(\d+)-(\d+)\.json$/.exec(file) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (!(count >= 1)) throw damaged();
  return { description: { type: 'rows', table, first: Number(first), count }, body };
}

function newer(version: string): BackupProblem {
  return new BackupProblem(
    'backup_newer',
    `Vestibule ${version}, a newer one, made this backup. Restore it with that version.`,
  );
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function parse<Value>(schema: z.ZodType<Value>, body: Buffer): Value {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw damaged();
  }
}
