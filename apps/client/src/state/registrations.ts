import { join } from 'node:path';
import { fciUserInfoSchema, siloDataSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { readStateFile, writeStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

/** What a portal has told this computer to remember for it. */
const registrationSchema = z.object({
  siloData: z.optional(siloDataSchema),
  fciUserInfo: z.optional(fciUserInfoSchema),
});
export type Registration = z.infer<typeof registrationSchema>;

const registrationsSchema = z.object({ version: z.literal(1), portals: z.record(z.string(), registrationSchema) });

const pathOf = (folder: StateFolder) => join(folder.path, 'registrations.json');

/** By origin of the portal. A damaged file reads as none: the portal registers again. */
export async function readRegistrations(folder: StateFolder): Promise<Readonly<Record<string, Registration>>> {
  const read = await readStateFile(pathOf(folder), registrationsSchema);
  return read.state === 'read' ? read.value.portals : {};
}

/** Adds to what is remembered for a portal, or takes its place. */
export async function register(folder: StateFolder, origin: string, added: Registration): Promise<void> {
  const known = await readRegistrations(folder);
  const portals = { ...known, [origin]: { ...known[origin], ...added } };
  await writeStateFile(pathOf(folder), { version: 1, portals });
}
