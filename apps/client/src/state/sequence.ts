import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../system/atomic-file.ts';
import type { StateFolder } from './state-folder.ts';

/** Numbers kept behind the newest one, so that a listing that runs next to other claims still meets a higher one. */
const KEPT = 16;

/**
 * Takes the next number of this device's reports. Numbers are claimed by creating a file of that name, which only one
 * process can; there is no lock that a killed process could leave behind. The claim is on the disk before the number is
 * used, so it never falls and is never given twice. A gap means a process ended in between.
 */
export async function nextSequence(folder: StateFolder): Promise<number> {
  const claims = join(folder.path, 'sequence');
  await mkdir(claims, { recursive: true, mode: 0o700 });
  for (;;) {
    const wanted = Math.max(0, ...(await claimed(claims))) + 1;
    if (!(await claim(join(claims, String(wanted))))) continue;
    await syncFolder(claims);
    const numbers = await claimed(claims);
    // Others went so far past this number that it may have been used and tidied away before it was claimed here. Numbers
    // that are only a little behind are good: were they given up as well, many claims at once would never end.
    if (Math.max(...numbers) > wanted + KEPT) continue;
    await Promise.all(
      numbers
        .filter((number) => number < wanted - KEPT)
        .map((number) => rm(join(claims, String(number)), { force: true })),
    );
    return wanted;
  }
}

/** @returns number and time of the newest report, null before the first */
export async function lastReport(
  folder: StateFolder,
): Promise<{ readonly sequence: number; readonly at: Date } | null> {
  const claims = join(folder.path, 'sequence');
  const sequence = Math.max(0, ...(await claimed(claims).catch(() => [])));
  if (sequence === 0) return null;
  const found = await stat(join(claims, String(sequence))).catch(() => null);
  return found === null ? null : { sequence, at: found.mtime };
}

async function claimed(folder: string): Promise<number[]> {
  return (await readdir(folder)).map(Number).filter(Number.isSafeInteger);
}

async function claim(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
