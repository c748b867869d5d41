import { setTimeout as wait } from 'node:timers/promises';
import { createSimulatedDevice } from '@vestibule/testing';
import { startBareStreams, startGate } from '../load/gate-process.ts';
import { HttpConnection } from '../load/http-connection.ts';
import { startPostgresServer } from '../load/postgres-server.ts';
import { processorMs, residentMb } from '../load/processor-time.ts';
import { enterPassword, loginOf } from '../load/sign-in.ts';
import { openStreams } from './open-streams.ts';
import { plantSessions } from './plant-sessions.ts';

const MS_PER_SECOND = 1000;
/** Until what opening them has left is gone. */
const SETTLE_MS = 10_000;
const PASSWORD = 'doorway-2026';

/** Open streams of one server, while nothing happens. */
export interface StreamFigures {
  readonly streams: number;
  /** Resident memory of the server before and with them. */
  readonly beforeMb: number;
  readonly withMb: number;
  /** Share of one processor that the server takes, 1 is all of it; and the database. */
  readonly server: number;
  readonly database: number;
  readonly openSeconds: number;
  readonly heartbeatsEach: number;
  readonly standing: number;
}

interface Place {
  readonly pid: number;
  readonly port: number;
  readonly databasePid: number | null;
}

async function watch({ pid, port, databasePid }: Place, cookies: readonly string[], seconds: number) {
  const beforeMb = await residentMb(pid);
  const begin = performance.now();
  const open = await openStreams(port, cookies);
  const openSeconds = (performance.now() - begin) / MS_PER_SECOND;
  await wait(SETTLE_MS);
  const use = async () => ({
    at: performance.now(),
    server: await processorMs(pid),
    database: databasePid === null ? 0 : await processorMs(databasePid),
    heartbeats: open.heartbeats(),
  });
  const before = await use();
  await wait(seconds * MS_PER_SECOND);
  const after = await use();
  const took = after.at - before.at;
  const figures: StreamFigures = {
    streams: cookies.length,
    beforeMb,
    withMb: await residentMb(pid),
    server: (after.server - before.server) / took,
    database: (after.database - before.database) / took,
    openSeconds,
    heartbeatsEach: (after.heartbeats - before.heartbeats) / cookies.length,
    standing: open.standing(),
  };
  open.close();
  return figures;
}

/** The product on PostgreSQL, and right before it a bare server that does the same. */
export async function measureStreams(
  count: number,
  seconds: number,
): Promise<{ readonly bare: StreamFigures; readonly gate: StreamFigures }> {
  const bareServer = await startBareStreams();
  const cookies = Array.from({ length: count }, (_, index) => `session=${index}`);
  let bare: StreamFigures;
  try {
    bare = await watch({ ...bareServer, databasePid: null }, cookies, seconds);
  } finally {
    await bareServer.stop();
  }
  const postgres = await startPostgresServer();
  const databaseUrl = await postgres.createDatabase();
  const servers = await startGate(databaseUrl, { people: 1, isReportOnly: false });
  const connection = new HttpConnection(servers.ports);
  try {
    await enterPassword({ login: loginOf(0), connection, device: await createSimulatedDevice() }, PASSWORD, null);
    const sessions = await plantSessions(databaseUrl, count);
    const [pid = 0] = servers.pids;
    const [port = 0] = servers.ports;
    return { bare, gate: await watch({ pid, port, databasePid: postgres.pid }, sessions, seconds) };
  } finally {
    connection.close();
    await servers.stop();
    await postgres.stop();
  }
}
