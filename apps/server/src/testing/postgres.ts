import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

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

/**
 * Starts a throw-away PostgreSQL server on a free port of 127.0.0.1; null where PostgreSQL is not installed. It never
 * runs as root: there it takes the user that its package made.
 */
export async function startPostgres(): Promise<PostgresServer | null> {
  const programs = await findPrograms();
  if (programs === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-postgres-'));
  const identity = await unprivilegedIdentity(folder);
  const data = join(folder, 'data');
  const port = await freePort();
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'vestibule', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    identity,
  );
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'fsync=off',
    ],
    { ...identity, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    server.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${printed}`)));
  });
  return {
    url: `postgresql://vestibule@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
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
