import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Notes what a folder holds, so that the folders that come to it, and it itself, can be taken away again when what made
 * them fails. Only what is empty goes: a file that another person put there stays.
 * @returns takes them away
 */
export async function noteFolders(folder: string): Promise<() => Promise<void>> {
  const before = await namesIn(folder);
  const above: string[] = [];
  for (let at = folder; (await namesIn(at)) === null && dirname(at) !== at; at = dirname(at)) above.push(at);
  return async () => {
    for (const name of (await namesIn(folder)) ?? []) {
      if (before === null || !before.includes(name)) await removeEmpty(join(folder, name));
    }
    for (const made of above) await rmdir(made).catch(() => undefined);
  };
}

async function removeEmpty(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)) ?? []) await removeEmpty(join(folder, name));
  await rmdir(folder).catch(() => undefined);
}

/** @returns null where there is no folder, or none that can be read */
async function namesIn(folder: string): Promise<string[] | null> {
  return readdir(folder).catch(() => null);
}
