import type { Brought } from '@vestibule/contracts';
import { and, countDistinct, desc, eq, exists, gte, isNotNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { applications, auditEntries, people, signIns } from '../database/schema.ts';

/** How far back people are counted who come to the gate: as far as a rehearsal looks. */
const DAYS = 14;
const DAY_MS = 86_400_000;
const HAS_ANSWERED: Readonly<Record<Brought, SQL>> = {
  extension: sql`(${signIns.hasAnswered} or ${signIns.deviceRowId} is not null)`,
  workplace: sql`${signIns.deviceRowId} is not null`,
};

const sinceThen = (now: Date) => gte(signIns.at, new Date(now.getTime() - DAYS * DAY_MS));

/** Of the people who have come lately: how many there are, and of whom the extension or a computer has answered. */
export async function countArrived(database: Database, companyId: string, now: Date) {
  const having = (what: Brought) =>
    sql<number>`count(distinct ${signIns.personId}) filter (where ${HAS_ANSWERED[what]})`.mapWith(Number);
  const [counted] = await database
    .select({
      people: countDistinct(signIns.personId),
      extension: having('extension'),
      workplace: having('workplace'),
    })
    .from(signIns)
    .where(and(eq(signIns.companyId, companyId), sinceThen(now), isNotNull(signIns.personId)));
  return counted ?? { people: 0, extension: 0, workplace: 0 };
}

/** Of a person in a list: they have come lately, and this of theirs has not answered. */
export function hasComeWithout(database: Database, what: Brought, now: Date): SQL | undefined {
  const theirs = and(eq(signIns.companyId, people.companyId), eq(signIns.personId, people.id), sinceThen(now));
  const some = (condition: SQL | undefined) => database.select({ id: signIns.id }).from(signIns).where(condition);
  return and(exists(some(theirs)), notExists(some(and(theirs, HAS_ANSWERED[what]))));
}

/** The application that let someone in last, and when. */
export async function findLastAnswered(database: Database, companyId: string) {
  const [found] = await database
    .select({ name: applications.name, at: signIns.endedAt })
    .from(signIns)
    .innerJoin(
      applications,
      and(eq(applications.companyId, signIns.companyId), eq(applications.id, signIns.applicationId)),
    )
    .where(and(eq(signIns.companyId, companyId), isNotNull(signIns.tookMs)))
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
