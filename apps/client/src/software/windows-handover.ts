import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SignedDocument } from '@vestibule/contracts';
import * as z from 'zod/mini';

/**
 * Where a person may put a file that another account finds: with Windows' prompt no pipe leads to an administrator's
 * process, and the administrator may be another person than the one who asks.
 */
const HANDOVER_FOLDER = String.raw`C:\ProgramData`;

const PIECE_BYTES = 64 * 1024;

export const handoverIdSchema = z.uuid();

/** The file of one prompt. Its name alone is handed on, in a closed form. */
export function handoverPath(id: string, folder = HANDOVER_FOLDER): string {
  return join(folder, `workplace-${handoverIdSchema.parse(id)}.parcel`);
}

/** Lays a signed document and its package down for an administrator's process. */
export async function layDown(path: string, document: SignedDocument, packagePath: string): Promise<void> {
  const parcel = async function* () {
    yield Buffer.from(`${JSON.stringify(document)}\n`);
    yield* createReadStream(packagePath) as AsyncIterable<Buffer>;
  };
  await pipeline(parcel, createWriteStream(path, { flags: 'wx' }));
}

/** What was laid down, as it comes; nothing where it is no plain file. Nothing of it is believed. */
export async function* pickUp(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return;
  try {
    if (!(await file.stat()).isFile()) return;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Takes it away again, whatever came of it. */
export async function takeAway(path: string): Promise<void> {
  await rm(path, { force: true });
}
