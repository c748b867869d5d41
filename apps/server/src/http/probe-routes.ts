import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { readAppliedMigrations, readMigrations } from '../database/migrations.ts';
import { queryRows } from '../database/query-rows.ts';
import { inTime } from '../operations/metrics/in-time.ts';
import type { Installation } from '../context/server-context.ts';

/** A database that answers later is no use to a page that waits. */
const ANSWER_MS = 2000;

/** What keeps a server from answering people. */
type Missing = 'stopping' | 'database' | 'migrations';

/** Whether the server has been asked to end: nothing new should be sent to it. */
export interface Stopping {
  isStopping: boolean;
}

/**
 * `/healthz` says that the process answers, whatever else is wrong: to restart it would help no one. `/readyz` says whether to
 * send people here: 200, or 503 with what is missing.
 */
export function registerProbes(app: FastifyInstance, installation: Installation, stopping: Stopping): void {
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const missing = stopping.isStopping ? 'stopping' : await findMissing(installation);
    if (missing === null) return { status: 'ready' };
    return reply.status(503).header('Retry-After', 2).send({ status: 'not-ready', missing });
  });
}

async function findMissing({ database }: Installation): Promise<Missing | null> {
  const asked = queryRows(database, sql`select 1 as one`, z.object({ one: z.coerce.number() }));
  if ((await inTime(asked, ANSWER_MS)) === null) return 'database';
  const last = readMigrations().at(-1)?.id;
  const applied: readonly number[] = await readAppliedMigrations(database).catch(() => []);
  return last === undefined || applied.includes(last) ? null : 'migrations';
}
