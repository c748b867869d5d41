import * as z from 'zod/mini';
import type { FixAction } from './check-result.ts';

/**
 * How a drive gets encrypted from where it is. `resume`: the protection is suspended, and the client resumes it. The other
 * two only open the settings of the system, where the person turns it on: `turn-on` has the whole drive encrypted, after
 * `activate` only the key is taken away from a drive that is encrypted already.
 */
export const ENCRYPTION_WAYS = ['resume', 'turn-on', 'activate'] as const;
export type EncryptionWay = (typeof ENCRYPTION_WAYS)[number];

/** The ways that change nothing: what comes after is the person's and the system's. */
export const WAYS_BY_SETTINGS = ['turn-on', 'activate'] as const satisfies readonly EncryptionWay[];

const waySchema = z._default(z.enum(ENCRYPTION_WAYS), 'resume');

/**
 * Which way a fix of DeviceEncrypted goes. Without a value it resumes: an administrator's fix takes none.
 * @returns null for a value that this version does not know
 */
export function encryptionWayOf({ parameters }: Pick<FixAction, 'parameters'>): EncryptionWay | null {
  const way = waySchema.safeParse(parameters?.['way']);
  return way.success ? way.data : null;
}
