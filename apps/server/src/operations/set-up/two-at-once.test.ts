import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { loadConfig } from '../config/config.ts';
import { startServer } from '../../start-server.ts';
import { freePort } from '@vestibule/testing/free-port';
import { startPostgres } from '../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';

/** Lets no one look for companies until so many wait, for that or for each other. */
async function holdBack<Result>(url: string, count: number, begin: () => Result): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('begin; lock table companies');
  const begun = begin();
  await vi.waitFor(
    async () => {
      const waiting = await client.query(
        'select 1 from pg_locks l join pg_database d on d.oid = l.database where not granted and datname = current_database()',
      );
      expect(waiting.rowCount).toBe(count);
    },
    { timeout: 15_000 },
  );
  await client.query('commit');
  await client.end();
  return begun;
}

const postgres = await startPostgres();

test.skipIf(postgres === null)(
  'of several who set one folder up at once one is let, and nothing of theirs is taken back',
  async () => {
    vi.stubEnv('DATABASE_URL', postgres?.url);
    const folder = await mkdtemp(join(runFolder(), 'two-at-once-'));
    const streams = { out: () => undefined, err: () => undefined, columns: undefined };
    const setUp = (login: string) =>
      runCommandLine(
        [
          ...['setup', '--url', 'http://localhost:8080', '--company-name', 'Alderbrook', '--login', login],
          ...['--name', login, '--email', `${login}@example.com`, '--yes', '--data', folder],
        ],
        streams,
      );
    const logins = ['ilse', 'lena', 'mara'];
    const ended = await holdBack(postgres?.url ?? '', logins.length, () => logins.map(setUp));
    const codes = await Promise.all(ended);
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, 5, 5]);
    // The server finds its database and its key by the folder alone.
    vi.stubEnv('DATABASE_URL', '');
    const read = await loadConfig({ VESTIBULE_DATA: folder, PORT: String(await freePort()) });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const server = await startServer(read.config, pino({ level: 'silent' }));
    expect((await server.context.companies.only())?.company.displayName).toBe('Alderbrook');
    await server.close();
    await rm(folder, { recursive: true, force: true });
    await postgres?.stop();
  },
);
