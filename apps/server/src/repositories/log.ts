import type { Database } from '../database/open.ts';
import { activityEntries, auditEntries } from '../database/schema.ts';

export type AuditEntry = Omit<typeof auditEntries.$inferInsert, 'id'>;
export type ActivityEntry = Omit<typeof activityEntries.$inferInsert, 'id'>;

export async function writeAudit(database: Database, entry: AuditEntry): Promise<void> {
  await database.insert(auditEntries).values(entry);
}

export async function writeActivity(database: Database, entry: ActivityEntry): Promise<void> {
  await database.insert(activityEntries).values(entry);
}
