import { dirname, join } from 'node:path';
import { publicJwkSchema, UPDATE_KEYS_MAXIMUM, updateKeySchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { Program } from '../system/program.ts';
import { type Installation, readInstallation } from './installation.ts';
import { readStateFile, type StateRead } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

/**
 * What the company's package brings along: the portals, their servers' keys and the extensions. It lies next to the
 * program and is believed exactly as much: anyone who can write there could change the program itself.
 */
export const provisioningSchema = z.object({
  version: z.literal(1),
  portals: z.array(z.object({ origin: z.string(), serverKey: publicJwkSchema })).check(z.minLength(1)),
  extensionIds: z.array(z.string()).check(z.minLength(1)),
  /** Whose updates are believed; none in packages that were made without. */
  updateKeys: z.optional(z.array(updateKeySchema).check(z.maxLength(UPDATE_KEYS_MAXIMUM))),
});
export type Provisioning = z.infer<typeof provisioningSchema>;

export const PROVISIONING_FILE = 'provisioning.json';

/** Reads what was packed with the program; missing where it was built without a portal. */
export function readProvisioning(program: Program): Promise<StateRead<Provisioning>> {
  return readStateFile(join(dirname(program.code), PROVISIONING_FILE), provisioningSchema);
}

/** What this person's `workplace install` wrote together with what the package brought; the person's own comes first. */
export async function readConnections(
  state: StateFolder,
  program: Program,
): Promise<Exclude<StateRead<Installation>, { state: 'missing' }>> {
  const [own, packed] = await Promise.all([readInstallation(state), readProvisioning(program)]);
  if (own.state === 'damaged') return own;
  if (packed.state === 'damaged') return packed;
  if (packed.state === 'missing') return own;
  const known = new Set(own.value.portals.map(({ origin }) => origin));
  return {
    state: 'read',
    value: {
      ...own.value,
      portals: [...own.value.portals, ...packed.value.portals.filter(({ origin }) => !known.has(origin))],
      extensionIds: [...new Set([...own.value.extensionIds, ...packed.value.extensionIds])],
    },
  };
}
