import { join } from 'node:path';
import { type PublicJwk, publicJwkSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { readStateFile, type StateRead, writeStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

/** What was fixed when the client was installed: whom it answers and whose grants it believes. */
const installationSchema = z.object({
  version: z.literal(1),
  portals: z.array(z.object({ origin: z.string(), serverKey: publicJwkSchema })),
  extensionIds: z.array(z.string()),
  /** Native-messaging manifests that `install` wrote, for `uninstall` to take back exactly these. */
  manifests: z.array(z.object({ path: z.string(), browser: z.string(), registryKey: z.optional(z.string()) })),
});
export type Installation = z.infer<typeof installationSchema>;

const EMPTY: Installation = { version: 1, portals: [], extensionIds: [], manifests: [] };

const pathOf = (folder: StateFolder) => join(folder.path, 'installation.json');

/** Reads what was installed; nothing when nothing was. */
export async function readInstallation(
  folder: StateFolder,
): Promise<Exclude<StateRead<Installation>, { state: 'missing' }>> {
  const read = await readStateFile(pathOf(folder), installationSchema);
  return read.state === 'missing' ? { state: 'read', value: EMPTY } : read;
}

export function writeInstallation(folder: StateFolder, installation: Installation): Promise<void> {
  return writeStateFile(pathOf(folder), installation);
}

/** @returns the pinned key of a portal's server, null when the portal is not one of ours */
export function pinnedServerKey(installation: Installation, origin: string): PublicJwk | null {
  return installation.portals.find((portal) => portal.origin === origin)?.serverKey ?? null;
}
