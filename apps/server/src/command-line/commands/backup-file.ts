import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandFailure, EXIT_CODES, misuse } from '@vestibule/command-line';

/** @returns the file that is named, or a new one in the folder that is */
export async function findPlaceFor(place: string): Promise<string> {
  const path = resolve(place);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) {
    const moment = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    return join(path, `vestibule-${moment}Z.backup`);
  }
  if (found !== null) throw misuse(`${path} is there already. Name another file, or a folder.`);
  if ((await stat(dirname(path)).catch(() => null)) !== null) return path;
  throw misuse(`There is no folder ${dirname(path)}. Make it, or choose another place.`);
}

/** From the data folder to where it is wanted, and never over something that has come there meanwhile. */
export async function moveBackup(from: string, to: string): Promise<void> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      // Another file system, or one without links.
      const draft = `${to}.${randomUUID()}.part`;
      await copyFile(from, draft, constants.COPYFILE_EXCL);
      try {
        await link(draft, to).catch(async (linking: unknown) => {
          if (codeOf(linking) === 'EEXIST') throw linking;
          await copyFile(draft, to, constants.COPYFILE_EXCL);
        });
      } finally {
        await rm(draft, { force: true });
      }
    });
    await rm(from);
  } catch (error) {
    throw new CommandFailure(
      EXIT_CODES.refused,
      `The backup is whole and lies at ${from}, but it could not be moved to ${to} (${codeOf(error)}). Move it by hand.`,
      { file: from },
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
