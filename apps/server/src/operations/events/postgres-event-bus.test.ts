import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import type { EventBus, LookEvent } from './event-bus.ts';
import { createPostgresEventBus } from './postgres-event-bus.ts';

/** A computer that is busy still answers within this. */
const QUICK = { reconnectAfterMs: 20, askEveryMs: 1500 };
const PATIENTLY = { interval: 5, timeout: 15_000 };

const postgres: PostgresServer | null = await startPostgres();
const databaseUrl = postgres?.url ?? '';
const buses: EventBus[] = [];
const lines: Line[] = [];

afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
  for (const line of lines.splice(0)) await line.close();
});
afterAll(() => postgres?.stop());

interface Process {
  readonly bus: EventBus;
  readonly heard: LookEvent[];
  gaps: number;
}

/** What one server process has of it. */
async function startProcess(url = databaseUrl): Promise<Process> {
  const bus = await createPostgresEventBus(url, { times: QUICK });
  buses.push(bus);
  const process: Process = { bus, heard: [], gaps: 0 };
  bus.subscribe(
    (event) => process.heard.push(event),
    () => {
      process.gaps += 1;
    },
  );
  return process;
}

const look = (companyId: string, subject: LookEvent['subject'] = 'policy'): LookEvent => ({
  companyId,
  personId: null,
  subject,
});

const expectHeard = (process: Process, events: readonly LookEvent[]) =>
  vi.waitFor(() => expect(process.heard).toEqual(events), PATIENTLY);

/** The connection to the database, which can fail the ways a network does. */
interface Line {
  readonly url: string;
  /** Nothing gets through, and no one is told. */
  freeze(): void;
  /** Cuts every connection and takes no new one. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

async function openLine(): Promise<Line> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const frozen = new Set<Socket>();
  const accept = (near: Socket): void => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => frozen.has(from) || to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  };
  const listen = async (onPort: number): Promise<Server> => {
    const listening = createServer(accept).listen(onPort, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  };
  let server = await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const line: Line = {
    url: `postgresql://${target.username}@127.0.0.1:${port}${target.pathname}`,
    freeze: () => {
      for (const socket of sockets) frozen.add(socket);
    },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      drop();
      await closed;
    },
    mend: async () => {
      server = await listen(port);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      drop();
      await closed;
    },
  };
  lines.push(line);
  return line;
}

describe.skipIf(postgres === null)('events across server processes', () => {
  test('reach every process once, the one they come from as well', async () => {
    const [first, second, third] = [await startProcess(), await startProcess(), await startProcess()];
    const events = [look('a'), { companyId: 'b', personId: 'Münch & Söhne', subject: 'session' } as const];
    for (const event of events) await first.bus.publish(event);
    for (const process of [first, second, third]) await expectHeard(process, events);
    await second.bus.publish(look('c'));
    for (const process of [first, second, third]) await expectHeard(process, [...events, look('c')]);
    expect([first.gaps, second.gaps, third.gaps]).toEqual([0, 0, 0]);
  });

  test('arrive all and in order when a thousand come at once', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    const events = Array.from({ length: 1000 }, (_, index) => look(`company ${index}`));
    await Promise.all(events.map((event) => first.bus.publish(event)));
    await expectHeard(second, events);
    expect(first.heard).toEqual(events);
  });

  test('are heard again after the database ends the connection, and everybody is told of the gap', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (query like 'listen%' or query = 'select 1')",
    );
    await client.end();
    await vi.waitFor(() => expect([first.gaps, second.gaps]).toEqual([1, 1]), PATIENTLY);
    await first.bus.publish(look('after'));
    await expectHeard(second, [look('after')]);
  });

  test('are heard again after the line was cut, however long that took', async () => {
    const line = await openLine();
    const [near, far] = [await startProcess(), await startProcess(line.url)];
    await line.cut();
    await near.bus.publish(look('lost'));
    // Several tries to connect fail meanwhile.
    await new Promise((resolve) => setTimeout(resolve, QUICK.reconnectAfterMs * 5));
    expect(far.gaps).toBe(0);
    await line.mend();
    await vi.waitFor(() => expect(far.gaps).toBe(1), PATIENTLY);
    await near.bus.publish(look('after'));
    await expectHeard(far, [look('after')]);
  });

  test('are heard again after the line died without a word', async () => {
    const line = await openLine();
    const [near, far] = [await startProcess(), await startProcess(line.url)];
    line.freeze();
    await near.bus.publish(look('lost'));
    await vi.waitFor(() => expect(far.gaps).toBe(1), PATIENTLY);
    await near.bus.publish(look('after'));
    await expectHeard(far, [look('after')]);
  });

  test('reach their own process, and fail no one, while the database is away', async () => {
    const line = await openLine();
    const process = await startProcess(line.url);
    await line.cut();
    await process.bus.publish(look('a'));
    expect(process.heard).toEqual([look('a')]);
    await line.mend();
  });

  test('of another person on the same channel are not taken for events', async () => {
    const process = await startProcess();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const payload of ['', 'x', '{}', '{"from":"x","event":{"companyId":1}}', 'null']) {
      await client.query('select pg_notify($1, $2)', ['vestibule_look', payload]);
    }
    await client.end();
    await (await startProcess()).bus.publish(look('real'));
    await expectHeard(process, [look('real')]);
  });

  test('do not keep a process from closing while the database is away', async () => {
    const line = await openLine();
    const process = await startProcess(line.url);
    await line.cut();
    const start = performance.now();
    await process.bus.close();
    expect(performance.now() - start).toBeLessThan(5000);
    buses.pop();
  });

  test('are refused at the start when there is no database', async () => {
    const line = await openLine();
    await line.cut();
    await expect(createPostgresEventBus(line.url, { times: QUICK })).rejects.toThrow('ECONNREFUSED');
    await line.mend();
  });
});
