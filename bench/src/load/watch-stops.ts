import { mkdtemp, open, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Servers } from './gate-process.ts';
import type { PostgresServer } from './postgres-server.ts';

/** The longest that each of them let wait, in milliseconds: one long stop is in the tail of every sign-in that meets it. */
export interface Stops {
  readonly generator: number;
  /** For the call that asks it least, `/healthz`: a server of several. */
  readonly server: number;
  /** Null: it is in the server. */
  readonly database: number | null;
  /** For a byte to be written and reach it, in the folder for temporary files, where PostgreSQL's data lies as well. */
  readonly disk: number;
}

const EVERY_MS = 25;
const PER_MS = 1e6;

/** Asks each of them again and again, until it is ended. */
export async function watchStops(
  { ports }: Pick<Servers, 'ports'>,
  postgres: Pick<PostgresServer, 'ask'> | null,
): Promise<{ end(): Promise<Stops> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-stops-'));
  const file = await open(join(folder, 'byte'), 'w');
  const generator = monitorEventLoopDelay({ resolution: 5 });
  generator.enable();
  const isOver = new AbortController();
  const [port = 0] = ports;
  const probes = [
    longestOf(() => healthOf(port), isOver.signal),
    longestOf(async () => postgres?.ask(), isOver.signal),
    longestOf(async () => {
      await file.write('x', 0);
      await file.datasync();
    }, isOver.signal),
  ];
  return {
    end: async () => {
      isOver.abort();
      const [server = 0, database = 0, disk = 0] = await Promise.all(probes);
      generator.disable();
      await file.close();
      await rm(folder, { recursive: true, force: true });
      return {
        generator: Math.round(generator.max / PER_MS),
        server,
        database: postgres === null ? null : database,
        disk,
      };
    },
  };
}

async function longestOf(ask: () => Promise<unknown>, isOver: AbortSignal): Promise<number> {
  let longest = 0;
  while (!isOver.aborted) {
    const start = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - start);
    await wait(EVERY_MS);
  }
  return Math.round(longest);
}

function healthOf(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/healthz' }, (response) => {
      response.resume();
      response.once('end', resolve);
    }).once('error', reject);
  });
}
