import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { findCompanies } from '../../repositories/companies.ts';
import { loadConfig } from '../config/config.ts';
import { readConfigurationFile } from '../config/configuration-file.ts';
import { readAppliedMigrations } from '../../database/migrations.ts';
import { connectDatabase } from '../../database/open.ts';
import { startServer } from '../../start-server.ts';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';

const GATE = 'https://gate.example.com';
const MOVED = 'https://moved.example.com';
const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];

const first: PostgresServer | null = await startPostgres();
const second: PostgresServer | null = await startPostgres('empty');
const third: PostgresServer | null = await startPostgres('empty');
const fourth: PostgresServer | null = await startPostgres('empty');
afterAll(async () => {
  await first?.stop();
  for (const postgres of [second, third, fourth]) await postgres?.stop();
});

let folder: string;
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(runFolder(), 'kept-database-'));
  data = join(folder, 'data');
  await writeFile(join(folder, 'passphrase'), 'a long enough sentence', { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
// What the environment of these tests says is none of theirs.
beforeEach(() => void vi.stubEnv('DATABASE_URL', ''));

async function run(words: readonly string[], dataFolder = data) {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  };
  const code = await runCommandLine([...words, '--data', dataFolder], streams);
  return { code, said: (out + err).replaceAll(/\s+/g, ' ') };
}

async function readFileOf(dataFolder: string): Promise<object> {
  const read = await readConfigurationFile(dataFolder);
  if (!read.ok || read.file === null) throw new Error(`There is no configuration file in ${dataFolder}.`);
  return read.file;
}

const PASSPHRASE = () => ['--passphrase-file', join(folder, 'passphrase')];

/** The server as its administrator starts it: with no word about the database. @returns the names of its companies */
async function startWithoutEnvironment(dataFolder: string): Promise<string[]> {
  const read = await loadConfig({ VESTIBULE_DATA: dataFolder, PORT: String(await freePort()) });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const server = await startServer(read.config, pino({ level: 'silent' }));
  const companies = await findCompanies(server.context.database);
  await server.close();
  return companies.map(({ company }) => company.name);
}

describe.skipIf(first === null)('a database that the environment names is kept in vestibule.json', () => {
  test('by the set-up', async () => {
    vi.stubEnv('DATABASE_URL', first?.url);
    const done = await run(['setup', '--url', GATE, '--behind-proxy', '127.0.0.1', ...WHO, '--yes']);
    expect([done.code, done.said]).toEqual([0, expect.stringContaining('is set up')]);
    expect(await readFileOf(data)).toMatchObject({ publicUrl: GATE, databaseUrl: first?.url });
    expect(done.said).not.toContain(first?.url);
  });

  test('by a change, and without it no one is led to a second installation', async () => {
    const older = { ...(await readFileOf(data)), databaseUrl: undefined };
    await writeFile(join(data, 'vestibule.json'), JSON.stringify(older));
    for (const more of [[], ['--dry-run']]) {
      const lost = await run(['setup', '--change', '--url', MOVED, ...more]);
      expect([lost.code, lost.said]).toEqual([5, expect.stringContaining('name it: --database-file FILE')]);
    }
    vi.stubEnv('DATABASE_URL', first?.url);
    expect((await run(['setup', '--change', '--url', MOVED])).code).toBe(0);
    expect(await readFileOf(data)).toMatchObject({ publicUrl: MOVED, databaseUrl: first?.url });
    vi.stubEnv('DATABASE_URL', '');
    expect(await startWithoutEnvironment(data)).toEqual(['alderbrook']);
  });

  test('by a restore, with the address of the company, so that the server starts on it', async () => {
    const file = join(folder, 'x.backup');
    const made = await run(['backup', file, ...PASSPHRASE()]);
    expect([made.code, made.said]).toEqual([0, expect.any(String)]);
    vi.stubEnv('DATABASE_URL', second?.url);
    const target = join(folder, 'restored');
    const dry = await run(['restore', file, ...PASSPHRASE(), '--dry-run'], target);
    expect([dry.code, dry.said]).toEqual([0, expect.stringContaining('vestibule.json')]);
    const done = await run(['restore', file, ...PASSPHRASE()], target);
    expect([done.code, done.said]).toEqual([
      0,
      expect.stringContaining(`${join(target, 'vestibule.json')} names the database`),
    ]);
    expect(done.said).not.toContain(second?.url);
    expect(await readFileOf(target)).toEqual({ version: 1, publicUrl: MOVED, databaseUrl: second?.url });
    vi.stubEnv('DATABASE_URL', '');
    expect(await startWithoutEnvironment(target)).toEqual(['alderbrook']);
    // The old file over it, as it was written before it named the database.
    await writeFile(join(target, 'vestibule.json'), JSON.stringify({ version: 1, publicUrl: MOVED }));
    await expect(startWithoutEnvironment(target)).rejects.toThrow('DATABASE_URL');
  });
});

describe.skipIf(first === null)('a folder that is set up is left alone, whatever database the words name', () => {
  const ANEW = ['setup', '--url', 'https://access.example.com', ...WHO, '--yes'];
  let own: string;
  beforeAll(async () => {
    own = join(folder, 'left-alone');
    await mkdir(own);
    await writeFile(join(own, 'database.url'), third?.url ?? '', { mode: 0o600 });
    const words = ['--url', GATE, '--listen', '127.0.0.1:8123', '--database-file', join(own, 'database.url')];
    const done = await run(['setup', ...words, ...WHO, '--yes'], own);
    if (done.code !== 0) throw new Error(done.said);
    await rm(join(own, 'database.url'));
  });

  const isUntouched = async (databaseUrl: string | undefined) => {
    const opened = await connectDatabase({ databaseUrl, dataFolder: own });
    const applied = await readAppliedMigrations(opened.database);
    await opened.close();
    return applied.length === 0;
  };

  test.each([
    ['none', () => []],
    ['another one', () => ['--database', fourth?.url ?? '']],
  ])('%s', async (_name, named) => {
    const before = await readFile(join(own, 'vestibule.json'), 'utf8');
    for (const more of [[], ['--dry-run']]) {
      const again = await run([...ANEW, ...named(), ...more], own);
      expect([again.code, again.said]).toEqual([5, expect.stringContaining('is set up already, for Alderbrook')]);
      expect(again.said).toContain('--change');
    }
    expect(await readFile(join(own, 'vestibule.json'), 'utf8')).toBe(before);
    expect((await readdir(own)).toSorted()).toEqual(['master.key', 'vestibule.json']);
    expect(await isUntouched(fourth?.url)).toBe(true);
  });

  test('one that the file names and no one reaches', async () => {
    const lost = join(folder, 'lost');
    await mkdir(lost);
    const databaseUrl = `postgresql://vestibule:not-to-be-said@127.0.0.1:${await freePort()}/gate`;
    const file = JSON.stringify({ version: 1, publicUrl: GATE, databaseUrl });
    await writeFile(join(lost, 'vestibule.json'), file);
    const alone = await run(ANEW, lost);
    expect([alone.code, alone.said]).toEqual([3, expect.stringContaining('The database cannot be opened')]);
    const another = await run([...ANEW, '--database', fourth?.url ?? ''], lost);
    expect([another.code, another.said]).toEqual([5, expect.stringContaining('which cannot be opened')]);
    expect(another.said).not.toContain('not-to-be-said');
    expect(await readFile(join(lost, 'vestibule.json'), 'utf8')).toBe(file);
    expect(await readdir(lost)).toEqual(['vestibule.json']);
    expect(await isUntouched(fourth?.url)).toBe(true);
  });

  test('the embedded one, where PostgreSQL is named', async () => {
    const embedded = join(folder, 'embedded');
    await mkdir(embedded);
    await placeMigratedDatabase(embedded);
    expect((await run(['setup', '--url', GATE, ...WHO, '--yes'], embedded)).code).toBe(0);
    const before = await readFile(join(embedded, 'vestibule.json'), 'utf8');
    const again = await run([...ANEW, '--database', fourth?.url ?? ''], embedded);
    expect([again.code, again.said]).toEqual([5, expect.stringContaining('is set up already, for Alderbrook')]);
    expect(await readFile(join(embedded, 'vestibule.json'), 'utf8')).toBe(before);
    expect(await isUntouched(fourth?.url)).toBe(true);
  });

  test('a set-up that was refused leaves no master key, which would be another one than that of the database', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'database.url'), third?.url ?? '', { mode: 0o600 });
    const refused = await run([...ANEW, '--database-file', join(other, 'database.url')], other);
    expect([refused.code, refused.said]).toEqual([5, expect.stringContaining('is set up already, for Alderbrook')]);
    expect(await readdir(other)).toEqual(['database.url']);
  });

  test('one that was broken off is gone on with: same database, same listening', async () => {
    const broken = join(folder, 'broken');
    await mkdir(broken);
    const file = { version: 1, publicUrl: GATE, listen: { host: '127.0.0.1', port: 8124 }, databaseUrl: fourth?.url };
    await writeFile(join(broken, 'vestibule.json'), JSON.stringify(file));
    const done = await run(['setup', '--url', GATE, ...WHO, '--yes'], broken);
    expect([done.code, done.said]).toEqual([0, expect.stringContaining('PostgreSQL')]);
    expect(await readFileOf(broken)).toEqual(file);
    expect(await readdir(broken)).not.toContain('database');
    expect(await startWithoutEnvironment(broken)).toEqual(['alderbrook']);
  });
});
