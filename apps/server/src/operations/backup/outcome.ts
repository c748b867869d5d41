import { DrizzleQueryError } from 'drizzle-orm';
import type { StoreFailure } from '../storage/evidence-store.ts';

/** Why a backup was not made, or not restored. */
export type BackupFailureCode =
  | 'passphrase_too_short'
  | 'passphrase_wrong'
  | 'output_exists'
  | 'output_failed'
  | 'input_failed'
  | 'master_key_missing'
  | 'not_a_backup'
  | 'backup_damaged'
  | 'backup_newer'
  | 'backup_older'
  | 'target_not_empty'
  | 'target_in_use'
  | 'database_failed'
  | 'store_failed';

export interface BackupFailure {
  readonly ok: false;
  readonly code: BackupFailureCode;
  /** One or two sentences for the operator of the server: what is wrong and what to do. It holds no secret. */
  readonly message: string;
}

/** What a backup holds. */
export interface BackupSummary {
  readonly ok: true;
  readonly createdAt: Date;
  readonly tables: number;
  readonly rows: number;
  readonly evidence: number;
  /** Names of the files next to the database, such as `master.key`. */
  readonly files: readonly string[];
}

export type BackupOutcome = BackupSummary | BackupFailure;

/** How far it is. `done` counts rows or pieces of evidence of what is being worked on. */
export interface BackupProgress {
  readonly stage: 'checking' | 'tables' | 'evidence';
  /** The table that is being worked on; empty otherwise. */
  readonly name: string;
  readonly done: number;
}

/** Carries an expected failure out of a transaction, which has to be rolled back; `toOutcome` makes it a value again. */
export class BackupProblem extends Error {
  readonly code: BackupFailureCode;

  constructor(code: BackupFailureCode, message: string) {
    super(message);
    this.name = 'BackupProblem';
    this.code = code;
  }
}

export function damaged(): BackupProblem {
  return new BackupProblem(
    'backup_damaged',
    'This backup was cut short or changed after it was made. Nothing was restored: use another copy of it, or an older backup.',
  );
}

/** @throws whatever is not expected: a bug */
export async function toOutcome(work: () => Promise<BackupSummary>): Promise<BackupOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupProblem) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}

export function storeProblem(failure: StoreFailure): BackupProblem {
  return new BackupProblem('store_failed', `The evidence cannot be read or written. ${failure.message}`);
}

/** The code of an error of the operating system (`ENOSPC`, `EACCES`), or null for every other error. */
export function systemCode(error: unknown): string | null {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem && typeof error.code === 'string' ? error.code : null;
}

/** What a database or the way to it complains about, or null for an error of another kind. */
export function databaseComplaint(error: unknown): string | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const code = systemCode(cause);
  const isOfDatabase = error instanceof DrizzleQueryError || (error instanceof Error && 'severity' in error);
  if (!isOfDatabase && code === null) return null;
  return cause instanceof Error && cause.message !== '' ? cause.message : (code ?? 'it gives no reason');
}
