import { createServer, type Server } from 'node:http';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../operations/log/create-logger.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { renderOidcError } from '../../../http/pages/oidc-error-page.ts';
import { createOidcProvider } from '../../../protocols/oidc/provider.ts';
import { reportErrors } from './report-errors.ts';

const logged: string[] = [];
let gate: TestServer;
let web: Server;
let address: string;

beforeAll(async () => {
  gate = await startTestServer();
  const logger = createLogger('info', { write: (line) => void logged.push(line) });
  const context = await gate.company();
  const provider = await createOidcProvider(context, renderOidcError);
  reportErrors(provider, context, logger);
  const handle = provider.callback();
  web = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web.close();
  await gate.close();
});

const ask = () =>
  fetch(`${address}/auth?client_id=nobody&response_type=code&scope=openid`, {
    headers: { 'Correlation-Id': 'of-this-test' },
  });

test('what is refused is written down for anyone who adds the application, and is no fault of the server', async () => {
  expect((await ask()).status).toBe(400);
  await expect
    .poll(() => findAuditEntries(gate.context.database, undefined, { isOldestFirst: true }))
    .toContainEqual(
      expect.objectContaining({
        action: 'oidc-request',
        outcome: 'refused',
        correlationId: 'of-this-test',
        details: expect.objectContaining({ code: 'invalid_client' }),
      }),
    );
  expect(logged).toEqual([]);
});

test('what breaks is logged with the code that support reads out, and the page tells nothing of it', async () => {
  await gate.context.database.execute(sql`alter table applications rename to hidden`);
  const reply = await ask();
  expect(reply.status).toBe(500);
  expect(await reply.text()).not.toContain('applications');
  expect(logged).toEqual([expect.stringMatching(/"correlationId":"of-this-test","msg":"unexpected error"/)]);
  // What and where it was, and nothing that was asked for.
  expect(logged[0]).toMatch(/"message":"Failed query: [^\n]*applications/);
  expect(logged[0]).toContain('"code":"42P01"');
  for (const word of ['params', 'nobody']) expect(logged[0]).not.toContain(word);
});
