import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companies } from './schema.ts';
import { runCommandLine } from '../command-line/run-command-line.ts';
import { type DatabaseWay, openDatabaseWay } from '../testing/database-way.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { send } from '../testing/send.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: its going away is not tried.\n');
const HTML = { accept: 'text/html,application/xhtml+xml' };
const RETRY = /Please try again later\./;

async function run(server: TestServer, words: readonly string[]) {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  };
  const code = await runCommandLine([...words, '--data', server.dataFolder], streams);
  return { code, out, err: err.replaceAll(/\s+/g, ' ') };
}

describe.skipIf(postgres === null)('while PostgreSQL is away', () => {
  let way: DatabaseWay;
  let server: TestServer;
  beforeAll(async () => {
    way = await openDatabaseWay(postgres?.url ?? '');
    server = await startTestServer({ databaseUrl: way.url });
    await server.context.database
      .update(companies)
      .set({ support: { phone: '+49 30 5550142', email: 'help@alderbrook.example' } });
    server.context.companies.forget();
    // Someone was here before.
    await send(`${server.url}/saml/metadata`);
    await way.cut();
  });
  afterAll(async () => {
    await server.close();
    await postgres?.stop();
  });
  // What is remembered of a company holds for two seconds; from then on nothing is known of it.
  beforeEach(() => server.context.companies.forget());

  test('a command says so, and where to look', async () => {
    const said = await run(server, ['gate', 'observe', '--straight', '--for', '10m', '--reason', 'x', '--json']);
    expect(said.code).toBe(1);
    expect(JSON.parse(said.out)).toMatchObject({
      error: { code: 'database_unreachable', next: expect.stringContaining('vestibule doctor') },
    });
    const read = await run(server, ['gate', 'show']);
    expect([read.code, read.err]).toEqual([1, expect.stringContaining('The database does not answer.')]);
    expect(read.err).toContain('vestibule doctor');
  });

  test('a call is answered 503 with its code', async () => {
    const { status, text, headers } = await send(`${server.url}/api/online/v1/support/public-info`);
    expect([status, JSON.parse(text)]).toMatchObject([503, { code: 'database_unreachable' }]);
    expect(headers.get('retry-after')).toBe('2');
  });

  test('a probe of the process is answered, and one for people is told what is missing', async () => {
    expect((await send(`${server.url}/healthz`)).status).toBe(200);
    const { status, text, headers } = await send(`${server.url}/readyz`);
    expect([status, JSON.parse(text)]).toEqual([503, { status: 'not-ready', missing: 'database' }]);
    expect(headers.get('retry-after')).toBe('2');
  });

  test.each([
    ['that opens an application', 'GET', '/saml/sso?SAMLRequest=x'],
    ['that is sent by one', 'POST', '/saml/sso'],
    ['that comes back from an identity provider', 'GET', '/online/upstream/x/callback?code=x'],
  ])('a browser %s gets a page with the support block, and nothing of what happened', async (_name, method, path) => {
    const { status, headers, text } = await send(`${server.url}${path}`, { method, headers: HTML });
    expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toMatch(RETRY);
    expect(text).toContain('We&#39;re experiencing connection issues');
    expect(text).toContain('+49 30 5550142');
    expect(text).toContain('help@alderbrook.example');
    expect(text).toContain(headers.get('correlation-id') ?? 'no code');
    expect(text.includes('Try again</a>')).toBe(method === 'GET');
    expect(text).not.toMatch(/ECONN|ostgre|server_error|\bat .*\.ts|127\.0\.0\.1/);
  });

  test('in the language of the browser', async () => {
    const headers = { ...HTML, 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' };
    const { text, headers: said } = await send(`${server.url}/saml/sso?SAMLRequest=x`, { headers });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Es gibt Verbindungsprobleme');
    expect(text).toContain('Telefon: +49 30 5550142');
    expect(said.get('vary')).toContain('Accept-Language');
  });

  test('what was known a moment ago is no way to an unfriendly answer', async () => {
    await way.mend();
    expect((await send(`${server.url}/saml/metadata`)).status).toBe(200);
    await way.cut();
    const { status, text } = await send(`${server.url}/online/upstream/x/start`, { headers: HTML });
    expect([status, text]).toEqual([503, expect.stringMatching(RETRY)]);
  });

  test('doctor says that the server runs, and what to do about the database', async () => {
    const { code, out } = await run(server, ['doctor', '--json']);
    const { findings } = JSON.parse(out) as {
      findings: { check: string; state: string; sentence: string; next: string }[];
    };
    const found = (check: string) => findings.find((one) => one.check === check);
    expect(found('Server')).toMatchObject({
      state: 'wrong',
      sentence: 'It runs, and cannot answer. The database does not answer.',
    });
    expect(found('Server')?.next).not.toContain('Start it');
    expect(code).toBe(5);
  });

  test('and once it is back, everything goes on by itself', async () => {
    await way.mend();
    expect((await run(server, ['gate', 'show'])).code).toBe(0);
    expect((await send(`${server.url}/saml/metadata`)).status).toBe(200);
    expect((await send(`${server.url}/readyz`)).text).toBe('{"status":"ready"}');
  });
});
