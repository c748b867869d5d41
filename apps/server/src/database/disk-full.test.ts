import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { restoreBackup } from '../operations/backup/restore-backup.ts';
import { runCommandLine } from '../command-line/run-command-line.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { demandRoom, DiskFullError, errorOfEmbedded, isDiskFull } from './disk-full.ts';
import { openDatabase } from './open.ts';

/** As PGlite throws it: an object that is no error. */
const THROWN = { name: 'ErrnoError', errno: 51 };
const BACKUP = join(import.meta.dirname, '../operations/backup/testing/version-3.7.0.backup');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(runFolder(), 'disk-full-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const fillsUp = () => vi.spyOn(PGlite, 'create').mockRejectedValue(THROWN);

describe('a full disk', () => {
  test('is known by what the system, PostgreSQL and PGlite say, also as a cause', () => {
    const ofSystem = Object.assign(new Error('x'), { code: 'ENOSPC' });
    const ofDatabase = Object.assign(new Error('x'), { code: '53100' });
    for (const one of [THROWN, ofSystem, ofDatabase, new Error('x', { cause: THROWN })]) {
      expect(isDiskFull(one)).toBe(true);
    }
    for (const one of [null, 'ENOSPC', { errno: 51 }, { ...THROWN, errno: 2 }, new Error('ENOSPC')]) {
      expect(isDiskFull(one)).toBe(false);
    }
  });

  test('is one sentence that says where and what to do, and every other word of PGlite is an error', () => {
    expect(errorOfEmbedded(THROWN, '/data/database')).toMatchObject({
      name: 'DiskFullError',
      message: expect.stringMatching(/^The disk is full where \/data\/database lies\. Make room there/),
    });
    expect(errorOfEmbedded({ ...THROWN, errno: 2 }, '/data/database')).toBeInstanceOf(Error);
  });

  test('is seen before a new database is begun', async () => {
    const asked = vi.fn(async () => 20_000_000);
    await expect(demandRoom(join(folder, 'not', 'there'), asked)).rejects.toThrow('needs 64 MB, and 20 MB are free');
    expect(asked).toHaveBeenCalledWith(folder);
    await demandRoom(folder, async () => 64_000_000);
  });

  test('takes nothing away where a database may be that could not be read', async () => {
    fillsUp();
    // Whatever the folder is that cannot be listed.
    const data = join(folder, 'database');
    await writeFile(data, 'precious');
    await expect(openDatabase({ databaseUrl: undefined, dataFolder: folder })).rejects.toMatchObject({
      code: 'ENOTDIR',
    });
    await expect(readFile(data, 'utf8')).resolves.toBe('precious');
    await rm(data);
    await mkdir(data);
    await writeFile(join(data, 'PG_VERSION'), 'precious');
    await expect(openDatabase({ databaseUrl: undefined, dataFolder: folder })).rejects.toBeInstanceOf(DiskFullError);
    expect(await readdir(data)).toEqual(['PG_VERSION']);
  });

  test('leaves no folder of a database that was begun', async () => {
    fillsUp();
    const place = { databaseUrl: undefined, dataFolder: join(folder, 'deep', 'data') };
    await expect(openDatabase(place)).rejects.toBeInstanceOf(DiskFullError);
    expect(await readdir(folder)).toEqual([]);
  });

  test('refuses the set-up in a sentence, and what was made is taken back', async () => {
    vi.stubEnv('DATABASE_URL', '');
    fillsUp();
    const data = join(folder, 'data');
    const who = ['--company-name', 'A', '--login', 'ilse', '--name', 'Ilse', '--email', 'ilse@example.com'];
    let out = '';
    const words = ['setup', '--data', data, '--url', 'https://gate.example.com', ...who, '--yes', '--json'];
    const code = await runCommandLine(words, {
      out: (text) => void (out += text),
      err: () => undefined,
      columns: undefined,
    });
    expect([code, JSON.parse(out)]).toEqual([
      5,
      {
        error: expect.objectContaining({ code: 'refused', message: expect.stringContaining('The disk is full where') }),
      },
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('refuses a restore in a sentence, and what was made is taken back', async () => {
    const target = {
      databaseUrl: undefined,
      dataFolder: join(folder, 'data'),
      policyFile: null,
      evidence: null,
      passphrase: 'a long enough sentence',
      keepsSignIns: false,
      now: () => new Date(),
    };
    fillsUp();
    expect(await restoreBackup(target, BACKUP)).toMatchObject({
      code: 'output_failed',
      message: expect.stringMatching(/^The disk is full where .* Nothing was restored\.$/),
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
