import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FirstVersionSession,
  firstVersionSessionSchema,
  type RestrictedSession,
  restrictedSessionSchema,
  type SessionData,
  sessionDataSchema,
} from '@vestibule/contracts';
import { digest } from '@vestibule/device-keys';
import type * as z from 'zod/mini';
import { isRunning } from '../system/process-id.ts';
import { readStateFile, writeStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

/**
 * Sessions of one browser, one per portal and kind. They outlive this process, as the browser ends it with the last portal page,
 * but not the browser: its process id is part of the file's name, so another browser (and anyone who is signed in there)
 * has sessions of its own.
 */
export interface Sessions<Session> {
  readonly get: (origin: string) => Promise<Session | null>;
  readonly set: (origin: string, session: Session) => Promise<void>;
  readonly remove: (origin: string) => Promise<void>;
}

/** A browser may hold one session of each kind with a portal. */
export interface AllSessions {
  /** Second version, of a person who signs in. */
  readonly full: Sessions<SessionData>;
  /** Second version, in which the device reports and nothing else. */
  readonly restricted: Sessions<RestrictedSession>;
  readonly firstVersion: Sessions<FirstVersionSession>;
}

/** @param browser process id of the browser */
export function openSessions(folder: StateFolder, browser: number, now: () => Date): AllSessions {
  return {
    full: open(sessionDataSchema, 'json'),
    restricted: open(restrictedSessionSchema, 'restricted.json'),
    firstVersion: open(firstVersionSessionSchema, 'v1.json'),
  };

  function open<Session extends { readonly expirationTime: string }>(
    schema: z.ZodMiniType<Session>,
    ending: string,
  ): Sessions<Session> {
    const sessions = join(folder.path, 'sessions');
    const pathOf = async (origin: string) => join(sessions, `${browser}.${await digest(origin)}.${ending}`);
    return {
      get: async (origin) => {
        const read = await readStateFile(await pathOf(origin), schema);
        if (read.state !== 'read') return null;
        return Date.parse(read.value.expirationTime) > now().getTime() ? read.value : null;
      },
      set: async (origin, session) => writeStateFile(await pathOf(origin), session),
      remove: async (origin) => rm(await pathOf(origin), { force: true }),
    };
  }
}

/** The session with a portal that lasts longest, of all browsers that run. */
export async function findLastingSession(folder: StateFolder, origin: string, now: Date): Promise<SessionData | null> {
  const sessions = join(folder.path, 'sessions');
  const ending = `.${await digest(origin)}.json`;
  const names = (await readdir(sessions).catch(() => [])).filter(
    (name) => name.endsWith(ending) && isRunning(Number(name.split('.', 1)[0])),
  );
  const reads = await Promise.all(names.map((name) => readStateFile(join(sessions, name), sessionDataSchema)));
  const lasting = reads
    .flatMap((read) => (read.state === 'read' ? [read.value] : []))
    .filter(({ expirationTime }) => Date.parse(expirationTime) > now.getTime());
  return lasting.toSorted((a, b) => Date.parse(b.expirationTime) - Date.parse(a.expirationTime))[0] ?? null;
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
