import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SessionData, sessionDataSchema } from '@vestibule/contracts';
import { digest } from '@vestibule/device-keys';
import { readStateFile, writeStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

/**
 * Sessions of one browser, one per portal. They outlive this process, as the browser ends it with the last portal page,
 * but not the browser: its process id is part of the file's name, so another browser (and whoever is signed in there)
 * has sessions of its own.
 */
export interface Sessions {
  readonly get: (origin: string) => Promise<SessionData | null>;
  readonly set: (origin: string, session: SessionData) => Promise<void>;
  readonly remove: (origin: string) => Promise<void>;
}

/** @param browser process id of the browser */
export function openSessions(folder: StateFolder, browser: number, now: () => Date): Sessions {
  const sessions = join(folder.path, 'sessions');
  const pathOf = async (origin: string) => join(sessions, `${browser}.${await digest(origin)}.json`);
  return {
    get: async (origin) => {
      const read = await readStateFile(await pathOf(origin), sessionDataSchema);
      if (read.state !== 'read') return null;
      return Date.parse(read.value.expirationTime) > now().getTime() ? read.value : null;
    },
    set: async (origin, session) => writeStateFile(await pathOf(origin), session),
    remove: async (origin) => rm(await pathOf(origin), { force: true }),
  };
}

/** Removes the sessions of browsers that have ended. */
export async function removeEndedSessions(folder: StateFolder): Promise<void> {
  const sessions = join(folder.path, 'sessions');
  const names = await readdir(sessions).catch(() => []);
  await Promise.all(
    names
      .filter((name) => !isRunning(Number(name.split('.', 1)[0])))
      .map((name) => rm(join(sessions, name), { force: true })),
  );
}

function isRunning(processId: number): boolean {
  if (!Number.isSafeInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
