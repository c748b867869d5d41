import { mkdir, writeFile } from 'node:fs/promises';
import { zipFiles } from '../archive.ts';
import { packCrx3 } from '../crx3.ts';
import { EXTENSION_PATH, publishedFolder } from '../published.ts';
import { makeSigningKey } from '../signing-key.ts';

/** Hands out a package that answers these portals, the gate's own first, and does nothing else. */
export async function publishFor(dataFolder: string, origins: readonly [string, ...string[]]): Promise<void> {
  const script = `start(${JSON.stringify(origins)})`;
  const zip = zipFiles(new Map([['bridge.js', Buffer.from(script)]]));
  const folder = publishedFolder(dataFolder);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/workplace.crx`, packCrx3(zip, await makeSigningKey()));
  await writeFile(`${folder}/updates.xml`, `<updatecheck codebase="${origins[0]}${EXTENSION_PATH}/workplace.crx"/>`);
}
