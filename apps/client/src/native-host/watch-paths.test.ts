import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PathWatcher, watchPaths } from './watch-paths.ts';

let root: string;
let watcher: PathWatcher | null = null;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vestibule-watch-'));
});

afterEach(async () => {
  watcher?.close();
  await rm(root, { recursive: true, force: true });
});

/** Starts to watch and gives a list that fills with the groups told. */
async function watching(paths: Readonly<Record<string, readonly string[]>>): Promise<string[][]> {
  const told: string[][] = [];
  watcher = watchPaths({
    paths: new Map(Object.entries(paths).map(([group, listed]) => [group, listed.map((path) => join(root, path))])),
    onChange: (groups) => told.push([...groups]),
    onError: (folder, error) => {
      throw new Error(`${folder}: ${String(error)}`);
    },
  });
  await watcher.ready;
  return told;
}

const expectTold = (told: string[][], wanted: readonly string[][]) =>
  vi.waitFor(() => expect(told).toEqual(wanted), { timeout: 2000, interval: 5 });

test('a changed file and a replaced file tell their groups, once for one change', async () => {
  await writeFile(join(root, 'ufw.conf'), 'no');
  const told = await watching({ firewall: ['ufw.conf'], other: ['other.conf'] });
  await writeFile(join(root, 'ufw.conf'), 'yes');
  await expectTold(told, [['firewall']]);
  await writeFile(join(root, '.new'), 'replaced');
  await rename(join(root, '.new'), join(root, 'ufw.conf'));
  await expectTold(told, [['firewall'], ['firewall']]);
});

test('neighbours of a watched file are nobody’s business', async () => {
  const told = await watching({ firewall: ['ufw.conf'] });
  await writeFile(join(root, 'neighbour.conf'), 'x');
  await writeFile(join(root, 'ufw.conf'), 'x');
  await expectTold(told, [['firewall']]);
});

test('folders may be made, removed and made again', async () => {
  const told = await watching({ screen: ['etc/dconf/db/user'] });
  await mkdir(join(root, 'etc/dconf/db'), { recursive: true });
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
  await vi.waitFor(async () => {
    told.length = 0;
    await writeFile(join(root, 'etc/dconf/db/user'), 'x');
    await vi.waitFor(() => expect(told).toEqual([['screen']]), { timeout: 200 });
  });
  told.length = 0;
  await rm(join(root, 'etc'), { recursive: true });
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
  told.length = 0;
  await mkdir(join(root, 'etc/dconf/db'), { recursive: true });
  await writeFile(join(root, 'etc/dconf/db/user'), 'again');
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
});

test('entries of a watched folder count, and so does the file behind a link', async () => {
  await mkdir(join(root, 'rules'));
  await mkdir(join(root, 'usr'));
  await writeFile(join(root, 'usr/os-release'), 'old');
  await symlink('usr/os-release', join(root, 'os-release'));
  const told = await watching({ rules: ['rules'], system: ['os-release'] });
  await writeFile(join(root, 'rules/10.rules'), 'x');
  await expectTold(told, [['rules']]);
  await writeFile(join(root, 'usr/os-release'), 'new');
  await expectTold(told, [['rules'], ['system']]);
});
