import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '../command-line/run-command-line.ts';
import { findCompanies } from '../repositories/companies.ts';
import { loadConfig } from '../config/config.ts';
import { readConfigurationFile } from '../config/configuration-file.ts';
import { startServer } from '../start-server.ts';
import { freePort } from '../testing/free-port.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { runFolder } from '../testing/run-folder.ts';

const GATE = 'https://gate.example.com';
const MOVED = 'https://moved.example.com';
const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];

const first: PostgresServer | null = await startPostgres();
const second: PostgresServer | null = await startPostgres('empty');
afterAll(async () => {
  await first?.stop();
  await second?.stop();
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

  test('by a change, and without it nobody is led to a second installation', async () => {
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
