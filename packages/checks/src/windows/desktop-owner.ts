import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from './section.ts';

const sessionSchema = z.object({
  /** Of the account that the script runs as. */
  sid: z.string().check(z.regex(/^S-1-\d+(-\d+){1,14}$/)),
  /** Accounts whose desktop runs in the same session. */
  desktopOwners: z.array(z.nullable(z.string())),
});

/**
 * The account whose desktop this is. Settings of a person are read as that person and no one else: a process that was
 * started with another account's rights would read and change that account's settings.
 * @returns the account's SID; `no-session` when the desktop is another person's, or there is none
 */
export async function requireDesktopOwner(system: SystemPort): Promise<Outcome<string>> {
  const session = await readSection(system, 'session', sessionSchema);
  if (!session.ok) return session;
  const { sid, desktopOwners } = session.value;
  if (desktopOwners.includes(sid)) return { ok: true, value: sid };
  return { ok: false, reason: 'no-session', detail: 'Workplace does not run as the person who is signed in.' };
}
