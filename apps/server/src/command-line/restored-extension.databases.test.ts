import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { emptyPlace } from '../operations/backup/testing/installation.ts';
import { placesOfRun } from '../database/testing/places.ts';
import { startTestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';

const KEY = join('extension', 'signing-key.pem');
/** As 3.7.0 made it, on a server without the extension. From that version on, backups of the version before restore. */
const FIRST_BACKUP = join(import.meta.dirname, '../operations/backup/testing/version-3.7.0.backup');

const places = await placesOfRun();
afterAll(() => places.removeAll());
afterEach(() => void vi.unstubAllEnvs());

async function run(words: readonly string[], databaseUrl = ''): Promise<string> {
  let [out, err] = ['', ''];
  vi.stubEnv('DATABASE_URL', databaseUrl);
  const code = await runCommandLine([...words, '--json'], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: undefined,
  });
  expect([code, code === 0 ? '' : out + err]).toEqual([0, '']);
  return out;
}

async function placeWithPassphrase() {
  const place = await emptyPlace(places);
  const passphrase = join(place.dataFolder, 'passphrase');
  await writeFile(passphrase, 'a long enough sentence', { mode: 0o600 });
  return { ...place, words: ['--data', place.dataFolder, '--passphrase-file', passphrase] };
}

test('a restored gate goes on with the extension: same id, same portals, and versions that count on', async () => {
  const server = await startTestServer();
  const target = await placeWithPassphrase();
  const make = async (data: string, ...more: string[]) => {
    const words = ['extension', '--data', data, '--url', server.url, '--out', join(data, 'kit'), ...more];
    return JSON.parse(await run(words)) as Record<'chromiumId' | 'version' | 'newKey', string> & { origins: string[] };
  };
  try {
    const first = await make(server.dataFolder, '--portal', 'https://gate.harbour.example');
    const file = join(target.dataFolder, 'x.backup');
    const backup = async (to: string) =>
      (JSON.parse(await run(['backup', to, ...target.words, '--data', server.dataFolder])) as { notes: string[] })
        .notes;
    expect(await backup(file)).toEqual([]);
    // Each try of its passphrase costs a second, also where a server wrote it.
    expect((await readFile(file, 'latin1')).slice(0, 60)).toMatch(/^age\S+\n-> scrypt \S+ 18\n/);
    const restored = JSON.parse(await run(['restore', file, ...target.words], target.databaseUrl)) as {
      files: string[];
      notes: string[];
    };
    expect(restored.files).toContain(KEY);
    expect(restored.notes.join(' ')).not.toContain('signs the browser extension');

    expect(await readFile(join(target.dataFolder, KEY))).toEqual(await readFile(join(server.dataFolder, KEY)));
    expect((await stat(join(target.dataFolder, KEY))).mode & 0o777).toBe(0o600);
    const { chromiumId, version, origins } = first;
    expect(await make(target.dataFolder)).toMatchObject({ chromiumId, version, origins, newKey: null });
    const more = await make(target.dataFolder, '--portal', 'https://gate.alder.example');
    expect([more.chromiumId, more.version]).toEqual([chromiumId, `${version}.1`]);

    // A second server has what was published, and not the key.
    await rm(join(server.dataFolder, KEY));
    expect(await backup(join(target.dataFolder, 'y.backup'))).toEqual([
      expect.stringContaining('let the server that has it make the backups'),
    ]);
  } finally {
    await server.close();
  }
});

test('the backup of a server without the extension, made by 3.7.0, restores all the same, and says so', async () => {
  const target = await placeWithPassphrase();
  expect(JSON.parse(await run(['restore', FIRST_BACKUP, ...target.words], target.databaseUrl))).toMatchObject({
    files: ['master.key', 'policy.yaml'],
    notes: expect.arrayContaining([expect.stringContaining('no key that signs the browser extension')]),
  });
});
