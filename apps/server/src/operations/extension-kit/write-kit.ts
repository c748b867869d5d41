import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from './archive.ts';
import type { Kit } from './make-kit.ts';
import { publishedFolder, recordPath } from './published.ts';

/** Lies in every folder that was written here: only such a folder is written over. */
const MARK = 'SHA256SUMS';
const OWN = ['unpacked', 'store', 'policies', 'workplace.crx', 'updates.xml', MARK];

/** @returns may the kit be written there without touching what is another person's? */
export async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (found === null) return true;
  if (!found.isDirectory()) return false;
  const names = await readdir(folder);
  return names.length === 0 || names.includes(MARK);
}

/**
 * Writes the kit for the administrator; what an earlier run wrote makes way once all of it is there. Where it cannot be
 * written, as on a full disk, everything is as it was.
 */
export async function writeKit(folder: string, files: Files, sums: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  const draft = join(folder, `.draft-${randomUUID()}`);
  try {
    for (const [path, content] of [...files, [MARK, sums] as const]) {
      const file = join(draft, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  } catch (error) {
    await rm(made ?? draft, { recursive: true, force: true });
    throw error;
  }
  for (const name of OWN) await rm(join(folder, name), { recursive: true, force: true });
  for (const name of await readdir(draft)) await rename(join(draft, name), join(folder, name));
  await rm(draft, { recursive: true, force: true });
}

/**
 * Lays out what the server hands out, the package before the manifest that names it. Each file is there whole or not at
 * all, also while the server runs. The record comes last.
 */
export async function publish(dataFolder: string, { published, record }: Kit): Promise<void> {
  const folder = publishedFolder(dataFolder);
  for (const [name, content] of published) await replaceFile(join(folder, name), content);
  await replaceFile(recordPath(dataFolder), `${JSON.stringify(record, null, 2)}\n`);
}

export async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { mode: 0o644, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
