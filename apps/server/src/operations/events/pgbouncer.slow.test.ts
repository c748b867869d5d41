import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@vestibule/testing/free-port';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import type { EventBus, LookEvent } from './event-bus.ts';
import { createPostgresEventBus } from './postgres-event-bus.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const postgres: PostgresServer | null = existsSync(PROGRAM) ? await startPostgres() : null;
if (postgres === null)
  process.stdout.write('PgBouncer or PostgreSQL is not installed: events past it are not tried.\n');

const EVENT: LookEvent = { companyId: 'alderbrook', personId: null, subject: 'policy' };
/** A computer that is busy takes this long at most; what does not come has not come by then. */
const SOON_MS = 3000;

describe.skipIf(postgres === null)('events behind PgBouncer in transaction mode', () => {
  let folder: string;
  let program: ChildProcess;
  let behind: string;
  const buses: EventBus[] = [];

  beforeAll(async () => {
    const direct = new URL(postgres?.url ?? '');
    const port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'vestibule-pgbouncer-'));
    await chmod(folder, 0o755);
    const settings = [
      '[databases]',
      `* = host=${direct.hostname} port=${direct.port} user=${direct.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // A client that listened keeps none of them.
      'default_pool_size = 2',
      'server_idle_timeout = 1',
    ];
    await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    program = spawn(PROGRAM, [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    behind = `postgresql://${direct.username}@127.0.0.1:${port}${direct.pathname}?pgbouncer=true`;
    await vi.waitFor(
      async () => {
        const client = new pg.Client(behind);
        await client.connect();
        await client.end();
      },
      { timeout: 15_000, interval: 50 },
    );
  });
  afterAll(async () => {
    for (const bus of buses) await bus.close();
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
    await postgres?.stop();
  });

  async function startServers(listenAt: string | undefined) {
    const heard: LookEvent[] = [];
    const [from, to] = [
      await createPostgresEventBus(behind, { listenAt }),
      await createPostgresEventBus(behind, { listenAt }),
    ];
    buses.push(from, to);
    to.subscribe(
      (event) => heard.push(event),
      () => undefined,
    );
    return { from, heard };
  }

  test('cross from one server to another by the direct address', async () => {
    const { from, heard } = await startServers(postgres?.url);
    // Longer than PgBouncer keeps a connection that no one uses.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await from.publish(EVENT);
    await vi.waitFor(() => expect(heard).toEqual([EVENT]), { timeout: 15_000, interval: 20 });
  });

  test('do not cross without it: that is what the setting is for', async () => {
    const { from, heard } = await startServers(undefined);
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    await from.publish(EVENT);
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(heard).toEqual([]);
  });
});
