import { createServer } from 'node:net';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTransport } from '../../command-line/transport.ts';
import { createSocketDesk } from '../../testing/administrators.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerAdminCalls } from '../../admin-calls.ts';
import { adminSocketPath } from '../../operations/config/admin-socket-path.ts';
import { startAdminSocket } from './admin-socket.ts';

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

describe('the socket in the data folder', () => {
  test('is for the owner alone, and is there as long as the server is', async () => {
    const server = await startTestServer();
    const path = adminSocketPath(server.dataFolder);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await createSocketDesk(server).call('adminStatus')).body.caller).toEqual({
      name: 'local command line',
      role: 'administrator',
      reach: 'installation',
    });
    expect((await readdir(server.dataFolder)).filter((name) => name.startsWith('.admin-'))).toEqual([]);
    await server.close();
    expect(existsSync(path)).toBe(false);
  });

  test('takes the place of one that a crashed server left behind', async () => {
    const server = await start();
    const folder = await mkdtemp(join(tmpdir(), 'vestibule-stale-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = adminSocketPath(folder);
    // A listener that goes without taking its file along is what a crash leaves.
    const crashed = createServer();
    await new Promise<void>((done) => crashed.listen(join(folder, 'first'), done));
    await rename(join(folder, 'first'), path);
    await new Promise((done) => crashed.close(done));
    expect(existsSync(path)).toBe(true);

    const installation = { ...server.context, config: { ...server.context.config, dataFolder: folder } };
    const end = await startAdminSocket(installation, pino({ level: 'silent' }), registerAdminCalls);
    expect((await createSocketDesk({ dataFolder: folder }).call('adminStatus')).status).toBe(200);
    await end();
    expect(existsSync(path)).toBe(false);
  });

  test('stays with the server that has it, and the second goes without', async () => {
    const server = await start();
    const said: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
    const end = await startAdminSocket(server.context, logger, registerAdminCalls);
    expect(said.join('')).toContain('answers the command line already');
    await end();
    expect((await createSocketDesk(server).call('adminStatus')).status).toBe(200);
  });

  test.each([
    ['a path that is too long', (folder: string) => join(folder, 'x'.repeat(120)), 'too long'],
    ['something else in its place', (folder: string) => folder, 'no socket'],
  ])('is left out with %s, and the server goes on', async (_name, place, why) => {
    const server = await start();
    const folder = await mkdtemp(join(tmpdir(), 'vestibule-odd-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(adminSocketPath(folder), 'a file');
    const said: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
    const installation = { ...server.context, config: { ...server.context.config, dataFolder: place(folder) } };
    await (await startAdminSocket(installation, logger, registerAdminCalls))();
    expect(said.join('')).toContain(why);
  });

  test('serves nothing but what administrators call', async () => {
    const server = await start();
    const transport = await openTransport({ data: server.dataFolder });
    for (const path of ['/healthz', '/saml/metadata', '/api/online/v1/eula', '/']) {
      expect((await transport.send('GET', path, undefined)).status).toBe(404);
    }
  });

  test('is never what a request over the network came by', async () => {
    const server = await start({ trustedProxies: ['127.0.0.1'] });
    for (const headers of [
      { host: 'localhost' },
      { 'x-forwarded-for': '' },
      { 'x-forwarded-for': 'unix:' },
      { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'unix' },
      { islocalsocket: 'true', 'is-local-socket': 'true' },
    ] as Record<string, string>[]) {
      for (const query of ['', '?isLocalSocket=true', '?company=alderbrook']) {
        const { status } = await send(`${server.url}/api/admin/v1/people${query}`, { headers }, server.port);
        expect([401, 421]).toContain(status);
      }
      const body = JSON.stringify({ isLocalSocket: true, name: 'x' });
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      expect([401, 421]).toContain((await send(`${server.url}/api/admin/v1/providers`, sent, server.port)).status);
    }
  });
});

const postgres = await startPostgres();

describe.skipIf(postgres === null)('two servers on one PostgreSQL', () => {
  test('have a socket each, and each sees at once what the other changed', async () => {
    onTestFinished(async () => postgres?.stop());
    const first = await start({ databaseUrl: postgres?.url });
    const folder = await mkdtemp(join(tmpdir(), 'vestibule-second-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const second = await start({ besides: first });
    // The second server of this test shares the data folder; here it gets one of its own for its socket.
    const installation = { ...second.context, config: { ...second.context.config, dataFolder: folder } };
    const end = await startAdminSocket(installation, pino({ level: 'silent' }), registerAdminCalls);
    onTestFinished(end);
    const [one, two] = [createSocketDesk(first), createSocketDesk({ dataFolder: folder })];
    await one.call('adminUpdateCompany', { body: { displayName: 'By the first' } });
    await expect
      .poll(async () => (await two.call('adminCompany')).body.displayName, { timeout: 1500 })
      .toBe('By the first');
  });
});

test('on Windows it is a pipe, the same for every way to write the folder', () => {
  const path = adminSocketPath('/srv/Vestibule', 'win32');
  expect(path).toMatch(/^\\\\\.\\pipe\\vestibule-[\da-f]{24}$/);
  expect(adminSocketPath('/srv/vestibule/', 'win32')).toBe(path);
  expect(adminSocketPath('/srv/other', 'win32')).not.toBe(path);
});
