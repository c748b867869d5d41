import { chown, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface WriteOptions {
  /** For a new file; a file that is already there keeps its own. */
  readonly mode?: number;
  /** For folders that have to be made on the way. */
  readonly folderMode?: number;
}

/**
 * Replaces a file in one step: readers see the old content or the new one, also after a power cut. Owner and mode of a
 * file that is already there are kept, a symbolic link is followed.
 */
export async function writeAtomically(path: string, content: string, options: WriteOptions = {}): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, ...(options.folderMode === undefined ? {} : { mode: options.folderMode }) });
  const before = await stat(target).catch(() => null);
  const temporary = await writeBeside(target, content, before?.mode ?? options.mode ?? 0o644);
  try {
    if (before !== null && process.getuid?.() === 0) await chown(temporary, before.uid, before.gid);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Writes a new file next to `target`, down to the disk. @returns its path */
export async function writeBeside(target: string, content: string, mode: number): Promise<string> {
  const temporary = join(dirname(target), `.${crypto.randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', mode & 0o777);
  try {
    await file.chmod(mode & 0o777);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Makes a change of names in a folder survive a power cut. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
