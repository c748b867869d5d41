import { and, desc, eq, gt, gte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import {
  applications,
  auditEntries,
  auditNames,
  devices,
  deviceSessions,
  pendingSignIns,
  reports,
  webSessions,
} from '../database/schema.ts';
import { findAuditEntries } from './audit-log.ts';
import { isNameOf } from './audit-names.ts';
import type { Application } from './companies.ts';
import type { Device, DeviceSession } from './devices.ts';
import type { PendingSignInRow } from './pending-sign-ins.ts';
import type { WebSession } from './people.ts';
import type { StoredReport } from './reports.ts';

/** The sessions of a company that were used since, the newest first: a support code is worked out of their ids. */
export async function findSessionIdsSince(database: Database, companyId: string, since: Date): Promise<string[]> {
  const rows = await database
    .select({ id: webSessions.id })
    .from(webSessions)
    .where(and(eq(webSessions.companyId, companyId), gt(webSessions.lastSeenAt, since)))
    .orderBy(desc(webSessions.lastSeenAt));
  return rows.map(({ id }) => id);
}

/** A session, also one that is over. */
export async function findAnySession(database: Database, companyId: string, id: string): Promise<WebSession | null> {
  const rows = await database
    .select()
    .from(webSessions)
    .where(and(eq(webSessions.companyId, companyId), eq(webSessions.id, id)));
  return rows[0] ?? null;
}

/** The person who did what an audit entry with this correlation id says. */
export async function findActorOfCorrelation(
  database: Database,
  companyId: string,
  correlationId: string,
): Promise<string | null> {
  return findActor(database, companyId, eq(auditEntries.correlationId, correlationId));
}

/** The newest person whom a tab has done something for since. @param tabCode what its correlation ids begin with */
export async function findActorOfTab(
  database: Database,
  companyId: string,
  tabCode: string,
  since: Date,
): Promise<string | null> {
  // A code that is asked for may have a wildcard in it.
  const isOfTab = eq(sql`left(${auditEntries.correlationId}, ${tabCode.length + 1})`, `${tabCode}-`);
  return findActor(database, companyId, and(gt(auditEntries.at, since), isOfTab));
}

/** @returns the id of the newest person who did one of these; none: no one of ours */
async function findActor(database: Database, companyId: string, which: SQL | undefined): Promise<string | null> {
  const [newest] = await database
    .select({ personId: auditNames.subjectId })
    .from(auditEntries)
    .innerJoin(
      auditNames,
      and(eq(auditNames.companyId, auditEntries.companyId), eq(auditNames.id, auditEntries.actorNameId)),
    )
    .where(and(eq(auditEntries.companyId, companyId), which))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return newest?.personId ?? null;
}

export async function findNewestSessionOf(
  database: Database,
  companyId: string,
  personId: string,
): Promise<WebSession | null> {
  const rows = await database
    .select()
    .from(webSessions)
    .where(and(eq(webSessions.companyId, companyId), eq(webSessions.personId, personId)))
    .orderBy(desc(webSessions.lastSeenAt))
    .limit(1);
  return rows[0] ?? null;
}

/** What the session came for last, also when it is done or over. */
export async function findNewestVisit(
  database: Database,
  companyId: string,
  session: Pick<WebSession, 'id'>,
): Promise<{ pending: PendingSignInRow; application: Application } | null> {
  const rows = await database
    .select({ pending: pendingSignIns, application: applications })
    .from(pendingSignIns)
    .innerJoin(
      applications,
      and(eq(applications.companyId, pendingSignIns.companyId), eq(applications.id, pendingSignIns.applicationId)),
    )
    .where(and(eq(pendingSignIns.companyId, companyId), eq(pendingSignIns.webSessionId, session.id)))
    .orderBy(desc(pendingSignIns.createdAt))
    .limit(1);
  return rows[0] ?? null;
}

/** The computer that spoke last in this session, with its newest report. */
export async function findComputerOf(
  database: Database,
  companyId: string,
  session: Pick<WebSession, 'id'>,
): Promise<{ device: Device; session: DeviceSession; report: StoredReport | null } | null> {
  const [found] = await database
    .select({ device: devices, session: deviceSessions })
    .from(deviceSessions)
    .innerJoin(
      devices,
      and(eq(devices.companyId, deviceSessions.companyId), eq(devices.id, deviceSessions.deviceRowId)),
    )
    .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.webSessionId, session.id)))
    .orderBy(desc(deviceSessions.createdAt))
    .limit(1);
  if (found === undefined) return null;
  const [report] = await database
    .select()
    .from(reports)
    .where(and(eq(reports.companyId, companyId), eq(reports.deviceRowId, found.device.id)))
    .orderBy(desc(reports.receivedAt), desc(reports.sequence))
    .limit(1);
  return { ...found, report: report ?? null };
}

/** The newest report of someone that was not taken. @param deviceId of one computer; null: of any */
export async function findRefusedReport(
  database: Database,
  companyId: string,
  personId: string,
  { deviceId, since }: { readonly deviceId: string | null; readonly since: Date },
) {
  const where = and(
    eq(auditEntries.companyId, companyId),
    gte(auditEntries.at, since),
    eq(auditEntries.action, 'device-report'),
    eq(auditEntries.outcome, 'refused'),
    isNameOf(auditEntries.actorNameId, [personId]),
    deviceId === null ? undefined : eq(auditEntries.target, deviceId),
  );
  const [newest] = await findAuditEntries(database, where, { limit: 1 });
  return newest ?? null;
}

/** The last entries about someone, by what they did and what was done to them. */
export async function findEventsAbout(database: Database, companyId: string, personId: string, limit: number) {
  const { actorNameId, targetNameId } = auditEntries;
  const isAbout = or(isNameOf(actorNameId, [personId]), isNameOf(targetNameId, [personId]));
  return findAuditEntries(database, and(eq(auditEntries.companyId, companyId), isAbout), { limit });
}
