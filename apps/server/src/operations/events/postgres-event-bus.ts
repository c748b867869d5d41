import { randomUUID } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import { ServerPool } from '../../database/server-pool.ts';
import { createLocalEventBus, type EventBus, LOOK_SUBJECTS } from './event-bus.ts';

const CHANNEL = 'vestibule_look';
/** What the listening connection of a server calls itself: by it the set-up knows which servers run. */
export const LISTENER = 'vestibule server';

export interface PostgresEventBusTimes {
  /** A broken connection is tried again this often. */
  readonly reconnectAfterMs: number;
  /** A connection that died without a word is found by asking this often, with as long to answer. */
  readonly askEveryMs: number;
}

export interface PostgresEventBusOptions {
  /** Where PostgreSQL keeps a connection that listens; undefined: at the same address. */
  readonly listenAt?: string | undefined;
  readonly times?: PostgresEventBusTimes;
}

const TIMES: PostgresEventBusTimes = { reconnectAfterMs: 1000, askEveryMs: 10_000 };

/** What goes through the database. This process has told its own subscribers already. */
const messageSchema = z.object({
  from: z.string(),
  event: z.object({
    companyId: z.string(),
    personId: z.string().nullable(),
    subject: z.enum(LOOK_SUBJECTS),
  }),
});

/**
 * Events across all server processes of one PostgreSQL database, by LISTEN and NOTIFY. Within this process they arrive
 * whether the database answers or not. Events of other processes are lost while the connection is away; once it is back
 * every subscriber is told of the gap.
 * @throws when the database does not answer at the start
 */
export async function createPostgresEventBus(
  databaseUrl: string,
  { listenAt = databaseUrl, times = TIMES }: PostgresEventBusOptions = {},
): Promise<EventBus> {
  const local = createLocalEventBus();
  const own = randomUUID();
  const notify = createNotifier(databaseUrl, times);
  const listener = await listen(listenAt, times, {
    onMessage: (payload) => {
      const message = readMessage(payload);
      if (message !== null && message.from !== own) void local.publish(message.event);
    },
    onGap: local.announceGap,
  });

  return {
    publish: async (event) => {
      await local.publish(event);
      notify.send(JSON.stringify({ from: own, event }));
    },
    subscribe: local.subscribe,
    close: async () => {
      await listener.close();
      await notify.close();
      await local.close();
    },
  };
}

/**
 * Sends to all processes, without anybody waiting for it: however many events come while one statement is under way, the
 * next one takes them all, the same one only once.
 */
function createNotifier(databaseUrl: string, { askEveryMs }: PostgresEventBusTimes) {
  const pool = new ServerPool(databaseUrl, {
    max: 1,
    connectionTimeoutMillis: askEveryMs,
    query_timeout: askEveryMs,
  });
  const waiting = new Set<string>();
  let sending: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const messages = [...waiting];
      waiting.clear();
      // What cannot be sent is lost: the pages of other processes find it by their polls.
      await pool
        .query('select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, messages])
        .catch(() => undefined);
    }
    sending = null;
  };

  return {
    send: (message: string): void => {
      waiting.add(message);
      sending ??= drain();
    },
    close: async (): Promise<void> => {
      await sending;
      await pool.end();
    },
  };
}

interface Hearing {
  readonly onMessage: (payload: string | undefined) => void;
  /** The connection was away and is back. */
  readonly onGap: () => void;
}

/** Listens until it is closed, over as many connections as it takes. */
async function listen(
  databaseUrl: string,
  { reconnectAfterMs, askEveryMs }: PostgresEventBusTimes,
  { onMessage, onGap }: Hearing,
): Promise<{ close(): Promise<void> }> {
  let current: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const wait = (milliseconds: number, then: () => Promise<void>): void => {
    if (isClosed) return;
    timer = setTimeout(() => void then(), milliseconds);
    timer.unref();
  };

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: LISTENER,
      connectionTimeoutMillis: askEveryMs,
      query_timeout: askEveryMs,
    });
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    client.on('notification', ({ payload }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      abandon(client);
      throw error;
    }
    if (isClosed) return abandon(client);
    current = client;
    wait(askEveryMs, ask);
  };

  /** Asks the connection for a sign of life: one that died without a word says nothing. */
  const ask = async (): Promise<void> => {
    const asked = current;
    if (asked === null) return;
    try {
      await asked.query('select 1');
      if (asked === current) wait(askEveryMs, ask);
    } catch {
      lose(asked);
    }
  };

  const lose = (client: pg.Client): void => {
    if (client !== current) return;
    current = null;
    clearTimeout(timer);
    abandon(client);
    wait(reconnectAfterMs, reconnect);
  };

  const reconnect = async (): Promise<void> => {
    try {
      await connect();
      if (!isClosed) onGap();
    } catch {
      wait(reconnectAfterMs, reconnect);
    }
  };

  await connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const last = current;
      current = null;
      await last?.end();
    },
  };
}

/** Ends a connection that no one waits for, dead or alive. */
function abandon(client: pg.Client): void {
  client.removeAllListeners('notification');
  void client.end().catch(() => undefined);
}

function readMessage(payload: string | undefined): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.parse(JSON.parse(payload ?? ''));
  } catch {
    return null;
  }
}
