import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { loadConfig } from '../config/config.ts';
import { connectDatabase } from '../../database/open.ts';
import { createPostgresEventBus } from '../events/postgres-event-bus.ts';
import { findCompanies, setPublicUrl } from '../../repositories/companies.ts';
import { type RunningServer, startServer } from '../../start-server.ts';
import { freePort } from '@vestibule/testing/free-port';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';

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

/** What a dry run, and then the real run, say to a person; each says the same as JSON. */
async function notesOf(reset: () => Promise<void>, ...words: readonly string[]) {
  const said: string[] = [];
  for (const more of [['--dry-run'], []]) {
    await reset();
    const text = await run(one, '--change', ...words, ...more);
    await reset();
    const json = await run(one, '--change', ...words, ...more, '--json');
    expect([text.code, json.code]).toEqual([0, 0]);
    const { notes } = JSON.parse(json.said) as { notes: readonly string[] };
    for (const note of notes) expect(text.said).toContain(`Note: ${note}`);
    expect(text.said.split('Note: ')).toHaveLength(notes.length + 1);
    said.push(notes.join('\n'));
  }
  return { dry: said[0], done: said[1] };
}

describe.skipIf(postgres === null)('what a change ends is said before, and as JSON too', () => {
  test('passkeys and metadata, where the name becomes another', async () => {
    const { dry, done } = await notesOf(() => begin(GATE, GATE), '--url', ACCESS);
    expect(dry).toContain('each would need its metadata again');
    expect(dry).toContain('those made at gate.example.com would open nothing at access.example.com');
    expect(dry).toContain('yourself first: vestibule person invite LOGIN');
    expect(done).toContain('give them its metadata again');
    expect(done).toContain('open nothing any more: invite these people again');
  });

  test('no passkeys, where only the port does, but metadata, extension and packages', async () => {
    const { dry, done } = await notesOf(() => begin(GATE, GATE), '--url', `${GATE}:8443`);
    for (const notes of [dry, done]) expect(notes).toMatch(/^Work applications [^\n]*\nThe browser extension [^\n]*$/);
  });

  test('a certificate and a place to listen at, where a proxy takes over', async () => {
    const reset = async () => {
      await begin(GATE, GATE);
      const tls = { certificate: '/etc/vestibule/fullchain.pem', key: '/etc/vestibule/privkey.pem' };
      const listen = { host: '0.0.0.0', port: 443 };
      const file = { version: 1, publicUrl: GATE, databaseUrl: postgres?.url, tls, listen };
      await writeFile(join(one, 'vestibule.json'), JSON.stringify(file));
    };
    const { dry, done } = await notesOf(reset, '--behind-proxy', '127.0.0.1');
    const gone = 'listen (0.0.0.0:443) and tls (/etc/vestibule/fullchain.pem, /etc/vestibule/privkey.pem)';
    expect(dry).toBe(
      `vestibule.json would no longer have ${gone}.\nThe server would listen at 127.0.0.1:8080, and no longer at 0.0.0.0:443.`,
    );
    expect(done).toBe(
      `vestibule.json no longer has ${gone}.\nFrom its next start the server listens at 127.0.0.1:8080, and no longer at 0.0.0.0:443.`,
    );
  });
});

describe.skipIf(postgres === null)('where the server listens from then on is said', () => {
  const withFile = (file: object) => async () => {
    await begin(GATE, GATE);
    const { databaseUrl } = { databaseUrl: postgres?.url };
    await writeFile(join(one, 'vestibule.json'), JSON.stringify({ version: 1, publicUrl: GATE, databaseUrl, ...file }));
  };

  test('also where the file named no place: by ACME it is every interface', async () => {
    const { dry } = await notesOf(withFile({ trustedProxies: ['127.0.0.1'] }), '--acme', 'ilse@example.com');
    expect(dry).toContain('The server would listen at 0.0.0.0:443, and no longer at 127.0.0.1:8080.');
  });

  test('and nothing of it where it is the same place', async () => {
    const file = { trustedProxies: ['127.0.0.1'], listen: { host: '127.0.0.1', port: 8080 } };
    const { dry, done } = await notesOf(withFile(file), '--behind-proxy', '10.0.0.5');
    expect([dry, done].join(' ')).not.toContain('no longer at');
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

  test('what moves no one is changed, each server by itself', async () => {
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
    const bus = await createPostgresEventBus(postgres?.url ?? '', {
      times: { reconnectAfterMs: 1000, askEveryMs: 500 },
    });
    await expect.poll(lastOfOthers, { timeout: 20_000 }).toEqual(['select 1']);
    expect(await move('--dry-run')).toMatchObject({ code: 5 });
    await bus.close();
    await expect.poll(lastOfOthers, { timeout: 20_000 }).toEqual([]);
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
