import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { mailServers } from '../database/schema.ts';

export type MailServerRow = typeof mailServers.$inferSelect;

/** @returns null: the company has set none */
export async function findMailServer(database: Database, companyId: string): Promise<MailServerRow | null> {
  const rows = await database.select().from(mailServers).where(eq(mailServers.companyId, companyId));
  return rows[0] ?? null;
}

/** Sets the company's mail server, whether or not there was one. */
export async function putMailServer(database: Database, row: MailServerRow): Promise<void> {
  await database.insert(mailServers).values(row).onConflictDoUpdate({ target: mailServers.companyId, set: row });
}

export async function deleteMailServer(database: Database, companyId: string): Promise<void> {
  await database.delete(mailServers).where(eq(mailServers.companyId, companyId));
}
