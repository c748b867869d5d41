import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../database/open.ts';
import { freePort } from '@vestibule/testing/free-port';
import { onceInRun, runFolder } from '@vestibule/testing/run-folder';

const run = promisify(execFile);
const NAME = 'postgres';
/** What databases are copied from. No one is ever connected to it. */
const TEMPLATES = { empty: 'template0', migrated: 'migrated' } as const;
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Where Debian, Fedora and macOS packages put the server's programs. */
async function findPrograms(): Promise<string | null> {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? await readdir(debian) : [];
  const folders = [
    ...versions.toSorted().map((version) => join(debian, version, 'bin')),
    '/usr/bin',
    '/opt/homebrew/bin',
  ];
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb'))) ?? null;
}

/** Whether this is the run of `*.databases.test.ts` on the embedded database (`vitest.config.ts`). */
export const isEmbeddedRun = () => process.env['VESTIBULE_TEST_DATABASE'] === 'embedded';

/**
 * A fresh database on a real PostgreSQL server; null where PostgreSQL is not installed. One server on a free port of
 * 127.0.0.1 serves a whole test run: what a test does to the server itself reaches the others.
 * @param content today's schema, or nothing at all
 */
export async function startPostgres(content: keyof typeof TEMPLATES = 'migrated'): Promise<PostgresServer | null> {
  const programs = await findPrograms();
  if (programs === null) return null;
  const folder = await onceInRun(NAME, (empty) => startServer(programs, empty));
  const server = await readFile(join(folder, 'url'), 'utf8');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${TEMPLATES[content]}`);
  return { url: databaseAt(server, name), stop: () => administer(server, `drop database ${name} with (force)`) };
}

/** Ends the server of a test run, if it has one. */
export async function stopPostgresOfRun(): Promise<void> {
  const file = join(runFolder(), NAME, 'pid');
  if (!existsSync(file)) return;
  const pid = Number(await readFile(file, 'utf8'));
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    try {
      // Fast shutdown first; after that only a look whether it is still there.
      process.kill(pid, waited === 0 ? 'SIGINT' : 0);
    } catch {
      return;
    }
    await wait(POLL_MS);
  }
}

/** It never runs as root: there it takes the user that its package made. */
async function startServer(programs: string, folder: string): Promise<void> {
  const identity = await unprivilegedIdentity(folder);
  const data = join(folder, 'data');
  const port = await freePort();
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'vestibule', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    identity,
  );
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'fsync=off',
  ].flatMap((setting) => ['-c', setting]);
  const log = await open(join(folder, 'log'), 'w');
  // It outlives the test process that started it.
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...identity,
    detached: true,
    stdio: ['ignore', 'ignore', log.fd],
  });
  server.unref();
  await log.close();
  await writeFile(join(folder, 'pid'), String(server.pid));
  for (let waited = 0; ; waited += POLL_MS) {
    const printed = await readFile(join(folder, 'log'), 'utf8');
    if (printed.includes('ready to accept connections')) break;
    if (server.exitCode !== null || waited > PATIENCE_MS) throw new Error(`PostgreSQL did not start: ${printed}`);
    await wait(POLL_MS);
  }
  const url = `postgresql://vestibule@127.0.0.1:${port}/postgres`;
  await administer(url, `create database ${TEMPLATES.migrated}`);
  await (await openDatabase({ databaseUrl: databaseAt(url, TEMPLATES.migrated), dataFolder: folder })).close();
  await writeFile(join(folder, 'url'), url);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

function databaseAt(url: string, name: string): string {
  return url.replace(/[^/]+$/, name);
}

async function unprivilegedIdentity(folder: string): Promise<{ uid?: number; gid?: number; cwd: string }> {
  if (process.getuid?.() !== 0) return { cwd: folder };
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error('There is no user to run PostgreSQL as.');
  await chown(folder, uid, gid);
  await chmod(folder, 0o755);
  return { uid, gid, cwd: folder };
}
