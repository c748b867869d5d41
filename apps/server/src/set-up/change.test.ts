import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../command-line/run-command-line.ts';
import { loadConfig } from '../config/config.ts';
import { connectDatabase } from '../database/open.ts';
import { createPostgresEventBus } from '../events/postgres-event-bus.ts';
import { findCompanies, setPublicUrl } from '../repositories/companies.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { freePort } from '../testing/free-port.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { runFolder } from '../testing/run-folder.ts';

const OLD = 'https://old.example.com';
const GATE = 'https://gate.example.com';
const ACCESS = 'https://access.example.com';
const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];

const postgres: PostgresServer | null = await startPostgres();
afterAll(() => postgres?.stop());

let folder: string;
/** Data folders of two servers over one PostgreSQL. */
let one: string;
let two: string;

async function run(dataFolder: string, ...words: readonly string[]) {
  let said = '';
  const write = (text: string) => void (said += text);
  const code = await runCommandLine(['setup', ...words, '--data', dataFolder], {
    out: write,
    err: write,
    columns: undefined,
  });
  return { code, said: said.replaceAll(/\s+/g, ' ') };
}

/** The address that the file of a folder says, and the one of the company in the database. */
async function addresses(dataFolder: string) {
  const file = JSON.parse(await readFile(join(dataFolder, 'vestibule.json'), 'utf8')) as { publicUrl: string };
  return { file: file.publicUrl, company: await inDatabase(async (company) => company.publicUrl) };
}

async function inDatabase<Result>(
  work: (
    company: Awaited<ReturnType<typeof findCompanies>>[0]['company'],
    database: Parameters<typeof findCompanies>[0],
  ) => Promise<Result>,
): Promise<Result> {
  const opened = await connectDatabase({ databaseUrl: postgres?.url, dataFolder: folder });
  try {
    const [first] = await findCompanies(opened.database);
    if (first === undefined) throw new Error('There is no company.');
    return await work(first.company, opened.database);
  } finally {
    await opened.close();
  }
}

/** As things stand before each test. */
async function begin(file: string, company: string): Promise<void> {
  await inDatabase(({ id }, database) => setPublicUrl(database, id, company));
  for (const data of [one, two]) {
    await writeFile(
      join(data, 'vestibule.json'),
      JSON.stringify({ version: 1, publicUrl: file, databaseUrl: postgres?.url, trustedProxies: ['127.0.0.1'] }),
    );
  }
}

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', '');
  folder = await mkdtemp(join(runFolder(), 'change-'));
  [one, two] = [join(folder, 'one'), join(folder, 'two')];
  if (postgres === null) return;
  const words = ['--url', GATE, '--behind-proxy', '127.0.0.1', '--database', postgres.url, ...WHO, '--yes'];
  const done = await run(one, ...words);
  if (done.code !== 0) throw new Error(done.said);
  await mkdir(two);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => void vi.stubEnv('DATABASE_URL', ''));

describe.skipIf(postgres === null)('the address in the database is what holds', () => {
  test('the file of a second server follows it, and says so', async () => {
    await begin(GATE, GATE);
    expect(await run(one, '--change', '--url', ACCESS)).toMatchObject({ code: 0 });
    const dry = await run(two, '--change', '--url', ACCESS, '--dry-run', '--json');
    expect(JSON.parse(dry.said)).toMatchObject({ from: GATE, to: ACCESS, company: null });
    const followed = await run(two, '--change', '--url', ACCESS);
    expect(followed).toMatchObject({ code: 0 });
    expect(followed.said).toContain(
      `Alderbrook was at ${ACCESS} already, and vestibule.json of this folder said ${GATE}`,
    );
    expect(await addresses(two)).toEqual({ file: ACCESS, company: ACCESS });
    expect((await run(two, '--change', '--url', ACCESS)).said).toContain('Nothing to change');
  });

  test('without an address as well, whatever else is changed', async () => {
    await begin(OLD, GATE);
    const changed = await run(two, '--change', '--listen', '127.0.0.1:8123');
    expect(changed).toMatchObject({ code: 0 });
    expect(changed.said).toContain(`Alderbrook was at ${GATE} already`);
    expect(await addresses(two)).toEqual({ file: GATE, company: GATE });
  });

  test('a third address is refused, and nothing is done by half', async () => {
    await begin(OLD, GATE);
    for (const more of [[], ['--dry-run']]) {
      const refused = await run(two, '--change', '--url', ACCESS, ...more);
      expect(refused.code).toBe(5);
      expect(refused.said).toContain(`vestibule.json of this folder says ${OLD}, and Alderbrook is at ${GATE}`);
      expect(refused.said).toContain(`--change --url ${GATE}`);
    }
    expect(await addresses(two)).toEqual({ file: OLD, company: GATE });
  });
});

describe.skipIf(postgres === null)('a company is not moved under servers that run on PostgreSQL', () => {
  let server: RunningServer;
  beforeAll(async () => {
    await begin(GATE, GATE);
    const read = await loadConfig({ VESTIBULE_DATA: one, PORT: String(await freePort()), VESTIBULE_HOST: '127.0.0.1' });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    server = await startServer(read.config, pino({ level: 'silent' }));
  });
  afterAll(() => server.close());

  test('which says who would be locked out, and what to do', async () => {
    for (const more of [[], ['--dry-run']]) {
      const refused = await run(one, '--change', '--url', ACCESS, ...more);
      expect(refused.code).toBe(5);
      expect(refused.said).toContain('1 server runs on this database (from 127.0.0.1)');
      expect(refused.said).toContain(`everybody who opens ${GATE} is locked out at once`);
      expect(refused.said).toContain('Stop it first');
      expect(refused.said).toContain('--while-servers-run');
    }
    expect(await addresses(one)).toEqual({ file: GATE, company: GATE });
  });

  test('what moves nobody is changed, each server by itself', async () => {
    expect(await run(one, '--change', '--listen', '127.0.0.1:8124')).toMatchObject({ code: 0 });
    expect(await addresses(one)).toEqual({ file: GATE, company: GATE });
  });
});

describe.skipIf(postgres === null)('a server that runs on PostgreSQL is seen', () => {
  const move = (...more: string[]) => run(one, '--change', '--url', ACCESS, ...more);
  beforeEach(() => begin(GATE, GATE));

  test('as long as it runs: also when it has asked for a sign of life since it began to listen', async () => {
    const client = new pg.Client({ connectionString: postgres?.url });
    await client.connect();
    onTestFinished(() => client.end());
    const lastOfOthers = async () =>
      (
        await client.query<{ query: string }>(
          "select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query <> ''",
        )
      ).rows.map(({ query }) => query);
    const bus = await createPostgresEventBus(postgres?.url ?? '', { reconnectAfterMs: 1000, askEveryMs: 50 });
    await expect.poll(lastOfOthers).toEqual(['select 1']);
    expect(await move('--dry-run')).toMatchObject({ code: 5 });
    await bus.close();
    await expect.poll(lastOfOthers).toEqual([]);
    expect(await move('--dry-run')).toMatchObject({ code: 0 });
  });

  test('and the company is moved all the same by a word of its own', async () => {
    const bus = await createPostgresEventBus(postgres?.url ?? '');
    onTestFinished(() => bus.close());
    expect(await move()).toMatchObject({ code: 5 });
    expect(await move('--while-servers-run')).toMatchObject({ code: 0 });
    expect(await addresses(one)).toEqual({ file: ACCESS, company: ACCESS });
  });
});
