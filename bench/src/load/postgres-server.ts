import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '@vestibule/testing/free-port';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const PATIENCE_MS = 20_000;
const POLL_MS = 100;

export interface PostgresServer {
  readonly pid: number;
  /** A new, empty database. @returns its address */
  createDatabase(): Promise<string>;
  /** Asks the least there is. */
  ask(): Promise<unknown>;
  /** Statements since the server began, without BEGIN, COMMIT and ROLLBACK. */
  countStatements(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server of Debian's package on a free port of 127.0.0.1, with its own settings but for a count of
 * statements. It never runs as root.
 * @throws Error where PostgreSQL is not installed
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const versions = (await readdir(DEBIAN)).toSorted();
  const programs = join(DEBIAN, versions.at(-1) ?? '', 'bin');
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-load-postgres-'));
  const identity = await findIdentity();
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data);
  if (identity.uid !== undefined)
    for (const path of [folder, data]) await chown(path, identity.uid, identity.gid ?? identity.uid);
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'vestibule', '-A', 'trust', '-E', 'UTF8'], {
    ...identity,
    cwd: folder,
  });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'shared_preload_libraries=pg_stat_statements',
  ];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const url = `postgresql://vestibule@127.0.0.1:${port}/postgres`;
  const client = await connect(url);
  await client.query('create extension pg_stat_statements');
  let created = 0;
  return {
    pid: server.pid ?? 0,
    createDatabase: async () => {
      created += 1;
      await client.query(`create database load_${created}`);
      return url.replace(/postgres$/, `load_${created}`);
    },
    ask: () => client.query('select 1'),
    countStatements: async () => {
      const { rows } = await client.query<{ calls: string }>(
        `select coalesce(sum(calls), 0) as calls from pg_stat_statements where query !~* '^(begin|commit|rollback|start transaction)'`,
      );
      return Number(rows[0]?.calls);
    },
    stop: async () => {
      await client.end();
      const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  for (let waited = 0; ; waited += POLL_MS) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (waited > PATIENCE_MS) throw error;
      await wait(POLL_MS);
    }
  }
}

async function findIdentity(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}
