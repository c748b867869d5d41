import { join } from 'node:path';
import * as z from 'zod/mini';
import { readStateFile, type StateRead, writeStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

/** What this computer was given by a portal so that it may report by itself. */
const accountSchema = z.object({
  accountId: z.uuid(),
  deviceUserId: z.string(),
  companyName: z.string(),
  claimedAt: z.iso.datetime(),
});
export type Account = z.infer<typeof accountSchema>;

const accountsSchema = z.object({ version: z.literal(1), portals: z.record(z.string(), accountSchema) });

const pathOf = (folder: StateFolder) => join(folder.path, 'accounts.json');

/** By origin of the portal; none when there is no file. */
export async function readAccounts(
  folder: StateFolder,
): Promise<Exclude<StateRead<Readonly<Record<string, Account>>>, { state: 'missing' }>> {
  const read = await readStateFile(pathOf(folder), accountsSchema);
  if (read.state === 'missing') return { state: 'read', value: {} };
  return read.state === 'read' ? { state: 'read', value: read.value.portals } : read;
}

/** Keeps an account for a portal, in the place of the one before; null forgets it. */
export async function writeAccount(folder: StateFolder, origin: string, account: Account | null): Promise<void> {
  const known = await readAccounts(folder);
  const others = Object.entries(known.state === 'read' ? known.value : {}).filter(([other]) => other !== origin);
  const portals = Object.fromEntries([...others, ...(account === null ? [] : [[origin, account] as const])]);
  await writeStateFile(pathOf(folder), { version: 1, portals });
}
