import { open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export class FolderInUseError extends Error {
  constructor(folder: string, processId: number) {
    super(
      `The data folder ${folder} is in use by another Vestibule server (process ${processId}). Stop that one first.`,
    );
    this.name = 'FolderInUseError';
  }
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the exclusive lock of a data folder: a file that names its holder. The lock of a process that is gone (a
 * crash, `kill -9`) is taken over.
 */
export async function takeFolderLock(folder: string): Promise<FolderLock> {
  const path = join(folder, 'server.lock');
  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.write(String(process.pid));
      await file.close();
      return { release: () => unlink(path).catch(() => undefined) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
      if (Number.isInteger(holder) && holder !== process.pid && isRunning(holder))
        throw new FolderInUseError(folder, holder);
      await unlink(path).catch(() => undefined);
    }
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
