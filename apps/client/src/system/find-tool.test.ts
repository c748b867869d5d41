import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findTool } from './find-tool.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vestibule-tools-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function place(folder: string, name: string): Promise<string> {
  await mkdir(join(root, folder), { recursive: true });
  const path = join(root, folder, name);
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, 0o755);
  return path;
}

test('on a Mac, tools are found in the folders of the system', async () => {
  const tool = await place('usr/libexec/ApplicationFirewall', 'socketfilterfw');
  expect(await findTool('socketfilterfw', 'macos', root, true)).toBe(tool);
});

test('a maker’s own tool is found where makers put it, but never for an administrator’s process', async () => {
  const tool = await place('usr/local/bin', 'mdatp');
  expect(await findTool('mdatp', 'macos', root, false)).toBe(tool);
  expect(await findTool('mdatp', 'macos', root, true)).toBeNull();
});

test('Explorer is found for a person at the screen, and never for an administrator’s process', async () => {
  const tool = await place(String.raw`C:\Windows`, 'explorer.exe');
  expect(await findTool('explorer', 'windows', root, false)).toBe(tool);
  expect(await findTool('explorer', 'windows', root, true)).toBeNull();
});

test.each(['xprotect', 'sysadminctl', 'constructor'])(
  '%s put into the makers’ folder is not taken for the system’s',
  async (name) => {
    await place('usr/local/bin', name);
    expect(await findTool(name, 'macos', root, false)).toBeNull();
  },
);

test('the makers’ folder is one of macOS only', async () => {
  await place('usr/local/bin', 'mdatp');
  expect(await findTool('mdatp', 'linux', root, false)).toBeNull();
});
