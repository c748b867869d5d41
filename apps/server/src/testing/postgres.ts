import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../database/open.ts';
import { freePort } from '@vestibule/testing/free-port';
import { onceInRun, runFolder } from '@vestibule/testing/run-folder';

const run = promisify(execFile);
const NAME = 'postgres';
/** What databases are copied from. No one is connected to one while it is copied. */
const TEMPLATES = { empty: 'template0', migrated: 'migrated', begun: 'begun' } as const;
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

/** Whether PostgreSQL is installed. */
export const isPostgresHere = async () => (await findPrograms()) !== null;

/** Whether this is the run of `*.databases.test.ts` on the embedded database (`vitest.config.ts`). */
export const isEmbeddedRun = () => process.env['VESTIBULE_TEST_DATABASE'] === 'embedded';

/**
 * A fresh database on a real PostgreSQL server; null where PostgreSQL is not installed. One server on a free port of
 * 127.0.0.1 serves a whole test run: what a test does to the server itself reaches the others.
 * @param content today's schema, or nothing at all; 'begun', once `makeTemplate` has made it, has the trial's rows as well
 */
export async function startPostgres(content: keyof typeof TEMPLATES = 'migrated'): Promise<PostgresServer | null> {
  const server = await findSharedServer();
  if (server === null) return null;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, copyOf(content, name));
  return { url: databaseAt(server, name), stop: () => administer(server, `drop database ${name} with (force)`) };
}

/** Makes a template out of that of the migrated database. @param fill leaves no connection open */
export async function makeTemplate(name: 'begun', fill: (databaseUrl: string) => Promise<void>): Promise<void> {
  const server = await findSharedServer();
  if (server === null) throw new Error('PostgreSQL is not installed.');
  await administer(server, copyOf('migrated', TEMPLATES[name]));
  await fill(databaseAt(server, TEMPLATES[name]));
}

/** @returns its address; null where PostgreSQL is not installed */
async function findSharedServer(): Promise<string | null> {
  if (!(await isPostgresHere())) return null;
  return readFile(join(await onceInRun(NAME, startSharedServer), 'url'), 'utf8');
}

/** Files are copied in two thirds of the time that the log takes, which PostgreSQL would write. */
function copyOf(content: keyof typeof TEMPLATES, name: string): string {
  return `create database ${name} template ${TEMPLATES[content]} strategy file_copy`;
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

/** Makes an empty database server in a folder. It never runs as root: there it takes the user that its package made. */
async function makeServer(folder: string): Promise<Launch | null> {
  const programs = await findPrograms();
  if (programs === null) return null;
  const identity = await unprivilegedIdentity(folder);
  await run(
    join(programs, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'vestibule', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    identity,
  );
  return { programs, folder, identity, port: await freePort() };
}

interface Launch {
  readonly programs: string;
  readonly folder: string;
  readonly identity: Awaited<ReturnType<typeof unprivilegedIdentity>>;
  readonly port: number;
}

/** @returns the process, once it takes connections */
async function launch({ programs, folder, identity, port }: Launch): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'fsync=off',
  ].flatMap((setting) => ['-c', setting]);
  const log = await open(join(folder, 'log'), 'w');
  // It outlives the test process that started it.
  const server = spawn(join(programs, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), ...settings], {
    ...identity,
    detached: true,
    stdio: ['ignore', 'ignore', log.fd],
  });
  server.unref();
  await log.close();
  for (let waited = 0; ; waited += POLL_MS) {
    const printed = await readFile(join(folder, 'log'), 'utf8');
    if (printed.includes('ready to accept connections')) return server;
    if (server.exitCode !== null || waited > PATIENCE_MS) throw new Error(`PostgreSQL did not start: ${printed}`);
    await wait(POLL_MS);
  }
}

async function startSharedServer(folder: string): Promise<void> {
  const made = await makeServer(folder);
  if (made === null) throw new Error('PostgreSQL is not installed.');
  const server = await launch(made);
  await writeFile(join(folder, 'pid'), String(server.pid));
  const url = `postgresql://vestibule@127.0.0.1:${made.port}/postgres`;
  await administer(url, `create database ${TEMPLATES.migrated}`);
  await (await openDatabase({ databaseUrl: databaseAt(url, TEMPLATES.migrated), dataFolder: folder })).close();
  await writeFile(join(folder, 'url'), url);
}

/** A PostgreSQL of one test alone, which may do to it what it likes. */
export interface OwnPostgres {
  readonly url: string;
  /** Ends it as `pg_ctl stop` does, or as a machine without power: every connection breaks, nothing is written. */
  end(how: 'fast' | 'immediate'): Promise<void>;
  begin(): Promise<void>;
}

/** @returns null where PostgreSQL is not installed */
export async function startOwnPostgres(): Promise<OwnPostgres | null> {
  const folder = await mkdtemp(join(runFolder(), 'postgres-'));
  const made = await makeServer(folder);
  if (made === null) return null;
  let server = await launch(made);
  return {
    url: `postgresql://vestibule@127.0.0.1:${made.port}/postgres`,
    end: async (how) => {
      const gone = once(server, 'exit');
      server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await gone;
    },
    begin: async () => {
      server = await launch(made);
    },
  };
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
