import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { runCommandLine } from './run-command-line.ts';

const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];
const postgres: PostgresServer | null = await startPostgres('empty');

describe.skipIf(postgres === null)('a set-up on PostgreSQL', () => {
  let folder: string;
  let file: string;
  /** Any password does: this server asks for none. */
  const address = new URL(postgres?.url ?? 'postgresql://none');
  address.username ||= 'postgres';
  address.password = 'alder-4711';

  beforeEach(async () => {
    folder = await mkdtemp(join(runFolder(), 'database-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    file = join(folder, 'database.url');
    await writeFile(file, `${address.href}\n`, { mode: 0o600 });
  });
  afterAll(() => postgres?.stop());

  async function setUp(...words: readonly string[]) {
    let [out, err] = ['', ''];
    const code = await runCommandLine(
      ['setup', '--url', 'https://gate.example.com', '--behind-proxy', '127.0.0.1', ...words, '--data', folder],
      {
        out: (text) => void (out += text),
        err: (text) => void (err += text.replaceAll(/\n\s*/g, ' ')),
        columns: undefined,
      },
    );
    return { code, out: out.replaceAll(/\n\s*/g, ' '), err };
  }

  test('takes the address of the database from a file that no one else can read', async () => {
    await chmod(file, 0o644);
    const open = await setUp(...WHO, '--yes', '--database-file', file);
    expect([open.code, open.err]).toEqual([2, expect.stringContaining(`chmod 600 ${file}`)]);
    await chmod(file, 0o600);
    const both = await setUp(...WHO, '--yes', '--database-file', file, '--database', address.href);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('do not go together')]);
    const done = await setUp(...WHO, '--yes', '--database-file', file);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).not.toContain('stood on the command line');
    expect(done.out).not.toContain('alder-4711');
    expect(JSON.parse(await readFile(join(folder, 'vestibule.json'), 'utf8'))).toMatchObject({
      databaseUrl: address.href,
    });
  });

  test('says of a password on the command line that others have seen it', async () => {
    const dry = await setUp('--change', '--database', address.href, '--dry-run', '--json');
    const plain = new URL(address);
    plain.password = '';
    const quiet = await setUp('--change', '--database', plain.href, '--dry-run', '--json');
    expect([dry.code, quiet.code]).toEqual([0, 0]);
    expect(dry.out).toContain('setup --change --database-file FILE');
    expect(quiet.out).not.toContain('--database-file');
  });
});
