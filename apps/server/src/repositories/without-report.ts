import { and, count, desc, eq, gt, isNotNull, isNull, lt, max, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { applications, devices, people, reports, signIns } from '../database/schema.ts';

/** A person who came to the gate for one application and was stopped before any computer of theirs reported. */
interface StoppedEarly {
  readonly login: string;
  readonly applicationName: string;
  /** How often in this time, and when last. */
  readonly times: number;
  readonly at: Date;
  /** Extension and Workplace answered, and no report was taken. */
  readonly hasAnswered: boolean;
}

/**
 * Who signed in for an application in a span of time, was never sent on to it since, and of whose computers none has reported
 * in that time. It is bounded by people and applications.
 */
export async function findStoppedEarly(
  database: Database,
  companyId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<StoppedEarly[]> {
  const later = alias(signIns, 'later');
  const wentOn = database
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.companyId, companyId),
        eq(later.personId, signIns.personId),
        eq(later.applicationId, signIns.applicationId),
        gt(later.endedAt, signIns.at),
      ),
    );
  const reported = database
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(devices, and(eq(devices.companyId, reports.companyId), eq(devices.id, reports.deviceRowId)))
    .where(and(eq(reports.companyId, companyId), eq(devices.personId, signIns.personId), gt(reports.receivedAt, from)));
  const at = max(signIns.at);
  const rows = await database
    .select({
      login: people.login,
      applicationName: applications.name,
      times: count(),
      at,
      hasAnswered: sql<boolean>`bool_or(${signIns.hasAnswered} is true)`,
    })
    .from(signIns)
    .innerJoin(people, and(eq(people.companyId, companyId), eq(people.id, signIns.personId)))
    .innerJoin(applications, and(eq(applications.companyId, companyId), eq(applications.id, signIns.applicationId)))
    .where(
      and(
        eq(signIns.companyId, companyId),
        isNotNull(signIns.personId),
        isNull(signIns.endedAt),
        gt(signIns.at, from),
        lt(signIns.at, until),
        notExists(wentOn),
        notExists(reported),
      ),
    )
    .groupBy(people.id, people.login, applications.id, applications.name)
    .orderBy(desc(at), people.login);
  return rows.flatMap((row) => (row.at === null ? [] : [{ ...row, at: row.at }]));
}
