import { randomUUID } from 'node:crypto';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CHUNK_BYTES, sealChunk } from './chunks.ts';
import { type Costs, createHeader, DEFAULT_COSTS, type OpenedHeader } from './header.ts';
import { BackupProblem, systemCode } from './outcome.ts';
import { type BackupRecord, encodeRecord } from './records.ts';

export interface BackupWriter {
  write(record: BackupRecord): Promise<void>;
  /** Writes the last chunk and gives the file its name: only now is it there. */
  finish(): Promise<void>;
  /** Leaves nothing behind; after `finish` it does nothing. */
  abandon(): Promise<void>;
}

/**
 * Begins a backup file, under a name of its own until it is whole. No one but its owner can read it.
 * @throws BackupProblem `passphrase_too_short`, `output_exists` or `output_failed`
 */
export async function beginBackup(
  outputFile: string,
  passphrase: string,
  costs: Costs = DEFAULT_COSTS,
): Promise<BackupWriter> {
  const opened = await createHeader(passphrase, costs);
  await refuseExisting(outputFile);
  const draft = `${outputFile}.${randomUUID()}.part`;
  const file = await explain(outputFile, () => open(draft, 'wx', 0o600));
  const chunks = createChunkWriter(opened, file);
  let isDone = false;
  return {
    write: async (record) => {
      const bytes = await encodeRecord(record);
      await explain(outputFile, () => chunks.write(bytes));
    },
    finish: () =>
      explain(outputFile, async () => {
        await chunks.finish();
        await file.sync();
        await file.close();
        await refuseExisting(outputFile);
        await rename(draft, outputFile);
        isDone = true;
      }),
    abandon: async () => {
      if (isDone) return;
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** Cuts a stream of bytes into sealed chunks. One full chunk is held back, as only the end tells which is the last. */
function createChunkWriter(opened: OpenedHeader, file: FileHandle) {
  let held = Buffer.alloc(0);
  let number = 0;
  const writeChunk = async (plain: Buffer, isLast: boolean) => {
    if (number === 0) await file.appendFile(opened.header);
    await file.appendFile(sealChunk(opened, number, isLast, plain));
    number += 1;
  };
  return {
    async write(bytes: Buffer): Promise<void> {
      held = Buffer.concat([held, bytes]);
      let at = 0;
      for (; held.length - at > CHUNK_BYTES; at += CHUNK_BYTES) {
        await writeChunk(held.subarray(at, at + CHUNK_BYTES), false);
      }
      held = Buffer.from(held.subarray(at));
    },
    finish: () => writeChunk(held, true),
  };
}

async function refuseExisting(outputFile: string): Promise<void> {
  const isThere = await access(outputFile).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new BackupProblem(
    'output_exists',
    `${outputFile} exists already. Choose another name, or move that file away.`,
  );
}

async function explain<Result>(outputFile: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    const advice =
      code === 'ENOSPC' || code === 'EDQUOT'
        ? 'There is no room left. Make room, or choose another place.'
        : `Its folder cannot be written (${code}). Choose another place.`;
    throw new BackupProblem('output_failed', `The backup ${outputFile} could not be written. ${advice}`);
  }
}
