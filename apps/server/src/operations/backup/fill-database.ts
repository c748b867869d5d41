import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../../database/database.ts';
import { isDiskFull } from '../../database/disk-full.ts';
import {
  applyMigrations,
  type Migration,
  readAppliedMigrations,
  takeMigrationLock,
} from '../../database/migrations.ts';
import { queryRows } from '../../database/query-rows.ts';
import { listTables } from '../../database/tables.ts';
import { endCredentials } from './end-credentials.ts';
import { BackupProblem, type BackupProgress, damaged, systemCode } from './outcome.ts';
import type { BackupReader } from './reader.ts';
import { fixTextForms, prepareInsert, restoreSequence } from './table-rows.ts';
import type { Undo } from './undo.ts';

interface Filling {
  readonly backup: BackupReader;
  /** Every migration this program knows. */
  readonly known: readonly Migration[];
  /** The ids of those that the backup's database had. */
  readonly migrations: readonly number[];
  readonly tableNames: readonly string[];
  readonly target: {
    readonly dataFolder: string;
    readonly policyFile: string | null;
    readonly keepsSignIns: boolean;
    readonly now: () => Date;
  };
  readonly undo: Undo[];
  readonly onProgress: (progress: BackupProgress) => void;
}

/**
 * Fills an empty database and puts the files next to it, in one transaction: first the schema as it was when the backup
 * was made, then the rows, then whatever has changed in the schema since, as if the old database were opened today.
 * @throws BackupProblem `target_not_empty` or `output_failed`
 */
export async function fillDatabase(database: Database, filling: Filling): Promise<void> {
  const { known, migrations, tableNames, target } = filling;
  await database.transaction(async (transaction) => {
    await takeMigrationLock(transaction);
    await refuseFilled(transaction, tableNames);
    await fixTextForms(transaction);
    await applyMigrations(
      transaction,
      known.filter(({ id }) => migrations.includes(id)),
    );
    // A migration may have written rows of its own; those in the backup are what came of them.
    const names = tableNames.map((name) => sql.identifier(name));
    await transaction.execute(sql`truncate ${sql.join(names, sql`, `)}`);
    await restoreRecords(transaction, filling);
    await applyMigrations(
      transaction,
      known.filter(({ id }) => !migrations.includes(id)),
    );
    if (!target.keepsSignIns) await endCredentials(transaction, target.now());
  });
}

/** @throws BackupProblem `target_not_empty` when the database has a table of this product or of the backup */
export async function refuseFilled(database: Database, tableNames: readonly string[]): Promise<void> {
  const names = new Set([...tableNames, ...listTables().map(({ name }) => name)]);
  const found = await queryRows(
    database,
    sql`select name from json_array_elements_text(${JSON.stringify([...names])}::text::json) as name
        where to_regclass(quote_ident(name)) is not null`,
    z.object({ name: z.string() }),
  );
  if (found.length === 0 && (await readAppliedMigrations(database)).length === 0) return;
  throw new BackupProblem(
    'target_not_empty',
    'The database has tables of Vestibule already. Make a new, empty database and set DATABASE_URL to it.',
  );
}

async function restoreRecords(transaction: Database, { backup, target, undo, onProgress }: Filling): Promise<void> {
  let insert: ((rows: string) => Promise<void>) | null = null;
  let done = 0;
  for await (const { description, body } of backup.records()) {
    switch (description.type) {
      case 'table':
        insert = await prepareInsert(transaction, description);
        done = 0;
        break;
      case 'rows':
        if (insert === null) throw damaged();
        await insert(body.toString('utf8'));
        done += description.count;
        onProgress({ stage: 'tables', name: description.table, done });
        break;
      case 'sequence':
        await restoreSequence(transaction, description);
        break;
      case 'file':
        await placeFile(filePlace(target, description.name), body, undo);
        break;
      case 'start':
      case 'evidence':
      case 'end':
        break;
      default:
        description satisfies never;
    }
  }
}

/** Where a file of a backup belongs. */
export function filePlace(
  { dataFolder, policyFile }: Pick<Filling['target'], 'dataFolder' | 'policyFile'>,
  name: string,
): string {
  return name === 'policy.yaml' && policyFile !== null ? policyFile : join(dataFolder, name);
}

/** @throws BackupProblem `target_not_empty` when another file is there; the same one may stay */
export async function refuseOtherFile(path: string, bytes: Buffer): Promise<void> {
  const found = await readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found === null || bytes.equals(found)) return;
  throw new BackupProblem(
    'target_not_empty',
    `${path} is there already and is not the one in the backup. Restore into another data folder, or move that file away.`,
  );
}

/** Writes a file that must not be there yet, unless it is the same. */
async function placeFile(path: string, bytes: Buffer, undo: Undo[]): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    undo.push(() => rm(path, { force: true }));
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    if (code === 'EEXIST') return refuseOtherFile(path, bytes);
    const advice = isDiskFull(error) ? 'The disk is full: make room, and do this again.' : 'Check who owns its folder.';
    throw new BackupProblem('output_failed', `${path} cannot be written (${code}). ${advice}`);
  }
}
