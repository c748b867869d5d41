import type { ReaderFacts } from '@vestibule/checks';
import type { FactReading } from '@vestibule/contracts';
import { createServer, type ListenOptions, type Socket } from 'node:net';
import { answerOf, parseRequest, REQUEST_MAXIMUM_BYTES } from './protocol.ts';
import { shareReadings } from './shared-readings.ts';

export interface ReaderLimits {
  /** The reader ends when nothing was asked for so long. */
  readonly idleMs: number;
  /** For a whole request, from the moment of connecting. */
  readonly requestMs: number;
  /** Connections at once; of those beyond, the ones that have asked nothing go first. */
  readonly connections: number;
  readonly restMs: number;
}

export const READER_LIMITS: ReaderLimits = { idleMs: 10_000, requestMs: 1000, connections: 512, restMs: 100 };

export interface ReaderOptions {
  readonly read: (facts: ReaderFacts) => Promise<FactReading>;
  readonly listenOn: ListenOptions | { readonly fd: number };
  readonly limits?: ReaderLimits;
}

/**
 * Answers one question a connection, until nothing has been asked for a while. Who asks is not looked at: everybody gets
 * the same facts, so there is nothing to tell people apart for.
 * @returns when it has ended
 */
export function serveReader({ read, listenOn, limits = READER_LIMITS }: ReaderOptions): Promise<void> {
  const answer = shareReadings({ read, restMs: limits.restMs });
  const silent = new Set<Socket>();
  const all = new Set<Socket>();
  let asked = 0;

  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      all.add(socket);
      socket.once('close', () => {
        all.delete(socket);
        silent.delete(socket);
      });
      socket.on('error', () => socket.destroy());
      if (all.size > limits.connections) (silent.values().next().value ?? socket).destroy();
      if (socket.destroyed) return;
      silent.add(socket);
      void take(socket);
    });

    const take = async (socket: Socket): Promise<void> => {
      const facts = await readRequest(socket, limits.requestMs);
      silent.delete(socket);
      if (facts === null) return void socket.destroy();
      asked++;
      idle.refresh();
      try {
        const line = answerOf(facts, await answer(facts));
        // Far smaller than what the kernel keeps for a socket: anyone who does not read it holds nothing up.
        socket.end(line, () => socket.destroy());
      } catch {
        socket.destroy();
      } finally {
        asked--;
        idle.refresh();
      }
    };

    const idle = setTimeout(() => {
      if (asked > 0) return void idle.refresh();
      // What comes from now on waits with systemd, which starts the next one for it.
      server.close(() => resolve());
      for (const socket of all) socket.destroy();
    }, limits.idleMs);
    server.once('error', (error) => {
      clearTimeout(idle);
      reject(error);
    });
    // Later it says of one connection that it could not be taken: no reason to end for those who can.
    server.once('listening', () => server.removeAllListeners('error').on('error', () => undefined));
    server.listen(listenOn);
  });
}

/** @returns null for anything but one whole request: too long, too slow, more than one line, cut off */
function readRequest(socket: Socket, requestMs: number): Promise<ReaderFacts | null> {
  return new Promise((resolve) => {
    let line = '';
    const finish = (facts: ReaderFacts | null) => {
      clearTimeout(timer);
      socket.off('data', onData);
      // Whatever else is sent is read by no one.
      socket.pause();
      resolve(facts);
    };
    const timer = setTimeout(() => finish(null), requestMs);
    const onData = (chunk: Buffer) => {
      line += chunk.subarray(0, REQUEST_MAXIMUM_BYTES + 1).toString('latin1');
      if (line.length > REQUEST_MAXIMUM_BYTES) finish(null);
      else if (line.includes('\n')) finish(parseRequest(line));
    };
    socket.on('data', onData);
    socket.once('end', () => finish(null));
    socket.once('close', () => finish(null));
  });
}
