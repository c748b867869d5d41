import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AGE_START_BYTES, decryptAge, openAge, type OpenedAge } from './age.ts';
import { unpackArchive } from './archive.ts';
import {
  type BackupOutcome,
  BackupProblem,
  type BackupProgress,
  type BackupSummary,
  damaged,
  systemCode,
  toOutcome,
} from './outcome.ts';
import { type BackupRecord, recordOfFile } from './records.ts';

export interface BackupReader {
  /** Every record from the first; can be read again. @throws BackupProblem `backup_damaged` or `input_failed` */
  records(): AsyncGenerator<BackupRecord>;
  close(): Promise<void>;
}

/** A summary with what a restore has to know beforehand. */
export interface CheckedBackup extends BackupSummary {
  /** Of the Vestibule that made it. */
  readonly version: string;
  readonly migrations: readonly number[];
  readonly tableNames: readonly string[];
  /** The files next to the database: their names and what is in them. */
  readonly fileContents: ReadonlyMap<string, Buffer>;
}

/**
 * Opens a backup: the passphrase is right, nothing else is known yet.
 * @throws BackupProblem `input_failed`, `not_a_backup`, `backup_newer`, `backup_older`, `backup_damaged` or `passphrase_wrong`
 */
export async function openBackup(inputFile: string, passphrase: string): Promise<BackupReader> {
  const file = await explain(inputFile, () => open(inputFile, 'r'));
  try {
    const start = Buffer.alloc(AGE_START_BYTES);
    const { bytesRead } = await explain(inputFile, () => file.read(start, 0, start.length, 0));
    const header = await openAge(start.subarray(0, bytesRead), passphrase);
    if (header.kind !== 'opened') throw refusalOf(header.kind);
    return { records: () => readRecords(inputFile, file, header.identity), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function refusalOf(kind: 'another-file' | 'damaged' | 'wrong-passphrase'): BackupProblem {
  switch (kind) {
    case 'another-file':
      return new BackupProblem(
        'not_a_backup',
        'This file is not a backup of Vestibule. Choose the file that the backup made.',
      );
    case 'wrong-passphrase':
      return new BackupProblem(
        'passphrase_wrong',
        'The passphrase is not the one this backup was made with. If you are sure that it is, the first bytes of the file were changed: use another copy.',
      );
    case 'damaged':
      return damaged();
    default:
      return kind satisfies never;
  }
}

/**
 * Reads a backup from the first byte to the last and looks whether it is whole and genuine. Nothing is written anywhere.
 */
export async function verifyBackup(
  inputFile: string,
  passphrase: string,
  onProgress: (progress: BackupProgress) => void = () => undefined,
): Promise<BackupOutcome> {
  return toOutcome(async () => {
    const backup = await openBackup(inputFile, passphrase);
    try {
      const checked = await checkBackup(backup, onProgress);
      const { version: _v, migrations: _m, tableNames: _t, fileContents: _f, ...summary } = checked;
      return summary;
    } finally {
      await backup.close();
    }
  });
}

/** @throws BackupProblem `backup_damaged` or `input_failed` */
export async function checkBackup(
  backup: BackupReader,
  onProgress: (progress: BackupProgress) => void,
): Promise<CheckedBackup> {
  const tableNames: string[] = [];
  const fileContents = new Map<string, Buffer>();
  let start: Pick<CheckedBackup, 'version' | 'createdAt' | 'migrations'> | null = null;
  let rows = 0;
  let evidence = 0;
  let isWhole = false;
  for await (const { description, body } of backup.records()) {
    // The first record begins, the last one ends, and each of them is there once.
    if (isWhole || (start === null) !== (description.type === 'start')) throw damaged();
    switch (description.type) {
      case 'start':
        start = {
          version: description.version,
          createdAt: new Date(description.createdAt),
          migrations: description.migrations,
        };
        break;
      case 'file':
        fileContents.set(description.name, body);
        break;
      case 'table':
        tableNames.push(description.name);
        break;
      case 'rows':
        if (description.table !== tableNames.at(-1)) throw damaged();
        rows += description.count;
        break;
      case 'sequence':
        break;
      case 'evidence':
        evidence += 1;
        break;
      case 'end':
        isWhole = true;
        break;
      default:
        description satisfies never;
    }
    onProgress({ stage: 'checking', name: '', done: rows + evidence });
  }
  if (!isWhole || start === null) throw damaged();
  const files = [...fileContents.keys()];
  return { ok: true, ...start, tables: tableNames.length, tableNames, rows, evidence, files, fileContents };
}

/** Every record of the file, from its first byte to its last. */
async function* readRecords(inputFile: string, file: FileHandle, identity: OpenedAge): AsyncGenerator<BackupRecord> {
  try {
    const bytes = file.createReadStream({ start: 0, autoClose: false });
    const plain = await decryptAge(Readable.toWeb(bytes), identity);
    for await (const entry of unpackArchive(plain)) yield recordOfFile(entry);
  } catch (error) {
    if (error instanceof BackupProblem) throw error;
    // Whatever a decoder complains about: these are not the bytes that were written.
    throw problemOfSystem(inputFile, error) ?? damaged();
  }
}

async function explain<Result>(inputFile: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw problemOfSystem(inputFile, error) ?? error;
  }
}

/** @returns null for an error that is not the operating system's */
function problemOfSystem(inputFile: string, error: unknown): BackupProblem | null {
  const code = systemCode(error);
  if (code === null) return null;
  return new BackupProblem(
    'input_failed',
    `The backup ${inputFile} cannot be read (${code}). Check its name and owner.`,
  );
}
