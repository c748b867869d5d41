import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminCreateBackupCall } from '@vestibule/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { emptyPlace } from '../operations/backup/testing/installation.ts';
import { embeddedPlaces, placesOfRun } from '../database/testing/places.ts';
import { openDatabase } from '../database/open.ts';
import { createSocketDesk } from '../testing/administrators.ts';
import { digestTables } from '../testing/stored-rows.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type Ran, runBinary } from './testing/run-binary.ts';
import { runCommandLine } from './run-command-line.ts';

const PASSPHRASE = 'correct horse battery';
/** Each look into a backup costs a second. The one without a server pays that, and the one of `restored-extension`. */
const CHEAP = 4;
/** Two processes, and half a dozen times the second that a passphrase costs: on a busy machine more than the usual minute. */
const BUSY_MS = 180_000;

const inFolders = embeddedPlaces();
const places = await placesOfRun();
afterAll(async () => {
  await inFolders.removeAll();
  await places.removeAll();
});

/** Through the same door as the program itself, without the time that a process takes to start. */
async function here(words: readonly string[], databaseUrl?: string, columns?: number): Promise<Ran> {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns,
  };
  if (databaseUrl !== undefined) vi.stubEnv('DATABASE_URL', databaseUrl);
  const code = await runCommandLine(words, streams);
  vi.unstubAllEnvs();
  return { code, out, err };
}
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('backup and restore', () => {
  let server: TestServer;
  let folder: string;
  let passphraseFile: string;
  let databaseUrl: string | undefined;

  beforeAll(async () => {
    const place = await emptyPlace(places);
    databaseUrl = place.databaseUrl;
    folder = place.dataFolder;
    server = await startTestServer({ databaseUrl, backupWorkFactor: CHEAP });
    passphraseFile = join(folder, 'passphrase');
    await writeFile(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
  });
  afterAll(() => server.close());

  const at = (dataFolder: string) => ['--data', dataFolder, '--passphrase-file', passphraseFile];
  const backUp = (place: string, ...more: string[]): Promise<Ran> =>
    here(['backup', place, ...at(server.dataFolder), ...more]);

  async function digest(place: { dataFolder: string; databaseUrl: string | undefined }) {
    const opened = await openDatabase(place);
    const digests = await digestTables(opened.database);
    await opened.close();
    return digests;
  }

  test('a dry run says what would be written, and writes nothing', async () => {
    const file = join(folder, 'never.backup');
    const dry = await backUp(file, '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Dry run, nothing was written/) });
    expect(dry.out).toContain(file);
    expect(existsSync(file)).toBe(false);
    const weak = join(folder, 'weak-passphrase');
    await writeFile(weak, 'short\n', { mode: 0o600 });
    const refused = await here(['backup', file, '--data', server.dataFolder, '--passphrase-file', weak, '--dry-run']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('at least 12 characters')]);
    const nowhere = await emptyPlace(inFolders);
    const none = await here(['backup', file, ...at(nowhere.dataFolder), '--dry-run']);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('There is no database in')]);
  });

  test(
    'a running server writes it, and another installation has everything back',
    async () => {
      const before = await digestTables(server.context.database);
      const file = join(folder, 'monday.backup');
      const made = await runBinary(['backup', file, ...at(server.dataFolder)]);
      expect(made).toMatchObject({ code: 0, err: '' });
      expect(made.out).toContain(`${file} is written.`.slice(0, 60));
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await readdir(join(server.dataFolder, 'backups'))).toEqual([]);
      expect(await readFile(file, 'latin1')).not.toContain('nadia');

      const target = await emptyPlace(places);
      const restore = ['restore', file, ...at(target.dataFolder)];
      const dry = await here([...restore, '--dry-run'], target.databaseUrl);
      expect(dry).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Dry run, nothing was changed/) });
      expect(dry.out.replaceAll('\n', ' ')).toContain('Sign-ins, tokens and invitations would end');
      const kept = await here([...restore, '--dry-run', '--keep-sign-ins'], target.databaseUrl);
      expect(kept.out.replaceAll('\n', ' ')).toContain('Sign-ins, tokens and invitations stay good');
      const asJson = await here([...restore, '--dry-run', '--json'], target.databaseUrl);
      expect(JSON.parse(asJson.out)).toMatchObject({
        isDryRun: true,
        notes: expect.arrayContaining([expect.stringContaining('in no backup')]),
      });
      expect(await readdir(target.dataFolder)).toEqual([]);

      const environment = target.databaseUrl === undefined ? {} : { DATABASE_URL: target.databaseUrl };
      const restored = await runBinary([...restore, '--keep-sign-ins', '--json'], { environment });
      expect(restored).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(restored.out)).toMatchObject({
        isDryRun: false,
        endsSignIns: false,
        files: ['master.key', 'policy.yaml'],
      });
      expect(dry.out.replaceAll('\n', ' ')).toContain(
        'are in no backup. Without them the server listens at 127.0.0.1:8080',
      );
      expect(await digest(target)).toEqual(before);
      expect(await readFile(join(target.dataFolder, 'master.key'))).toEqual(
        await readFile(join(server.dataFolder, 'master.key')),
      );

      for (const words of [restore, [...restore, '--dry-run']]) {
        const again = await here(words, target.databaseUrl);
        expect([again.code, again.out]).toEqual([5, '']);
        expect(again.err.replaceAll('\n', ' ')).toMatch(/There is a database in|has tables of Vestibule already/);
      }
    },
    BUSY_MS,
  );

  test('a folder gets a new file, and nothing that is there is written over', async () => {
    const many = join(folder, 'many');
    await mkdir(many);
    const made = await backUp(many, '--json', '--no-evidence');
    const [name = ''] = await readdir(many);
    expect(name).toMatch(/^vestibule-\d{8}T\d{6}Z\.backup$/);
    expect(JSON.parse(made.out)).toMatchObject({ file: join(many, name), evidence: 0 });
    const held = await readFile(join(many, name));
    const over = await backUp(join(many, name));
    expect([over.code, over.err.replaceAll('\n', ' ')]).toEqual([2, expect.stringContaining('is there already')]);
    expect(await readFile(join(many, name))).toEqual(held);
    const nowhere = await backUp(join(folder, 'missing', 'x.backup'));
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('There is no folder')]);
  });

  test('the log says who made it and where, and not with which passphrase', async () => {
    const file = join(folder, 'logged.backup');
    await backUp(file);
    const { body } = await createSocketDesk(server).call('adminAudit', { query: { limit: '200' } });
    const entries = body.entries.filter(({ action }) => action === 'backup').slice(0, 2);
    expect(entries).toMatchObject([
      { actor: 'local command line', outcome: 'done', details: { step: 'done' } },
      { actor: 'local command line', outcome: 'done', details: { step: 'begun' } },
    ]);
    expect(JSON.stringify(body)).not.toContain(PASSPHRASE);
  });

  test('one is made at a time, and one that no one began is not known', async () => {
    const desk = createSocketDesk(server);
    const body = { passphrase: PASSPHRASE };
    const dry = await desk.dryRun('adminCreateBackup', { body });
    expect(dry.body).toMatchObject({ isDryRun: true, backupId: null });
    const begin = () => desk.call('adminCreateBackup', { body });
    const [one, other] = await Promise.all([begin(), begin()]);
    const [first, second] = one.status === 200 ? [one, other] : [other, one];
    expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'in_use']);
    const parameters = { backupId: first.body.backupId };
    await expect
      .poll(async () => (await desk.call('adminBackup', { parameters })).body.state, { timeout: 30_000 })
      .toBe('done');
    expect(existsSync(first.body.file)).toBe(true);
    expect(existsSync(dry.body.file)).toBe(false);
    await rm(first.body.file);
    const unknown = { backupId: '00000000-0000-4000-8000-000000000000' };
    expect((await desk.call('adminBackup', { parameters: unknown })).body.code).toBe('not_found');
  });

  test('a server that cannot write it says why', async () => {
    const key = join(server.dataFolder, 'master.key');
    const bytes = await readFile(key);
    await rm(key);
    const failed = await backUp(join(folder, 'failed.backup'));
    await writeFile(key, bytes, { mode: 0o600 });
    expect([failed.code, failed.out]).toEqual([5, '']);
    expect(failed.err.replaceAll(/\s+/g, ' ')).toMatch(/is gone\..*vestibule master-key restore/);
    expect(existsSync(join(folder, 'failed.backup'))).toBe(false);
  });

  test('a file that is damaged, or opened with another passphrase, is not restored', async () => {
    const file = join(folder, 'whole.backup');
    await backUp(file);
    const target = await emptyPlace(places);
    const wrong = join(folder, 'wrong');
    await writeFile(wrong, 'another passphrase', { mode: 0o600 });
    const refused = await here(['restore', file, '--data', target.dataFolder, '--passphrase-file', wrong]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('is not the one')]);
    const bytes = await readFile(file);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    const broken = join(folder, 'broken.backup');
    await writeFile(broken, bytes);
    for (const more of [[], ['--dry-run']]) {
      const ran = await here(['restore', broken, ...at(target.dataFolder), ...more], target.databaseUrl);
      expect([ran.code, ran.err]).toEqual([5, expect.stringContaining('cut short or changed')]);
    }
    expect(await readdir(target.dataFolder)).toEqual([]);
  });

  test('without a server the command reads the database itself', async () => {
    const place = await places.makeMigrated();
    await writeFile(join(place.dataFolder, 'master.key'), Buffer.alloc(32, 7));
    const file = join(folder, 'offline.backup');
    const made = await here(['backup', file, ...at(place.dataFolder)], place.databaseUrl);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect((await readFile(file, 'latin1')).slice(0, 60)).toMatch(/^age\S+\n-> scrypt \S+ 18\n/);
    const target = await emptyPlace(places);
    const restored = await here(['restore', file, ...at(target.dataFolder)], target.databaseUrl);
    expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('everybody signs in again') });
    expect(await digest(target)).toEqual(await digest(place));
  });

  test('says how far it is to the one who watches', async () => {
    const file = join(folder, 'watched.backup');
    await backUp(file);
    const target = await emptyPlace(places);
    const ran = await here(['restore', file, ...at(target.dataFolder), '--dry-run'], target.databaseUrl, 80);
    expect(ran.code).toBe(0);
    expect(ran.err).toMatch(/^Reading the file: \d+ records\n/);
    for (const line of `${ran.out}${ran.err}`.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('a backup is not begun', () => {
  test.each([
    [['backup', 'x'], 'Say where the passphrase is'],
    [['backup', 'x', '--passphrase-file', 'missing'], 'cannot be read'],
    [['backup', 'x', '--url', 'https://gate.example', '--token-file', 'y'], 'on the server itself'],
    [['backup'], 'missing required argument'],
    [['restore', 'missing', '--passphrase-file', 'OPEN'], 'chmod 600'],
    [['restore', 'missing', '--passphrase-file', 'MINE'], 'cannot be read'],
  ])('by %j', async (words, wanted) => {
    const { dataFolder } = await emptyPlace(inFolders);
    const open = join(dataFolder, 'open');
    const mine = join(dataFolder, 'mine');
    await writeFile(open, PASSPHRASE, { mode: 0o644 });
    await writeFile(mine, PASSPHRASE, { mode: 0o600 });
    const files: Record<string, string> = { OPEN: open, MINE: mine };
    const ran = await here([...words.map((word) => files[word] ?? word), '--data', dataFolder]);
    expect(ran.err.replaceAll('\n', ' ')).toContain(wanted);
    expect([2, 5]).toContain(ran.code);
  });

  test('with a folder that no server ever used', async () => {
    const { dataFolder } = await emptyPlace(inFolders);
    const file = join(dataFolder, 'passphrase');
    await writeFile(file, PASSPHRASE, { mode: 0o600 });
    const ran = await here(['backup', join(dataFolder, 'x'), '--data', dataFolder, '--passphrase-file', file]);
    expect([ran.code, ran.err.replaceAll('\n', ' ')]).toEqual([2, expect.stringContaining('There is no database in')]);
    expect(await readdir(dataFolder)).toEqual(['passphrase']);
  });

  test('with a passphrase that is too short', async () => {
    expect(adminCreateBackupCall.body.safeParse({ passphrase: 'short words' }).success).toBe(false);
  });
});
