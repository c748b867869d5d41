import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandFailure, EXIT_CODES, misuse, type Output } from '@vestibule/command-line';
import { createBackup } from '../../operations/backup/create-backup.ts';
import {
  type BackupOutcome,
  type BackupProgress,
  type BackupSummary,
  databaseComplaint,
} from '../../operations/backup/outcome.ts';
import { whyPassphraseIsShort } from '../../operations/backup/passphrase.ts';
import { checkRestore, restoreBackup } from '../../operations/backup/restore-backup.ts';
import { type Config, loadConfig } from '../../operations/config/config.ts';
import { DiskFullError } from '../../database/disk-full.ts';
import { FolderInUseError } from '../../database/folder-lock.ts';
import { UnknownSchemaError } from '../../database/migrations.ts';
import { type OpenDatabase, openDatabase } from '../../database/open.ts';
import { sayError } from '../../operations/log/describe-error.ts';
import { keepDatabase } from '../../operations/set-up/keep-database.ts';
import { openEvidenceStore } from '../../operations/storage/open-evidence-store.ts';
import { isInImage } from '../how-to-start.ts';
import { progressText } from './backup-progress.ts';

interface Offline {
  readonly data: string;
  readonly file: string;
  readonly passphrase: string;
  readonly withEvidence: boolean;
}

const now = () => new Date();

/** Makes a backup while no server runs, from what the environment names, as the server would read it. */
export async function writeOffline(wanted: Offline, output: Output): Promise<BackupSummary> {
  const config = await readPlace(wanted);
  await demandDatabase(config);
  const opened = await open(config);
  try {
    const { database } = opened;
    return unwrap(await createBackup({ ...partsOf(config, wanted, output), database, now }, wanted.file));
  } finally {
    await opened.close();
  }
}

/**
 * Looks whether a backup could be made: a passphrase that is long enough, a folder that can be written to, and a server that
 * answers or a database to read. @param askServer goes through when a server runs
 */
export async function checkBackup(
  { data, file, passphrase }: Pick<Offline, 'data' | 'file' | 'passphrase'>,
  askServer: () => Promise<void>,
): Promise<void> {
  const weak = whyPassphraseIsShort(passphrase);
  if (weak !== null) throw misuse(weak);
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new CommandFailure(EXIT_CODES.refused, `${dirname(file)} cannot be written to by you.`);
  });
  try {
    await askServer();
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== EXIT_CODES.unreachable) throw error;
    const config = await readPlace({ data, file, passphrase, withEvidence: false });
    await demandDatabase(config);
    await (await open(config)).close();
  }
}

/** Brings a backup back, or looks whether it could be. @returns also whether vestibule.json names its PostgreSQL since */
export async function restoreOffline(
  wanted: Offline & { readonly isDryRun: boolean; readonly keepsSignIns: boolean },
  output: Output,
): Promise<BackupSummary & { readonly isDatabaseKept: boolean }> {
  const config = await readPlace(wanted);
  const target = {
    ...partsOf(config, wanted, output),
    databaseUrl: config.databaseUrl,
    keepsSignIns: wanted.keepsSignIns,
    now,
  };
  const restore = wanted.isDryRun ? checkRestore : restoreBackup;
  const summary = unwrap(await restore(target, wanted.file));
  // A container has its database in its environment, always.
  const isDatabaseKept =
    !isInImage() && (wanted.isDryRun ? config.databaseUrl !== undefined : await keepDatabase(config));
  return { ...summary, isDatabaseKept };
}

function partsOf(config: Config, { passphrase, withEvidence }: Offline, output: Output) {
  return {
    dataFolder: config.dataFolder,
    policyFile: config.policyFile,
    evidence: withEvidence ? openEvidenceStore({ ...config, now }) : null,
    passphrase,
    onProgress: (progress: BackupProgress) => output.progress(progressText(progress)),
  };
}

async function readPlace({ data }: Offline): Promise<Config> {
  const read = await loadConfig({ ...process.env, VESTIBULE_DATA: resolve(data) });
  if (read.ok) return read.config;
  throw misuse(`The configuration cannot be used:\n  ${read.problems.join('\n  ')}`);
}

async function demandDatabase({ dataFolder, databaseUrl }: Config): Promise<void> {
  const hasDatabase = (await stat(join(dataFolder, 'database')).catch(() => null)) !== null;
  if (databaseUrl !== undefined || hasDatabase) return;
  throw misuse(
    `There is no database in ${dataFolder}. Name the data folder of the server: --data FOLDER. If it uses PostgreSQL, set DATABASE_URL as for the server.`,
  );
}

async function open(config: Config): Promise<OpenDatabase> {
  try {
    return await openDatabase(config);
  } catch (error) {
    if ([DiskFullError, FolderInUseError, UnknownSchemaError].some((kind) => error instanceof kind)) {
      throw new CommandFailure(EXIT_CODES.refused, sayError(error));
    }
    const complaint = databaseComplaint(error);
    if (complaint === null) throw error;
    throw new CommandFailure(EXIT_CODES.unreachable, `The database cannot be opened: ${complaint}.`);
  }
}

function unwrap(outcome: BackupOutcome): BackupSummary {
  if (outcome.ok) return outcome;
  const { code, message } = outcome;
  const isInput = code === 'passphrase_too_short' || code === 'passphrase_wrong' || code === 'not_a_backup';
  throw new CommandFailure(isInput ? EXIT_CODES.notUnderstood : EXIT_CODES.refused, message, { code });
}
