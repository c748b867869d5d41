import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../database/open.ts';
import { serverKeys } from '../../database/schema.ts';
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

/** What is stored under a name, as it was read: `sealed` tells this version of it from any other. */
export interface StoredText {
  readonly sealed: string;
  readonly text: string;
}

/** Reads what is stored under some names. @returns those that there are, by name */
export async function readServerTexts(
  database: Database,
  masterKey: MasterKey,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredText>> {
  const rows = await database
    .select()
    .from(serverKeys)
    .where(inArray(serverKeys.name, [...names]));
  return new Map(rows.map(({ name, sealed }) => [name, { sealed, text: masterKey.unseal(sealed, name) }]));
}

/**
 * Stores a text under a name, unless another server was faster.
 * @param before what is replaced, as it was read; null: nothing was there
 * @returns what is stored now; null when it was something else by then
 */
export async function replaceServerText(
  { database, masterKey, now }: { database: Database; masterKey: MasterKey; now: () => Date },
  name: string,
  before: StoredText | null,
  text: string,
): Promise<StoredText | null> {
  const sealed = masterKey.seal(text, name);
  const values = { name, sealed, createdAt: now() };
  const written =
    before === null
      ? await database.insert(serverKeys).values(values).onConflictDoNothing().returning()
      : await database
          .update(serverKeys)
          .set(values)
          .where(and(eq(serverKeys.name, name), eq(serverKeys.sealed, before.sealed)))
          .returning();
  return written.length === 0 ? null : { sealed, text };
}
