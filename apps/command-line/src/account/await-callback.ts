import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the browser brings back: a code, or null where the person did not allow it. */
export type Brought = { readonly code: string | null };

export interface Callback {
  readonly port: number;
  /** The first answer that knows the state. @returns null when none came in time */
  readonly brought: Promise<Brought | null>;
  /** Sends the browser on to a page, and listens no longer. */
  readonly end: (address: string | null) => Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Waits for the browser of this computer. Others find nothing here: it listens on the loopback address alone, answers to its own
 * name only, and an answer that does not know the state changes nothing, however often it comes.
 */
export async function awaitCallback(state: string, timeoutMs: number): Promise<Callback> {
  const { promise: brought, resolve } = Promise.withResolvers<Brought | null>();
  let waiting: ServerResponse | null = null;
  const server = createServer((request, response) => {
    const found = readCallback(request, state, portOf());
    if (found === null || waiting !== null) return refuse(response);
    waiting = response;
    resolve(found);
  });
  const portOf = () => (server.address() as AddressInfo).port;
  await new Promise<void>((listening, fail) => {
    server.once('error', fail);
    server.listen(0, HOST, listening);
  });
  const timer = setTimeout(() => resolve(null), timeoutMs);
  return {
    port: portOf(),
    brought,
    end: async (address) => {
      clearTimeout(timer);
      if (waiting !== null) await answer(waiting, address);
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

function readCallback({ method, headers, url = '' }: IncomingMessage, state: string, port: number): Brought | null {
  const address = `http://${HOST}:${port}`;
  // A name that leads here is another site's.
  if (method !== 'GET' || headers.host !== `${HOST}:${port}` || !URL.canParse(url, address)) return null;
  const { pathname, searchParams } = new URL(url, address);
  if (pathname !== '/callback' || !isSame(searchParams.get('state') ?? '', state)) return null;
  const code = searchParams.get('code');
  return code === null || /^[\w-]{43}$/.test(code) ? { code } : null;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const HEADERS = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', connection: 'close' };

function refuse(response: ServerResponse): void {
  response.writeHead(400, HEADERS).end('This is no answer to the command line that waits here.\n');
}

/** The address with the code in it does not stay in the browser. */
async function answer(response: ServerResponse, address: string | null): Promise<void> {
  await new Promise<void>((sent) => {
    response.once('close', sent);
    if (address === null) response.writeHead(200, HEADERS).end('You can close this window.\n', () => sent());
    else response.writeHead(303, { ...HEADERS, location: address }).end(() => sent());
  });
}
