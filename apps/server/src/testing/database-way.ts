import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@vestibule/testing/free-port';

/** The way to PostgreSQL, which can be cut. */
export interface DatabaseWay {
  readonly url: string;
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>;
  /** Takes connections again. */
  mend(): Promise<void>;
  /**
   * Ends every connection at the instant one of them sends PostgreSQL something for the nth time from now on, before PostgreSQL
   * has it; new connections go through. @param isAfter it has it, and its answer is lost
   */
  cutAt(nth: number, isAfter?: boolean): void;
  /**
   * The same, but no connection is ended: what runs over those that are open arrives no longer, in either direction, and no
   * one is told.
   */
  freezeAt(nth: number, isAfter?: boolean): void;
  /** Nothing arrives any longer over any connection, new ones too, until it thaws: then all of them end. */
  freeze(): void;
  thaw(): void;
  /** How often something was sent to PostgreSQL since `cutAt`. */
  sent(): number;
}

export async function openDatabaseWay(to: string): Promise<DatabaseWay> {
  const port = await freePort();
  const { hostname, port: behind } = new URL(to);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let cutting = { nth: 0, isAfter: false, isFreezing: false };
  const frozen = new WeakSet<Socket>();
  let isFrozen = false;
  let count = 0;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const strike = () => {
    if (!cutting.isFreezing) return destroyAll();
    for (const socket of sockets) frozen.add(socket);
  };
  const mend = async () => {
    server = createServer((near) => {
      const far = connect(Number(behind), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
      let isHeld = false;
      near.on('data', (chunk) => {
        if (isFrozen || frozen.has(near)) return;
        count += 1;
        const isStruck = count === cutting.nth;
        if (isStruck && !cutting.isAfter) return strike();
        if (isStruck) isHeld = true;
        far.write(chunk);
      });
      far.on('data', (chunk) => {
        if (isFrozen || frozen.has(far)) return;
        if (isHeld) strike();
        else near.write(chunk);
      });
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await mend();
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    mend,
    cut: async () => {
      const closed = server === null ? null : once(server.close(), 'close');
      destroyAll();
      await closed;
    },
    cutAt: (nth, isAfter = false) => {
      cutting = { nth, isAfter, isFreezing: false };
      count = 0;
    },
    freezeAt: (nth, isAfter = false) => {
      cutting = { nth, isAfter, isFreezing: true };
      count = 0;
    },
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      destroyAll();
    },
    sent: () => count,
  };
}
