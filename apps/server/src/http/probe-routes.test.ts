import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '../database/migrations.ts';
import { send } from '../testing/send.ts';
import { startTestServer } from '../testing/test-server.ts';

test('a server that is asked to end says so, goes on answering, and ends', async () => {
  const server = await startTestServer({ drainMs: 500 });
  const probe = async (): Promise<unknown> => JSON.parse((await send(`${server.url}/readyz`)).text);
  expect(await probe()).toEqual({ status: 'ready' });
  const left = server.leave();
  expect(await probe()).toEqual({ status: 'not-ready', missing: 'stopping' });
  expect((await send(`${server.url}/healthz`)).status).toBe(200);
  expect((await send(`${server.url}/saml/metadata`)).status).toBe(200);
  await left;
  await expect(send(`${server.url}/healthz`)).rejects.toThrow(/ECONNREFUSED/);
});

test('a server whose schema is not there yet is not ready, at whatever host it is asked', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const last = readMigrations().at(-1)?.id;
  await server.context.database.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${last}`);
  const { status, text } = await send(`${server.url}/readyz`, { headers: { host: 'probe.invalid' } });
  expect([status, JSON.parse(text)]).toEqual([503, { status: 'not-ready', missing: 'migrations' }]);
});
