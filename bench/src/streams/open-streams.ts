import { createConnection, type Socket } from 'node:net';
import { once } from 'node:events';

const EVENTS = '/api/online/v1/events';
/** So many are opened at once, like a company whose pages come back. */
const AT_ONCE = 50;
const HEARTBEAT = /event: heartbeat/g;

/** Event streams that are open, by connections of their own. */
export interface OpenStreams {
  /** Heartbeats that have arrived on all of them. */
  readonly heartbeats: () => number;
  /** Streams that still stand. */
  readonly standing: () => number;
  close(): void;
}

/**
 * Opens one stream for each cookie.
 * @throws Error when one is not answered by a stream
 */
export async function openStreams(port: number, cookies: readonly string[]): Promise<OpenStreams> {
  const sockets = new Set<Socket>();
  let heartbeats = 0;
  const open = async (cookie: string) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.setEncoding('latin1').once('close', () => sockets.delete(socket));
    socket.write(`GET ${EVENTS} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${cookie}\r\n\r\n`);
    const [head] = (await once(socket, 'data')) as [string];
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`A stream was answered: ${head.slice(0, 300)}`);
    sockets.add(socket);
    socket.on('data', (text: string) => {
      heartbeats += text.match(HEARTBEAT)?.length ?? 0;
    });
  };
  for (let at = 0; at < cookies.length; at += AT_ONCE) await Promise.all(cookies.slice(at, at + AT_ONCE).map(open));
  return {
    heartbeats: () => heartbeats,
    standing: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
