import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FixGrant, OWN_LIMITS } from '@vestibule/contracts';
import { digest } from '@vestibule/device-keys';
import * as z from 'zod/mini';
import { createStateFile, readStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

const usedGrantSchema = z.object({ exp: z.int() });

/** Used grants are kept this much longer than they are believed: a clock that is set back meanwhile revives none. */
const KEPT_BEYOND_MS = 86_400_000;

export type UsableGrant = Pick<FixGrant, 'origin' | 'jti' | 'exp'>;

const folderOf = (folder: StateFolder) => join(folder.path, 'grants');

/**
 * Claims a grant by creating its file, which only one process can: it is on the disk before anything is done with the
 * grant, so neither another process nor this one started again uses it again.
 * @returns false when the grant was used already
 */
export async function claimGrant(folder: StateFolder, { origin, jti, exp }: UsableGrant): Promise<boolean> {
  const grants = folderOf(folder);
  await mkdir(grants, { recursive: true, mode: 0o700 });
  const name = await digest(JSON.stringify([origin, jti]));
  return createStateFile(join(grants, `${name}.json`), { exp });
}

/** Forgets grants that are refused for their age alone. */
export async function removeExpiredGrants(folder: StateFolder, now: Date): Promise<void> {
  const grants = folderOf(folder);
  const paths = (await readdir(grants).catch(() => [])).map((name) => join(grants, name));
  await Promise.allSettled(
    paths.map(async (path) => {
      const read = await readStateFile(path, usedGrantSchema);
      if (read.state !== 'read') return;
      const keptUntil = read.value.exp * 1000 + OWN_LIMITS.clockToleranceMs + KEPT_BEYOND_MS;
      if (keptUntil <= now.getTime()) await rm(path, { force: true });
    }),
  );
}
