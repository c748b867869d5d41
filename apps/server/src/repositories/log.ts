import type { Database } from '../database/open.ts';
import { activityEntries, auditEntries } from '../database/schema.ts';

export type AuditEntry = Omit<typeof auditEntries.$inferInsert, 'id'>;
export type ActivityEntry = Omit<typeof activityEntries.$inferInsert, 'id'>;

/** Writes entries in their order. */
export async function writeAudit(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await database.insert(auditEntries).values([...entries]);
}

export async function writeActivity(database: Database, entry: ActivityEntry): Promise<void> {
  await database.insert(activityEntries).values(entry);
}
