import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { people } from '../database/schema.ts';
import { DEMO_PEOPLE } from '../subjects/people/trial-people.ts';
import { freePort } from '@vestibule/testing/free-port';
import type { TestServer } from './test-server.ts';

/** A second process of the installation that this server serves, on the same PostgreSQL. */
export interface SecondServer {
  readonly port: number;
  readonly pid: number;
  /** How it ended; null while it lives. */
  readonly ended: () => number | NodeJS.Signals | null;
  readonly end: () => Promise<void>;
}

/** Starts a process as an administrator would: it is no trial, so that no one may have a password of the trial meanwhile. */
export async function startSecondServer(
  { context: { database, config }, dataFolder, url }: TestServer,
  environment: NodeJS.ProcessEnv = {},
): Promise<SecondServer> {
  const ids = DEMO_PEOPLE.map(({ id }) => id);
  const before = await database.select().from(people).where(inArray(people.id, ids));
  await database.update(people).set({ passwordHash: null }).where(inArray(people.id, ids));
  const port = await freePort();
  const server = fork(join(import.meta.dirname, '../main.ts'), {
    stdio: 'inherit',
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: config.databaseUrl,
      VESTIBULE_DATA: dataFolder,
      VESTIBULE_PUBLIC_URL: url,
      LOG_LEVEL: 'silent',
      ...environment,
    },
  });
  await once(server, 'message');
  for (const { id, passwordHash } of before) {
    await database.update(people).set({ passwordHash }).where(eq(people.id, id));
  }
  return {
    port,
    pid: server.pid ?? 0,
    ended: () => server.exitCode ?? server.signalCode,
    end: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}
