import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reasonOf } from '../../log/reason-of.ts';

interface Answering {
  readonly host: string;
  readonly port: number;
  /** Where people find a name's gate: an origin; undefined for a name that is no one's. */
  readonly originOf: (hostname: string) => string | undefined;
  /** What is answered to an authority that asks a name for a token; null: not one of ours. */
  readonly answerTo: (hostname: string, token: string) => Promise<string | null>;
  /** How long a request may take to arrive, and an answer to be read. */
  readonly withinMs?: number;
}

export interface ChallengeListener {
  /** Listens, if it does not yet. @returns one sentence why it cannot; null: it does */
  listen(): Promise<string | null>;
  close(): Promise<void>;
}

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{16,256})$/;
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', Connection: 'close' };
const TEXT = { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' };
const MOST_CONNECTIONS = 2000;
/** Of one address: it must not take the places of the authority's look-ups. */
const MOST_OF_ADDRESS = 20;
const WITHIN_MS = 5000;

/** Waits where certificate authorities ask, and sends everybody else to the https address of the name they came to. */
export function createChallengeListener(answering: Answering): ChallengeListener {
  const { host, port, withinMs = WITHIN_MS } = answering;
  let server: Server | null = null;
  return {
    async listen() {
      if (server !== null) return null;
      const made = createServer(
        {
          maxHeaderSize: 8192,
          headersTimeout: withinMs,
          requestTimeout: withinMs,
          connectionsCheckingInterval: withinMs / 5,
        },
        (request, response) => void answer(request, response, answering),
      );
      made.setTimeout(2 * withinMs);
      made.maxConnections = MOST_CONNECTIONS;
      limitEachAddress(made);
      try {
        await new Promise<void>((done, fail) => {
          made.once('error', fail);
          made.listen(port, host, done);
        });
      } catch (error) {
        return whyNot(error, port);
      }
      server = made;
      return null;
    },
    async close() {
      const closing = server;
      server = null;
      if (closing === null) return;
      closing.closeAllConnections();
      await new Promise<void>((done) => closing.close(() => done()));
    },
  };
}

function limitEachAddress(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > MOST_OF_ADDRESS) socket.destroy();
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, answering: Answering): Promise<void> {
  const hostname = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
  // Never what the request says: only a name that is one of ours leads anywhere.
  const origin = answering.originOf(hostname);
  if (origin === undefined) return end(response, 421, 'No company has its gate at this address.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return end(response, 405, `What is not only read is sent to ${origin} alone.`, { Allow: 'GET, HEAD' });
  }
  const path = request.url ?? '/';
  const token = CHALLENGE.exec(path)?.[1];
  if (token !== undefined) {
    const found = await answering.answerTo(hostname, token).catch(() => null);
    return found === null ? end(response, 404, 'No order waits for this token.') : end(response, 200, found);
  }
  const target = path.startsWith('/') ? path : '/';
  return end(response, 308, `This is at ${origin}.`, { Location: `${origin}${target}` });
}

function end(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...TEXT, ...headers }).end(text);
}

function whyNot(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES') {
    return `Port ${port}, where certificate authorities ask, may not be used by this user. Allow it: AmbientCapabilities=CAP_NET_BIND_SERVICE in its unit; or pass port 80 on to another port, and name that: --acme-port 8080.`;
  }
  if (code === 'EADDRINUSE') {
    return `Port ${port}, where certificate authorities ask, is in use. Stop what uses it, or let it pass /.well-known/acme-challenge/ on to another port, and name that: --acme-port 8080.`;
  }
  return `At port ${port}, where certificate authorities ask, the server cannot listen: ${reasonOf(error)}.`;
}
