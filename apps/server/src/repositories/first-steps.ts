import { and, countDistinct, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { applications, auditEntries, signIns } from '../database/schema.ts';

/** Of the people who have come since: how many there are, and of whom the extension or a computer has answered. */
export async function countArrived(database: Database, companyId: string, since: Date) {
  const [counted] = await database
    .select({
      people: countDistinct(signIns.personId),
      extension:
        sql<number>`count(distinct ${signIns.personId}) filter (where ${signIns.hasAnswered} or ${signIns.deviceRowId} is not null)`.mapWith(
          Number,
        ),
      workplace:
        sql<number>`count(distinct ${signIns.personId}) filter (where ${signIns.deviceRowId} is not null)`.mapWith(
          Number,
        ),
    })
    .from(signIns)
    .where(and(eq(signIns.companyId, companyId), gte(signIns.at, since), isNotNull(signIns.personId)));
  return counted ?? { people: 0, extension: 0, workplace: 0 };
}

/** The application that was answered last, and when. */
export async function findLastAnswered(database: Database, companyId: string) {
  const [found] = await database
    .select({ name: applications.name, at: signIns.endedAt })
    .from(signIns)
    .innerJoin(
      applications,
      and(eq(applications.companyId, signIns.companyId), eq(applications.id, signIns.applicationId)),
    )
    .where(and(eq(signIns.companyId, companyId), isNotNull(signIns.endedAt)))
    .orderBy(desc(signIns.at))
    .limit(1);
  const at = found?.at ?? null;
  return found === undefined || at === null ? null : { name: found.name, at };
}

/** When a call that changes nothing was made last. @param call such as `POST /api/admin/v1/policy/rehearse` */
export async function findLastRead(database: Database, companyId: string, call: string): Promise<Date | null> {
  const [found] = await database
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.companyId, companyId), eq(auditEntries.action, 'admin-read'), eq(auditEntries.target, call)),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return found?.at ?? null;
}
