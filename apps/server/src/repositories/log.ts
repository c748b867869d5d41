import type { Database } from '../database/open.ts';
import { activityEntries, auditEntries } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

export type AuditEntry = Omit<typeof auditEntries.$inferInsert, 'id'>;
export type ActivityEntry = Omit<typeof activityEntries.$inferInsert, 'id'>;

/** Writes entries in their order. */
export async function writeAudit(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await database.insert(auditEntries).values([...entries]);
}

type Written = Required<ActivityEntry>;

const insertActivity = statement('activity_insert', (database, given: Given<Written>) =>
  database.insert(activityEntries).values({
    companyId: given.companyId,
    at: given.at,
    personId: given.personId,
    verb: given.verb,
    deviceName: given.deviceName,
    claimed: given.claimed,
  }),
);

export async function writeActivity(database: Database, entry: ActivityEntry): Promise<void> {
  await insertActivity(database, { claimed: null, ...entry });
}
