import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INSTALL_SCRIPT } from './install-script.ts';
import { DESKTOP_TEMPLATE, desktopEntry, MAC_APPLICATION, makeMacIcon, makeWindowsIcon } from './menu-entries.ts';

const run = promisify(execFile);
const NOBODY = 65_534;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-menu-'));
  await chmod(folder, 0o777);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The words of Exec, as the desktop entry specification has a menu read them. */
function wordsOf(entry: string): readonly string[] {
  const value = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  const text = value.replaceAll(/\\(.)/g, '$1');
  const words = [...text.matchAll(/"((?:\\["`$\\]|[^"\\`$])*)"|([^\s"]+)/g)];
  return words.map(([, quoted, plain]) => withoutFields(quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''));
}

/** A percent sign begins a field, and two of them are one. */
function withoutFields(word: string): string {
  return word.replaceAll(/%(.?)/g, (field, code) => {
    if (code !== '%') throw new Error(`${field} is a field, which is given to no command of ours.`);
    return '%';
  });
}

test('the entry for Linux starts the command that opens, and is said in four languages [S2.092]', () => {
  const entry = desktopEntry({ exec: '/opt/workplace/workplace open', icon: 'workplace' });
  expect(wordsOf(entry)).toEqual(['/opt/workplace/workplace', 'open']);
  expect(entry).toMatch(/^\[Desktop Entry\]\nType=Application\n/);
  expect(entry).toMatch(/^Name=Workplace$/m);
  expect(entry).toMatch(/^Terminal=false$/m);
  for (const language of ['', '[de]', '[fr]', '[es]']) expect(entry).toContain(`\nComment${language}=`);
});

describe('the archive’s installer', () => {
  /** As one person, also where the tests run as root: it would install for everyone there. */
  async function install(home: string, ...words: readonly string[]): Promise<void> {
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    await run('/bin/sh', [join(folder, 'archive/install.sh'), ...words], {
      ...identity,
      env: { HOME: home, PATH: '/usr/bin:/bin' },
    });
  }

  async function unpack(): Promise<void> {
    const archive = join(folder, 'archive');
    await mkdir(archive);
    const programs = { 'install.sh': INSTALL_SCRIPT, node: '#!/bin/sh\n', workplace: '#!/bin/sh\necho 3.7.0\n' };
    for (const [name, content] of Object.entries(programs))
      await writeFile(join(archive, name), content, { mode: 0o755 });
    for (const name of ['provisioning.json', 'LICENSE.txt', 'LICENSE-node.txt', 'workplace.mjs', 'workplace.svg']) {
      await writeFile(join(archive, name), name);
    }
    await writeFile(join(archive, 'workplace.desktop'), DESKTOP_TEMPLATE);
  }

  test.each(['nadia', 'Ann & Bo | 100% "$HOME" `id` \\n'])(
    'puts the entry into the menu of %s, and takes it back',
    async (name) => {
      await unpack();
      const home = join(folder, name);
      await mkdir(home);
      await chmod(home, 0o777);
      await install(home);
      const place = join(home, '.local/share/applications/workplace.desktop');
      const entry = await readFile(place, 'utf8');
      expect(wordsOf(entry)).toEqual([join(home, '.local/lib/workplace/workplace'), 'open']);
      const icon = /^Icon=(.*)$/m.exec(entry)?.[1]?.replaceAll(/\\(.)/g, '$1');
      expect(await readFile(icon ?? '', 'utf8')).toBe('workplace.svg');
      await install(home, '--remove');
      await expect(readFile(place)).rejects.toThrow('ENOENT');
    },
  );
});

describe('the application for macOS', () => {
  test('starts the client of the installation that it belongs to, and nothing of the folder it is started in', async () => {
    const script = join(folder, 'Workplace');
    await writeFile(script, MAC_APPLICATION['MacOS/Workplace'] ?? '', { mode: 0o755 });
    const client = join(folder, 'Library/Workplace/workplace');
    await mkdir(join(folder, 'Library/Workplace'), { recursive: true });
    await writeFile(client, '#!/bin/sh\necho "$0 $*"\n', { mode: 0o755 });
    const { stdout } = await run(script, [], { env: { HOME: folder, PATH: '/nowhere' } });
    expect(stdout).toBe(`${client} open\n`);
    expect(MAC_APPLICATION['MacOS/Workplace']).toContain('/Applications/*) folder=/Library/Workplace ;;');
  });

  test('names its program and its icon', async () => {
    expect(MAC_APPLICATION['Info.plist']).toContain('<key>CFBundleExecutable</key><string>Workplace</string>');
    const icon = await makeMacIcon();
    expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length]);
    expect(icon.toString('latin1', 17, 20)).toBe('PNG');
  });
});

test('the icon for Windows holds four pictures where its table says', async () => {
  const icon = await makeWindowsIcon();
  const at = [0, 1, 2, 3].map((index) => icon.readUInt32LE(6 + 16 * index + 12));
  expect(at.map((offset) => icon.toString('latin1', offset + 1, offset + 4))).toEqual(Array(4).fill('PNG'));
});
