import { read, writeSync } from 'node:fs';

/** The browser ends a host that sends more (measured: 1,000 KiB pass, 1,100 KiB do not). */
const MAXIMUM_OUTGOING_BYTES = 1_000_000;
/** Nothing that a page may ask for is near this. */
const MAXIMUM_INCOMING_BYTES = 1_000_000;
const HEADER_BYTES = 4;
const READ_BYTES = 65_536;
/** Waits this long when a pipe takes or gives nothing at the moment. */
const BUSY_WAIT_MS = 2;

/** Cuts a stream of bytes into messages: four bytes of length, little-endian, then JSON in UTF-8. */
export interface FrameReader {
  /** @returns the texts that are complete now, or null when the stream cannot be one of messages */
  readonly push: (chunk: Buffer) => readonly string[] | null;
}

export function createFrameReader(): FrameReader {
  let chunks: Buffer[] = [];
  let available = 0;
  let wanted: number | null = null;
  const take = (size: number) => {
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, available);
    chunks = [all.subarray(size)];
    available -= size;
    return all.subarray(0, size);
  };
  return {
    push: (chunk) => {
      chunks.push(chunk);
      available += chunk.length;
      const messages: string[] = [];
      for (;;) {
        if (wanted === null) {
          if (available < HEADER_BYTES) return messages;
          wanted = take(HEADER_BYTES).readUInt32LE();
          if (wanted > MAXIMUM_INCOMING_BYTES) return null;
        }
        if (available < wanted) return messages;
        messages.push(take(wanted).toString('utf8'));
        wanted = null;
      }
    },
  };
}

/** @returns the bytes of one message, or null when it is larger than a browser takes */
export function toFrame(message: unknown): Buffer | null {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  if (body.length > MAXIMUM_OUTGOING_BYTES) return null;
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32LE(body.length);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

/**
 * Writes all bytes. Pipes may take a part only, or nothing at the moment.
 * @param write as `fs.writeSync`, so that tests can write in pieces
 */
export function writeFully(
  descriptor: number,
  bytes: Buffer,
  write: (descriptor: number, bytes: Buffer, offset: number) => number = writeSync,
): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += write(descriptor, bytes, written);
    } catch (error) {
      if (!isBusy(error)) throw error;
      pause();
    }
  }
}

/**
 * Reads a descriptor to its end. Descriptors and not `process.stdin`: the latter fails on pipes under some systems.
 * @returns when the other side has closed, or when `onChunk` says that it has had enough
 */
export async function readAll(descriptor: number, onChunk: (chunk: Buffer) => boolean): Promise<void> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (;;) {
    const size = await readSome(descriptor, buffer);
    if (size === 0) return;
    if (size !== null && !onChunk(Buffer.from(buffer.subarray(0, size)))) return;
    if (size === null) pause();
  }
}

function readSome(descriptor: number, buffer: Buffer): Promise<number | null> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, buffer.length, null, (error, size) => {
      if (error === null) resolve(size);
      else if (error.code === 'EOF') resolve(0);
      else if (isBusy(error)) resolve(null);
      else reject(error);
    });
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EWOULDBLOCK');
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_WAIT_MS);
}
