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

/** Takes a key out: the company it belongs to keeps it from now on. @returns null when there is none */
export async function takeServerKey(
  database: Database,
  masterKey: MasterKey,
  name: string,
): Promise<{ readonly text: string; readonly createdAt: Date } | null> {
  const [row] = await database.delete(serverKeys).where(eq(serverKeys.name, name)).returning();
  return row === undefined ? null : { text: masterKey.unseal(row.sealed, name), createdAt: row.createdAt };
}
