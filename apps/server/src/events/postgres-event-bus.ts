import pg from 'pg';
import * as z from 'zod';
import { createLocalEventBus, type EventBus, type LookEvent } from './event-bus.ts';

const CHANNEL = 'vestibule_look';
const RECONNECT_AFTER_MS = 1000;

const lookSchema: z.ZodType<LookEvent> = z.object({
  companyId: z.string(),
  personId: z.string().nullable(),
  subject: z.enum(['check-result', 'temporary-access', 'policy', 'session', 'company']),
});

/**
 * Events across all server processes of one PostgreSQL database, by LISTEN and NOTIFY. While the connection is away events
 * are lost: the pages' own polls find what they missed.
 */
export async function createPostgresEventBus(databaseUrl: string): Promise<EventBus> {
  const local = createLocalEventBus();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // A connection that breaks while idle is replaced by the next query.
  pool.on('error', () => undefined);
  let listener: pg.Client | null = null;
  let isClosed = false;

  const listen = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('notification', ({ payload }) => {
      const event = readEvent(payload);
      if (event !== null) void local.publish(event);
    });
    client.on('error', () => undefined);
    client.once('end', () => {
      listener = null;
      if (!isClosed) setTimeout(() => void listen().catch(() => undefined), RECONNECT_AFTER_MS).unref();
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    listener = client;
  };
  await listen();

  return {
    publish: async (event) => {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(event)]);
    },
    subscribe: local.subscribe,
    close: async () => {
      isClosed = true;
      await listener?.end();
      await pool.end();
      await local.close();
    },
  };
}

function readEvent(payload: string | undefined): LookEvent | null {
  try {
    return lookSchema.parse(JSON.parse(payload ?? ''));
  } catch {
    return null;
  }
}
