import { randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
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

const TRIES = 50;
const WAIT_MS = 20;

/**
 * Takes the exclusive lock of a data folder: a file that names its holder and appears whole, by a link. The lock of a
 * process that is gone (a crash, `kill -9`) is removed by the one who holds the second lock, after a second look, so that of
 * several servers starting at once exactly one gets the folder.
 */
export async function takeFolderLock(folder: string): Promise<FolderLock> {
  const lock = join(folder, 'server.lock');
  const takeOver = join(folder, 'server.lock.takeover');
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (await create(lock)) return { release: () => unlink(lock).catch(() => undefined) };
    const holder = await readHolder(lock);
    if (holder !== null && isRunning(holder)) throw new FolderInUseError(folder, holder);
    if (await create(takeOver)) {
      const still = await readHolder(lock);
      if (still !== null && !isRunning(still)) await unlink(lock).catch(() => undefined);
      await unlink(takeOver).catch(() => undefined);
    } else {
      await removeAbandoned(takeOver);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
  throw new Error(`The lock ${lock} could not be taken. Delete the file if no Vestibule server runs on this folder.`);
}

/** Makes a file that names this process. @returns false when it is there already */
async function create(path: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, String(process.pid), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder !== null && !isRunning(holder)) await unlink(path).catch(() => undefined);
}

/** @returns null when the lock is gone or names no one */
async function readHolder(path: string): Promise<number | null> {
  const holder = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
  return Number.isInteger(holder) ? holder : null;
}

/** A container starts its server with the same process id each time, so a lock of our own id is an old one. */
function isRunning(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
