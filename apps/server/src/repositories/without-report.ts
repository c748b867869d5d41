import { and, count, desc, eq, exists, gt, isNotNull, isNull, lt, max, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { applications, devices, deviceSessions, pendingSignIns, people, reports } from '../database/schema.ts';

/** A person who came to the gate for one application and was stopped before any computer of theirs reported. */
interface StoppedEarly {
  readonly login: string;
  readonly applicationName: string;
  /** How often in this time, and when last. */
  readonly times: number;
  readonly at: Date;
  /** A computer opened a session: extension and Workplace answered, and no report was taken. */
  readonly hasAnswered: boolean;
}

/**
 * Who signed in for an application in a span of time, was never sent on to it since, and of whose computers none has reported
 * in that time. It is read from the sign-ins that applications began, so it is bounded by people and applications.
 */
export async function findStoppedEarly(
  database: Database,
  companyId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<StoppedEarly[]> {
  const later = alias(pendingSignIns, 'later');
  const wentOn = database
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.companyId, companyId),
        eq(later.personId, pendingSignIns.personId),
        eq(later.applicationId, pendingSignIns.applicationId),
        gt(later.completedAt, pendingSignIns.createdAt),
      ),
    );
  const reported = database
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(devices, and(eq(devices.companyId, reports.companyId), eq(devices.id, reports.deviceRowId)))
    .where(
      and(
        eq(reports.companyId, companyId),
        eq(devices.personId, pendingSignIns.personId),
        gt(reports.receivedAt, from),
      ),
    );
  const answered = database
    .select({ id: deviceSessions.id })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.webSessionId, pendingSignIns.webSessionId)));
  const at = max(pendingSignIns.createdAt);
  const rows = await database
    .select({
      login: people.login,
      applicationName: applications.name,
      times: count(),
      at,
      hasAnswered: sql<boolean>`bool_or(${exists(answered)})`,
    })
    .from(pendingSignIns)
    .innerJoin(people, and(eq(people.companyId, companyId), eq(people.id, pendingSignIns.personId)))
    .innerJoin(
      applications,
      and(eq(applications.companyId, companyId), eq(applications.id, pendingSignIns.applicationId)),
    )
    .where(
      and(
        eq(pendingSignIns.companyId, companyId),
        isNotNull(pendingSignIns.personId),
        isNull(pendingSignIns.completedAt),
        gt(pendingSignIns.createdAt, from),
        lt(pendingSignIns.createdAt, until),
        notExists(wentOn),
        notExists(reported),
      ),
    )
    .groupBy(people.id, people.login, applications.id, applications.name)
    .orderBy(desc(at), people.login);
  return rows.flatMap((row) => (row.at === null ? [] : [{ ...row, at: row.at }]));
}
