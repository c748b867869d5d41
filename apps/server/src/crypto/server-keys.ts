import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { serverKeys } from '../database/schema.ts';
import type { MasterKey } from './master-key.ts';

/**
 * Reads a key of the installation, or creates it at the first start. Of several servers starting at once, one creates
 * it and the others read that one.
 * @param create makes the key's text form
 */
export async function loadServerKey(
  database: Database,
  masterKey: MasterKey,
  name: string,
  create: () => Promise<string> | string,
): Promise<string> {
  const read = async () => (await database.select().from(serverKeys).where(eq(serverKeys.name, name)))[0];
  const stored = await read();
  if (stored !== undefined) return masterKey.unseal(stored.sealed, name);
  const sealed = masterKey.seal(await create(), name);
  await database.insert(serverKeys).values({ name, sealed, createdAt: new Date() }).onConflictDoNothing();
  const written = await read();
  if (written === undefined) throw new Error(`The key ${name} could not be stored.`);
  return masterKey.unseal(written.sealed, name);
}

export function createSecret(): string {
  return randomBytes(32).toString('base64');
}
