import type { SystemPort } from '@vestibule/checks';
import { lstatSync, type Stats } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ANSWER_MAXIMUM_BYTES, parseAnswer, READER_SOCKET, requestFor } from './protocol.ts';

export interface AskOptions {
  readonly path: string;
  readonly isGenuine: (path: string) => boolean;
  readonly timeoutMs: number;
  /** Before it asks once more where the connection was ended without an answer. */
  readonly retryMs: number;
}

const USUAL: AskOptions = {
  path: READER_SOCKET,
  isGenuine: (path) => isRootsSocket(path),
  timeoutMs: 8000,
  retryMs: 200,
};

const TRIES = 3;

/** Asks the reader service, and believes none but root's: what only root could put there. */
export function createAskReader(options: Partial<AskOptions> = {}): NonNullable<SystemPort['askReader']> {
  const { path, isGenuine, timeoutMs, retryMs } = { ...USUAL, ...options };
  return async (facts) => {
    const end = Date.now() + timeoutMs;
    for (let turn = 0; turn < TRIES; turn++) {
      const left = end - Date.now();
      if (left <= 0 || !isGenuine(path)) return null;
      const text = await exchange(path, requestFor(facts), left);
      const reading = text === null ? null : parseAnswer(text, facts);
      if (reading !== null) return reading;
      await wait(retryMs);
    }
    return null;
  };
}

type LookAt = (path: string) => Pick<Stats, 'uid' | 'mode' | 'isSocket' | 'isDirectory'>;

/**
 * Whether a socket lies there that root has made, in folders that root alone can write to, none of them a link: then what
 * listens there was put there by root. An ordinary person can make a stand-in only elsewhere.
 */
export function isRootsSocket(path: string, lookAt: LookAt = lstatSync): boolean {
  try {
    const socket = lookAt(path);
    if (!socket.isSocket() || socket.uid !== 0) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const stats = lookAt(folder);
      if (!stats.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}

/** Sends a line and takes all that is answered. @returns null when it is too long, too slow or cut off by an error */
function exchange(path: string, request: string, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (text: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(() => finish(null), timeoutMs);
    socket.once('connect', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > ANSWER_MAXIMUM_BYTES) finish(null);
    });
    socket.once('end', () => finish(Buffer.concat(chunks).toString('utf8')));
    socket.once('error', () => finish(null));
  });
}
