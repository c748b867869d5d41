import { randomUUID, timingSafeEqual } from 'node:crypto';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How the file is found: `changed` holds another key than the server works with, or none at all. */
export const MASTER_KEY_STATES = ['good', 'missing', 'changed', 'unreadable'] as const;
export type MasterKeyState = (typeof MASTER_KEY_STATES)[number];

/** The file of the master key that a running server has in its memory. The key itself is never told. */
export interface MasterKeyFile {
  readonly path: string;
  look(): Promise<MasterKeyState>;
  /**
   * Writes the key of the memory back, readable by the owner only and in one step.
   * @returns where the file went that stood in its place; null: there was none
   * @throws what the file system says
   */
  writeBack(moment: Date): Promise<string | null>;
}

/** @param move moves the new file into its place */
export function createMasterKeyFile(path: string, key: Buffer, move = rename): MasterKeyFile {
  return {
    path,
    look: async () => {
      try {
        const found = decodeKey(await readFile(path, 'utf8'));
        return found !== null && timingSafeEqual(found, key) ? 'good' : 'changed';
      } catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'unreadable';
      }
    },
    writeBack: async (moment) => {
      const draft = `${path}.${randomUUID()}.new`;
      await writeKey(draft, key);
      try {
        const movedTo = await moveAside(path, moment);
        try {
          await move(draft, path);
        } catch (error) {
          // Better another key in its place than none. Where even that fails, it is where it was moved to.
          if (movedTo !== null) await rename(movedTo, path).catch(() => null);
          throw error;
        }
        await syncFolder(dirname(path));
        return movedTo;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}

/** What stands there may be the key of another installation, and the only copy of it. */
async function moveAside(path: string, moment: Date): Promise<string | null> {
  if ((await lstat(path).catch(() => null)) === null) return null;
  const aside = `${path}.other-${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`;
  await rename(path, aside);
  return aside;
}

/** Writes a new file down to the disk. @throws EEXIST where there is one */
export async function writeKey(path: string, key: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(key.toString('base64'));
    await file.sync();
  } catch (error) {
    // Half a key, on a full disk, would be taken for the key the next time.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** @returns null for what is no key of 32 bytes */
export function decodeKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 ? key : null;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
