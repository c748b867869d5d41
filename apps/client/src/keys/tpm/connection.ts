import { type FileHandle, open, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { OctetReader } from './octets.ts';
import { TpmFailure } from './tpm-failure.ts';

/** A way to a TPM: one command, then its answer. What was loaded over it is unloaded by the system when it closes. */
export interface TpmConnection {
  /** @throws TpmFailure when the whole answer does not come in time */
  readonly exchange: (command: Uint8Array) => Promise<Uint8Array>;
  readonly close: () => void;
}

export const HEADER_LENGTH = 10;
const ANSWER_MAXIMUM = 4096;

/** Longer than any command here takes; the slowest is the making of a key in a TPM of its own chip. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** Something that takes octets and gives octets, in pieces of any size; null at its end. */
interface Channel {
  readonly write: (octets: Uint8Array) => Promise<unknown>;
  readonly read: () => Promise<Uint8Array | null>;
  readonly close: () => void;
}

/**
 * Opens the kernel's resource manager, a device file, or the socket of a TPM in software.
 * @throws TpmFailure when it cannot be opened for reading and writing
 */
export async function openTpm(path: string, timeoutMs: number = ANSWER_TIMEOUT_MS): Promise<TpmConnection> {
  const channel = await openChannel(path);
  const exchange = async (command: Uint8Array) => {
    await channel.write(command);
    let answer: Uint8Array<ArrayBuffer> = new Uint8Array();
    for (;;) {
      const piece = await channel.read();
      if (piece === null || piece.length === 0) throw notUnderstood('it ends too early');
      answer = Uint8Array.from([...answer, ...piece]);
      const missing = missingOctets(answer);
      if (missing === 0) return answer;
      if (missing < 0) throw notUnderstood('it is longer than it says');
    }
  };
  return {
    close: channel.close,
    exchange: (command) =>
      within(
        timeoutMs,
        exchange(command).catch((error: unknown) => {
          throw error instanceof TpmFailure ? error : unreachable(path, error);
        }),
      ),
  };
}

/** How many octets an answer still wants, by the length in its header. */
function missingOctets(answer: Uint8Array): number {
  if (answer.length < HEADER_LENGTH) return HEADER_LENGTH - answer.length;
  const header = new OctetReader(answer);
  header.uint16();
  const length = header.uint32();
  if (length < HEADER_LENGTH || length > ANSWER_MAXIMUM) throw notUnderstood(`it says that it has ${length} octets`);
  return length - answer.length;
}

async function openChannel(path: string): Promise<Channel> {
  try {
    const found = await stat(path);
    return found.isSocket() ? await connectSocket(path) : channelOfFile(await open(path, 'r+'));
  } catch (error) {
    throw unreachable(path, error);
  }
}

function channelOfFile(file: FileHandle): Channel {
  const buffer = new Uint8Array(ANSWER_MAXIMUM);
  return {
    // The kernel takes a command as a whole or not at all.
    write: (octets) => file.write(octets, 0, octets.length, null),
    read: async () => {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      return buffer.slice(0, bytesRead);
    },
    // Not waited for: a read that hangs keeps it open.
    close: () => void file.close().catch(() => undefined),
  };
}

async function connectSocket(path: string): Promise<Channel> {
  const socket = connect(path);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  // An open way keeps no program running.
  socket.unref();
  const pieces = piecesOf(socket);
  return {
    write: (octets) =>
      new Promise<void>((resolve, reject) => {
        socket.ref();
        socket.write(octets, (error) => (error ? reject(error) : resolve()));
      }),
    read: async () => {
      socket.ref();
      const piece = await pieces.next();
      socket.unref();
      return piece.done === true ? null : piece.value;
    },
    close: () => socket.destroy(),
  };
}

async function* piecesOf(socket: Socket): AsyncGenerator<Uint8Array, undefined> {
  for await (const piece of socket) if (piece instanceof Uint8Array) yield piece;
}

async function within<Value>(milliseconds: number, task: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const tooLate = wait(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new TpmFailure('silent', `The TPM did not answer within ${milliseconds / 1000} s.`);
  });
  try {
    return await Promise.race([task, tooLate]);
  } finally {
    over.abort();
    tooLate.catch(() => undefined);
  }
}

function notUnderstood(why: string): TpmFailure {
  return new TpmFailure('not-understood', `The answer of the TPM cannot be read: ${why}.`);
}

function unreachable(path: string, error: unknown): TpmFailure {
  const why = error instanceof Error ? error.message : String(error);
  return new TpmFailure('unreachable', `The TPM at ${path} cannot be used: ${why}.`);
}
