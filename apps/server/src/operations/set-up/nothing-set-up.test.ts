import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { loadMasterKey } from '../crypto/master-key.ts';
import { connectDatabase } from '../../database/open.ts';
import { readAppliedMigrations } from '../../database/migrations.ts';
import { startServer } from '../../start-server.ts';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer } from '../../testing/test-server.ts';

const postgres: PostgresServer | null = await startPostgres('empty');
afterAll(() => postgres?.stop());

/** A folder that is not there. */
async function noFolder(): Promise<string> {
  const parent = await mkdtemp(join(runFolder(), 'nothing-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'typo');
}

/** @returns what a server says that is started there and is not the trial */
async function start(dataFolder: string, databaseUrl?: string): Promise<string> {
  const place = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const read = await loadConfig({ ...place, VESTIBULE_DATA: dataFolder, PORT: String(await freePort()) });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  try {
    const server = await startServer(read.config, pino({ level: 'silent' }));
    await server.close();
    return 'It was started.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a server where nothing is set up does not start, and makes nothing', () => {
  test('in a folder that is not there', async () => {
    const folder = await noFolder();
    const said = await start(folder);
    expect(said).toContain(`Nothing is set up in the data folder ${folder}`);
    for (const way of ['VESTIBULE_DATA', 'DATABASE_URL', 'vestibule setup']) expect(said).toContain(way);
    expect(existsSync(folder)).toBe(false);
  });

  test('in a folder whose database has no company', async () => {
    const folder = await noFolder();
    await mkdir(folder);
    await placeMigratedDatabase(folder);
    expect(await start(folder)).toContain(`Nothing is set up in the data folder ${folder}`);
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  test.skipIf(postgres === null)('in an empty PostgreSQL, whose password is not said', async () => {
    const folder = await noFolder();
    const { href, host, pathname } = new URL(postgres?.url ?? '');
    const withPassword = href.replace(/:\/\/([^@:/]+)(:[^@]*)?@/, '://$1:not-to-be-said@');
    const said = await start(folder, withPassword);
    expect(said).toContain(`Nothing is set up in the database ${host}${pathname}`);
    expect(said).not.toContain('not-to-be-said');
    expect(existsSync(folder)).toBe(false);
    const opened = await connectDatabase({ databaseUrl: postgres?.url, dataFolder: folder });
    onTestFinished(() => opened.close());
    expect(await readAppliedMigrations(opened.database)).toEqual([]);
  });

  test.skipIf(postgres === null)('over a PostgreSQL whose master key is not in the folder', async () => {
    const full = await startPostgres();
    const there = await startTestServer({ databaseUrl: full?.url });
    onTestFinished(async () => {
      await there.close();
      await full?.stop();
    });
    const folder = await noFolder();
    const said = await start(folder, full?.url);
    expect(said).toContain(`${join(folder, 'master.key')} is missing`);
    expect(said).toContain('VESTIBULE_DATA');
    expect(existsSync(folder)).toBe(false);
  });

  test.skipIf(postgres === null)('over a PostgreSQL that another master key belongs to', async () => {
    const full = await startPostgres();
    const there = await startTestServer({ databaseUrl: full?.url });
    onTestFinished(async () => {
      await there.close();
      await full?.stop();
    });
    const folder = await noFolder();
    await loadMasterKey(folder);
    const key = await readFile(join(folder, 'master.key'), 'utf8');
    const said = await start(folder, full?.url);
    const { host, pathname } = new URL(full?.url ?? '');
    expect(said).toContain(`${join(folder, 'master.key')} is not the master key of the database ${host}${pathname}`);
    expect(said).toContain('Nothing was started');
    for (const way of ['VESTIBULE_DATA', 'copy master.key', 'DATABASE_URL']) expect(said).toContain(way);
    expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(key);
  });
});
