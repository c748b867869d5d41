import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { OWN_LIMITS } from '@vestibule/contracts';
import type { Connection } from './connection.ts';

/** What a server says to a call. An error of the network, of TLS or of a proxy is `unreachable`, with the system's words. */
export type WebAnswer =
  | { readonly ok: true; readonly status: number; readonly body: unknown }
  | { readonly ok: false; readonly code: 'unreachable'; readonly detail: string };

export type Downloaded =
  | { readonly ok: true; readonly sha256: string; readonly size: number }
  | { readonly ok: false; readonly code: 'unreachable' | 'cut' | 'too-large'; readonly detail: string };

/** The client's own way to a portal's server. */
export interface Web {
  readonly call: (method: 'GET' | 'POST', url: URL, body?: unknown, authorization?: string) => Promise<WebAnswer>;
  /** Writes what is there to a new file, down to the disk, and gives its hash. The file is gone when it fails. */
  readonly download: (
    url: URL,
    path: string,
    maximumBytes: number,
    onReceived?: (bytes: number) => void,
  ) => Promise<Downloaded>;
  readonly close: () => void;
}

const MAXIMUM_ANSWER_BYTES = 1024 * 1024;

export function openWeb(connection: Connection): Web {
  return {
    call: async (method, url, body, authorization) => {
      try {
        const response = await connection.send(url, {
          method,
          headers: {
            accept: 'application/json',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(authorization === undefined ? {} : { authorization }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          timeoutMs: OWN_LIMITS.callTimeoutMs,
        });
        const text = await readText(response);
        return { ok: true, status: response.statusCode ?? 0, body: parse(text) };
      } catch (error) {
        return { ok: false, code: 'unreachable', detail: detailOf(error) };
      }
    },
    download: (url, path, maximumBytes, onReceived) => download(connection, { url, path, maximumBytes, onReceived }),
    close: connection.close,
  };
}

/** Only over TLS, or to this very computer: a token or a report is no one else's business. */
export function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

interface Download {
  readonly url: URL;
  readonly path: string;
  readonly maximumBytes: number;
  readonly onReceived: ((bytes: number) => void) | undefined;
}

async function download(
  connection: Connection,
  { url, path, maximumBytes, onReceived }: Download,
): Promise<Downloaded> {
  const file = await open(path, 'wx', 0o600);
  let isDone = false;
  try {
    const response = await connection.send(url, { method: 'GET', timeoutMs: OWN_LIMITS.callTimeoutMs });
    if (response.statusCode !== 200) {
      response.destroy();
      return { ok: false, code: 'unreachable', detail: `${url.host} answered ${response.statusCode}.` };
    }
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maximumBytes) {
        return { ok: false, code: 'too-large', detail: `More than the ${maximumBytes} bytes that were announced.` };
      }
      hash.update(chunk);
      await file.write(chunk);
      onReceived?.(size);
    }
    if (!response.complete) return { ok: false, code: 'cut', detail: 'The connection was cut.' };
    await file.sync();
    isDone = true;
    return { ok: true, sha256: hash.digest('hex'), size };
  } catch (error) {
    const isCut = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    return { ok: false, code: isCut ? 'cut' : 'unreachable', detail: detailOf(error) };
  } finally {
    await file.close();
    if (!isDone) await rm(path, { force: true });
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAXIMUM_ANSWER_BYTES) throw new Error('The answer is larger than any answer of a server.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function detailOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return detailOf(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
