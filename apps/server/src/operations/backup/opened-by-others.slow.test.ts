import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { embeddedPlaces } from '../../database/testing/places.ts';
import { createBackup } from './create-backup.ts';
import { closeAll, expectOk, makeInstallation, PASSPHRASE } from './testing/installation.ts';

const places = embeddedPlaces();
const hasAge = ['age', 'tar', 'script'].every((name) => spawnSync('which', [name]).status === 0);
let folder = '';
afterAll(async () => {
  await closeAll();
  await places.removeAll();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

/** `age` asks for its passphrase on a terminal, and nowhere else: `script` is one. */
function decrypt(file: string, passphrase: string): Promise<{ readonly code: number | null; readonly shown: string }> {
  const terminal = spawn('/usr/bin/script', ['-qec', `age --decrypt --output ${file}.tar.gz ${file}`, '/dev/null']);
  let shown = '';
  // One that has ended takes no more words; what it printed says why.
  terminal.stdin.on('error', () => undefined);
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (text.includes('passphrase')) terminal.stdin.write(`${passphrase}\n`);
  });
  return new Promise((resolve) => terminal.once('close', (code) => resolve({ code, shown })));
}

test.skipIf(!hasAge)('the commands age and tar open a backup without Vestibule', async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-age-'));
  const source = await makeInstallation(places, { seed: 30, rows: 3 });
  const file = join(folder, 'monday.backup');
  expectOk(await createBackup(source, file));

  expect(await decrypt(file, 'not the passphrase')).toMatchObject({ code: 1 });
  expect(await decrypt(file, PASSPHRASE)).toMatchObject({ code: 0 });
  const out = join(folder, 'out');
  await mkdir(out);
  const unpacked = spawnSync('tar', ['-xzf', `${file}.tar.gz`, '-C', out], { encoding: 'utf8' });
  expect([unpacked.status, unpacked.stderr]).toEqual([0, '']);

  expect(JSON.parse(await readFile(join(out, 'backup.json'), 'utf8'))).toMatchObject({ format: 1 });
  const masterKey = await readFile(join(source.dataFolder, 'master.key'));
  expect(await readFile(join(out, 'files/master.key'))).toEqual(masterKey);
  expect(JSON.parse(await readFile(join(out, 'tables/people/columns.json'), 'utf8'))).toContain('login');
  expect(JSON.parse(await readFile(join(out, 'tables/people/1-3.json'), 'utf8'))).toHaveLength(3);
  for (const [key, bytes] of source.pieces) expect(await readFile(join(out, 'evidence', key))).toEqual(bytes);
  expect(await readdir(out)).toEqual(['backup.json', 'end', 'evidence', 'files', 'tables']);
});
