import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import type { ArchiveFile } from './records.ts';

/** One batch of rows, one of which may be large, or one piece of evidence. */
const FILE_MAXIMUM_BYTES = 1_073_741_824;
/** Each file holds all of a company; nothing in it is a program. */
const MODE = 0o600;

export interface ArchivePacker {
  /** The archive, as tar and gzip write it. */
  readonly bytes: ReadableStream<Uint8Array>;
  /** Resolves when there is room for more. @throws what ended `bytes` */
  add(file: ArchiveFile, at: Date): Promise<void>;
  end(): void;
  /** Ends `bytes` with an error, unless they have ended. */
  abandon(): void;
}

export function packArchive(): ArchivePacker {
  const { readable, controller } = createTarPacker();
  return {
    bytes: readable.pipeThrough(new CompressionStream('gzip')),
    add: async ({ name, body }, at) => {
      const entry = controller.add({ name, size: body.length, mode: MODE, mtime: at, type: 'file' }).getWriter();
      if (body.length > 0) await entry.write(body);
      await entry.close();
    },
    end: () => controller.finalize(),
    abandon: () => controller.error(new Error('The archive was abandoned.')),
  };
}

/**
 * Every file of an archive, read to the last byte behind it.
 * @throws RangeError where a file is too long, and what `bytes` or one of the readers throws
 */
export async function* unpackArchive(bytes: ReadableStream<Uint8Array>): AsyncGenerator<ArchiveFile> {
  const decoder = createTarDecoder({ strict: true });
  // On its own: the end of an archive is not the end of the file around it.
  const isRead = unpackInto(decoder.writable, bytes);
  isRead.catch(() => undefined);
  for await (const { header, body } of decoder.readable) {
    if (header.size > FILE_MAXIMUM_BYTES) throw new RangeError(`${header.name} is too long.`);
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    yield { name: header.name, body: Buffer.concat(pieces) };
  }
  await isRead;
}

async function unpackInto(archive: WritableStream<Uint8Array>, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const writer = archive.getWriter();
  try {
    await pipeline(bytes, createGunzip(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const piece of unpacked) await writer.write(piece);
    });
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
