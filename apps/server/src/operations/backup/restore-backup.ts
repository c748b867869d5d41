import { PRODUCT_VERSION } from '@vestibule/contracts';
import { demandRoom, DiskFullError, errorOfEmbedded, isDiskFull } from '../../database/disk-full.ts';
import { FolderInUseError } from '../../database/folder-lock.ts';
import { ageOfSchema, type Migration, readMigrations } from '../../database/migrations.ts';
import {
  connectDatabase,
  databaseFolder,
  type DatabasePlace,
  isFolderEmpty,
  type OpenDatabase,
} from '../../database/open.ts';
import type { EvidenceStore } from '../storage/evidence-store.ts';
import { noteFolders } from '../../database/note-folders.ts';
import { filePlace, fillDatabase, refuseFilled, refuseOtherFile } from './fill-database.ts';
import { type BackupOutcome, BackupProblem, type BackupProgress, databaseComplaint, toOutcome } from './outcome.ts';
import { type BackupReader, checkBackup, type CheckedBackup, openBackup } from './reader.ts';
import { restoreEvidence } from './restore-evidence.ts';
import { type Undo, undoAll } from './undo.ts';

export interface RestoreTarget extends DatabasePlace {
  /** Where the policy file goes; `policy.yaml` in the data folder when null. */
  readonly policyFile: string | null;
  /** Null leaves out the evidence in the backup. */
  readonly evidence: EvidenceStore | null;
  readonly passphrase: string;
  /** Sign-ins, tokens and invitations stay good: for a move, right after the backup. Otherwise they end. */
  readonly keepsSignIns: boolean;
  readonly now: () => Date;
  readonly onProgress?: (progress: BackupProgress) => void;
}

/**
 * Restores a backup into an empty database, embedded or PostgreSQL, and an empty data folder. The file is read to its end
 * before anything is written; all rows come in one transaction, and what fails on the way takes everything back.
 * An older backup is brought up to today's schema.
 * @returns what was restored; or why nothing was: `input_failed`, `not_a_backup`, `passphrase_wrong`, `backup_damaged`,
 * `backup_newer`, `backup_older`, `target_not_empty`, `target_in_use`, `database_failed`, `store_failed`, `output_failed`
 */
export async function restoreBackup(target: RestoreTarget, inputFile: string): Promise<BackupOutcome> {
  const { onProgress = () => undefined } = target;
  return withChecked(target, inputFile, async (backup, known, { migrations, tableNames }, undo) => {
    undo.push(await noteFolders(target.dataFolder));
    const opened = await connect(target);
    undo.push(() => opened.abandon());
    await refuseFilled(opened.database, tableNames);
    if (target.evidence !== null) await restoreEvidence(backup, target.evidence, undo, onProgress);
    await fillDatabase(opened.database, { backup, known, migrations, tableNames, target, undo, onProgress });
    await opened.close();
  });
}

/**
 * Reads a backup to its end and looks whether it could be restored here. Nothing is written, and an embedded database is
 * not even opened: opening one makes it.
 * @returns what the backup holds; or what `restoreBackup` would refuse for
 */
export async function checkRestore(target: RestoreTarget, inputFile: string): Promise<BackupOutcome> {
  return withChecked(target, inputFile, async (_backup, _known, { tableNames }) => {
    if (target.databaseUrl === undefined) {
      await refuseFilledFolder(target);
      await demandRoom(databaseFolder(target.dataFolder));
    } else {
      const opened = await connectDatabase(target);
      try {
        await refuseFilled(opened.database, tableNames);
      } finally {
        await opened.close();
      }
    }
  });
}

async function withChecked(
  target: RestoreTarget,
  inputFile: string,
  work: (
    backup: BackupReader,
    known: readonly Migration[],
    checked: Pick<CheckedBackup, 'migrations' | 'tableNames'>,
    undo: Undo[],
  ) => Promise<void>,
): Promise<BackupOutcome> {
  return toOutcome(async () => {
    const backup = await openBackup(inputFile, target.passphrase);
    const undo: Undo[] = [];
    try {
      const { version, migrations, tableNames, fileContents, ...summary } = await checkBackup(
        backup,
        target.onProgress ?? (() => undefined),
      );
      const known = readMigrations();
      refuseUnknownSchema(ageOfSchema(migrations, known), version);
      for (const [name, body] of fileContents) await refuseOtherFile(filePlace(target, name), body);
      await work(backup, known, { migrations, tableNames }, undo);
      return summary;
    } catch (error) {
      await undoAll(undo);
      throw explain(error, target);
    } finally {
      await backup.close();
    }
  });
}

/** @throws BackupProblem `backup_newer` or `backup_older`, which names the version that can restore it */
function refuseUnknownSchema(age: ReturnType<typeof ageOfSchema>, version: string): void {
  if (age === 'known') return;
  const what = `Vestibule ${version} made this backup, and this is ${PRODUCT_VERSION}`;
  throw age === 'newer'
    ? new BackupProblem('backup_newer', `${what}. Install that version or a later one, and restore there.`)
    : new BackupProblem('backup_older', `${what}, which no longer knows its database. Restore it with ${version}.`);
}

async function connect(target: RestoreTarget): Promise<OpenDatabase> {
  if (target.databaseUrl === undefined) await refuseFilledFolder(target);
  return connectDatabase(target);
}

async function refuseFilledFolder(target: RestoreTarget): Promise<void> {
  const folder = databaseFolder(target.dataFolder);
  if (!(await isFolderEmpty(folder))) {
    throw new BackupProblem(
      'target_not_empty',
      `There is a database in ${folder} already. Restore into another data folder, or move that one away.`,
    );
  }
}

/** What the database says becomes a sentence; a bug stays what it is. */
function explain(error: unknown, { databaseUrl, dataFolder }: RestoreTarget): unknown {
  if (error instanceof FolderInUseError) return new BackupProblem('target_in_use', error.message);
  if (databaseUrl === undefined && isDiskFull(error)) {
    const full = errorOfEmbedded(error, databaseFolder(dataFolder));
    if (full instanceof DiskFullError)
      return new BackupProblem('output_failed', `${full.message} Nothing was restored.`);
  }
  const complaint = databaseComplaint(error);
  if (complaint === null) return error;
  return new BackupProblem(
    'database_failed',
    `The database could not be filled, and nothing was restored: ${complaint}.`,
  );
}
