import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chown, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoftwareManifest } from '@vestibule/contracts';

/** What of a manifest names its package. */
export type PackageNamed = Pick<SoftwareManifest, 'sha256' | 'size'>;

/** Below the data folder: packages by their hash, which nothing but a command at the server puts there. */
export const SOFTWARE_FOLDER = 'software';

/** The package as leave to download names it. */
export function softwareFileName({ sha256 }: PackageNamed): string {
  return `software/${sha256}`;
}

/** @returns its path; null: it is not there, or not whole */
export async function findPackageFile(dataFolder: string, named: PackageNamed): Promise<string | null> {
  const path = join(dataFolder, SOFTWARE_FOLDER, named.sha256);
  const found = await stat(path).catch(() => null);
  return found !== null && found.isFile() && found.size === named.size ? path : null;
}

/** Whether a file is the very one that was signed. */
export async function isPackage(path: string, { sha256, size }: PackageNamed): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size !== size) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

/** Puts a package where the server looks for it, whole or not at all. The file belongs to the one the folder belongs to. */
export async function placePackage(dataFolder: string, named: PackageNamed, file: string): Promise<void> {
  const { uid, gid } = await stat(dataFolder);
  const folder = join(dataFolder, SOFTWARE_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, named.sha256);
  const isRoot = process.getuid?.() === 0;
  await copyFile(file, `${path}.new`);
  if (isRoot) for (const place of [folder, `${path}.new`]) await chown(place, uid, gid);
  await rename(`${path}.new`, path);
}

/** Takes a package away that nothing names any more. */
export async function removePackage(dataFolder: string, { sha256 }: PackageNamed): Promise<void> {
  await rm(join(dataFolder, SOFTWARE_FOLDER, sha256), { force: true });
}
