import { existsSync, statfsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const RUN_FOLDER_VARIABLE = 'VESTIBULE_TEST_RUN';
const PREFIX = 'vestibule-run-';
const IN_MEMORY = '/dev/shm';
/** A data folder with its embedded database takes 40 MB, and each test process has one at a time or two. */
const ROOM_BYTES = 2_000_000_000;
const PATIENCE_MS = 60_000;
const POLL_MS = 25;

/** A folder in memory where the system has one with room: databases that no one keeps need no disk. */
function parentFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
}

/**
 * Makes the folder of one test run, before it: what the test processes share, and their servers' data folders. Removes
 * those of runs that were killed; a PostgreSQL server ends by itself when its folder is gone.
 */
export async function makeRunFolder(): Promise<string> {
  const parent = parentFolder();
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  // PostgreSQL never runs as root, and has to get through.
  await chmod(folder, 0o711);
  process.env[RUN_FOLDER_VARIABLE] = folder;
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether this process belongs to a test run; a benchmark does not. */
export function isInRun(): boolean {
  return process.env[RUN_FOLDER_VARIABLE] !== undefined;
}

/** The folder of this test run; everything in it goes with it. */
export function runFolder(): string {
  const folder = process.env[RUN_FOLDER_VARIABLE];
  if (folder === undefined)
    throw new Error('The global set-up of vitest.config.ts has not run: no folder for servers.');
  return folder;
}

/**
 * Makes something once for all test processes of a run: anyone who comes first makes it, the others wait.
 * @param make fills an empty folder
 * @returns the folder
 */
export async function onceInRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(runFolder(), name);
  const [ready, failed] = [`${folder}.ready`, `${folder}.failed`];
  if (await isFirst(folder)) {
    try {
      await make(folder);
    } catch (error) {
      await writeFile(failed, '');
      throw error;
    }
    await writeFile(ready, '');
    return folder;
  }
  for (let waited = 0; !existsSync(ready); waited += POLL_MS) {
    if (existsSync(failed) || waited > PATIENCE_MS) throw new Error(`Another test process did not finish "${name}".`);
    await wait(POLL_MS);
  }
  return folder;
}

async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
