import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTool } from './find-tool.ts';
import { isRootsOwn } from './roots-own.ts';

const NOBODY = 65_534;

test('the programs of the system are root’s, also where a link leads to them', () => {
  expect(isRootsOwn('/usr/bin/env')).toBe(true);
  expect(isRootsOwn('/bin/sh')).toBe(true);
});

test('what is not there in a folder that all may write to is not root’s: anybody could put it there', () => {
  expect(isRootsOwn(join(tmpdir(), crypto.randomUUID()))).toBe(false);
});

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('as root', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-own-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function place(path: string): Promise<string> {
    const tool = join(folder, path);
    await mkdir(join(tool, '..'), { recursive: true });
    await writeFile(tool, '#!/bin/sh\n', { mode: 0o755 });
    return tool;
  }

  test('a folder of root’s in /tmp is root’s, and so is what will be made in it', async () => {
    expect(isRootsOwn(await place('a/tool'))).toBe(true);
    expect(isRootsOwn(join(folder, 'a/later/still'))).toBe(true);
  });

  test.each([
    ['the thing itself belongs to another', async () => chown(join(folder, 'a/b/tool'), NOBODY, 0)],
    ['a folder above it belongs to another', async () => chown(join(folder, 'a'), NOBODY, 0)],
    ['others may write to it', async () => chmod(join(folder, 'a/b/tool'), 0o757)],
    ['the group may write to a folder above it', async () => chmod(join(folder, 'a'), 0o775)],
  ])('not where %s', async (_, spoil) => {
    const tool = await place('a/b/tool');
    await spoil();
    expect(isRootsOwn(tool)).toBe(false);
  });

  test('a folder of root’s that root may not look into keeps nothing of others from it', async () => {
    await place('closed/tool');
    await chmod(join(folder, 'closed'), 0);
    const look = `import(${JSON.stringify(join(import.meta.dirname, 'roots-own.ts'))}).then(({ isRootsOwn }) => console.log(isRootsOwn(process.argv[1])))`;
    // As the service of the updater: uid 0, and no right beyond it.
    const words = [
      '--bounding-set=-all',
      '--inh-caps=-all',
      process.execPath,
      '-e',
      look,
      join(folder, 'closed/tool/x'),
    ];
    const { stdout } = await promisify(execFile)('/usr/bin/setpriv', words);
    expect(stdout).toBe('true\n');
  });

  test('a link counts as what it leads to, and a ring of links as nothing', async () => {
    const tool = await place('strangers/tool');
    await chown(join(folder, 'strangers'), NOBODY, 0);
    await symlink(tool, join(folder, 'link'));
    await symlink(join(folder, 'ring'), join(folder, 'ring'));
    expect(isRootsOwn(join(folder, 'link'))).toBe(false);
    expect(isRootsOwn(join(folder, 'ring'))).toBe(false);
  });

  test('an administrator’s process starts no tool that another could have put there', async () => {
    const tool = await place('usr/bin/systemctl');
    expect(await findTool('systemctl', 'linux', folder, true)).toBe(tool);
    await chown(tool, NOBODY, NOBODY);
    expect(await findTool('systemctl', 'linux', folder, false)).toBe(tool);
    expect(await findTool('systemctl', 'linux', folder, true)).not.toBe(tool);
  });
});
