import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, look } from './finding.ts';

/**
 * Secret halves of the keys that sign updates, in the data folder itself or in a folder there that is named for keys.
 * @returns their paths; none also where the folder may not be read
 */
export async function findUpdateKeys(dataFolder: string): Promise<readonly string[]> {
  const folders = (await entriesOf(dataFolder)).filter((entry) => entry.isDirectory() && /key/i.test(entry.name));
  const found: string[] = [];
  for (const folder of [dataFolder, ...folders.map(({ name }) => join(dataFolder, name))]) {
    for (const { name } of await entriesOf(folder)) {
      const path = join(folder, name);
      if (/^update-key-.*\.json$/.test(name) && (await isSecret(path))) found.push(path);
    }
  }
  return found;
}

/** What is wrong with keys that lie there. */
export function sayUpdateKeys(keys: readonly string[]): string {
  return `Keys that sign updates lie on this server: ${keys.join(', ')}. Who takes it over could give every computer any program, and no backup holds them.`;
}

export const NEXT_FOR_UPDATE_KEYS =
  'Move them to a stick or another computer: docs/packages.md, Keep the update keys apart.';

/** Nothing is said where none lies there: that is how it should be. */
export async function lookAtUpdateKeys(dataFolder: string): Promise<readonly Finding[]> {
  const keys = await findUpdateKeys(dataFolder);
  return keys.length === 0 ? [] : [look('Update keys', sayUpdateKeys(keys), NEXT_FOR_UPDATE_KEYS)];
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function isSecret(path: string): Promise<boolean> {
  try {
    const key: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof key === 'object' && key !== null && 'd' in key;
  } catch {
    return false;
  }
}
