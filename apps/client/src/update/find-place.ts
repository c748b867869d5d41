import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROVISIONING_FILE } from '../state/provisioning.ts';
import { isProtectedInstallation, isProtectedPath, type Program } from '../system/program.ts';
import type { UpdateLayout } from './update-layout.ts';

type Place = { readonly ok: true } | { readonly ok: false; readonly detail: string };

const OF_THE_COMPUTER =
  'This installation is for everyone on this computer: it is updated by the means it was installed with, or by its administrator with `workplace update --scope machine`.';

/** Only what this person installed for themselves. */
export async function findOwn(program: Program, { launcher }: UpdateLayout): Promise<Place> {
  const isOwn =
    !isProtectedInstallation(program) &&
    (await access(dirname(launcher), constants.W_OK).then(
      () => true,
      () => false,
    ));
  return isOwn ? { ok: true } : { ok: false, detail: OF_THE_COMPUTER };
}

/** What a new version is tried with: nothing that another person has put into the environment. */
export const ROOTS_ENVIRONMENT = { PATH: '/usr/bin:/bin' };

/**
 * Root starts nothing that another person could have written: neither what is there nor what will be put next to it. Makes
 * sure that what is written from now on is root's alone to change.
 */
export async function prepareProtected(program: Program, { versions }: UpdateLayout): Promise<Place> {
  if (process.getuid?.() !== 0) {
    return { ok: false, detail: 'Only root can update what is for everyone on this computer.' };
  }
  const detail = 'Others than root can write to this installation, so nothing of it is run as administrator.';
  // The keys that root believes stand next to the program.
  const provisioning = join(dirname(program.code), PROVISIONING_FILE);
  if (!isProtectedInstallation(program) || !isProtectedPath(provisioning)) return { ok: false, detail };
  process.umask(0o022);
  await mkdir(versions, { recursive: true });
  return isProtectedPath(versions) ? { ok: true } : { ok: false, detail };
}
