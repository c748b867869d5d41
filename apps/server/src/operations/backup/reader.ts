import { type FileHandle, open } from 'node:fs/promises';
import { CHUNK_BYTES, openChunk, TAG_BYTES } from './chunks.ts';
import { damaged, HEADER_BYTES, type OpenedHeader, openHeader } from './header.ts';
import {
  BackupProblem,
  type BackupProgress,
  type BackupSummary,
  systemCode,
  type BackupOutcome,
  toOutcome,
} from './outcome.ts';
import { type BackupRecord, decodeRecords } from './records.ts';

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
    const { size } = await file.stat();
    const opened = await openHeader(await readAt(inputFile, file, 0, Math.min(HEADER_BYTES, size)), passphrase);
    return {
      records: () => decodeRecords(readChunks(inputFile, file, size, opened)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
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

async function* readChunks(
  inputFile: string,
  file: FileHandle,
  size: number,
  opened: OpenedHeader,
): AsyncGenerator<Buffer> {
  const sealedBytes = CHUNK_BYTES + TAG_BYTES;
  for (let number = 0; ; number += 1) {
    const at = HEADER_BYTES + number * sealedBytes;
    const isLast = size - at <= sealedBytes;
    const sealed = await readAt(inputFile, file, at, Math.max(0, Math.min(sealedBytes, size - at)));
    yield openChunk(opened, number, isLast, sealed);
    if (isLast) return;
  }
}

async function readAt(inputFile: string, file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const from = { offset: done, length: length - done, position: position + done };
    const { bytesRead } = await explain(inputFile, () => file.read(bytes, from));
    if (bytesRead === 0) throw damaged();
    done += bytesRead;
  }
  return bytes;
}

async function explain<Result>(inputFile: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    throw new BackupProblem(
      'input_failed',
      `The backup ${inputFile} cannot be read (${code}). Check its name and owner.`,
    );
  }
}
