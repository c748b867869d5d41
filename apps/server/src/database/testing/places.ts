import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../testing/postgres.ts';
import type { DatabasePlace } from '../open.ts';

/** Hands out empty databases and takes them away again. */
export interface Places {
  readonly isAvailable: boolean;
  make(): Promise<DatabasePlace>;
  removeAll(): Promise<void>;
}

/** Embedded databases, each in a fresh data folder. */
export function embeddedPlaces(): Places {
  const folders: string[] = [];
  return {
    isAvailable: true,
    make: async () => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'vestibule-database-'));
      folders.push(dataFolder);
      return { databaseUrl: undefined, dataFolder };
    },
    removeAll: async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Fresh databases on a PostgreSQL server of their own, each with a data folder; not available where none is installed. */
export async function serverPlaces(): Promise<Places> {
  const server = await startPostgres();
  if (server === null) process.stdout.write('PostgreSQL is not installed: its half of these tests is skipped.\n');
  const folders = embeddedPlaces();
  return {
    isAvailable: server !== null,
    make: async () => {
      if (server === null) throw new Error('PostgreSQL is not installed.');
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client(server.url);
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return { ...(await folders.make()), databaseUrl: server.url.replace(/[^/]+$/, name) };
    },
    removeAll: async () => {
      await server?.stop();
      await folders.removeAll();
    },
  };
}
