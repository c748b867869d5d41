import { and, count, desc, eq, lt, max } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  approvedKeys,
  auditEntries,
  devices,
  deviceSessions,
  deviceVerdicts,
  people,
  reports,
  verdictChanges,
} from '../database/schema.ts';
import { findAuditEntries } from './audit-log.ts';
import type { Device } from './devices.ts';
import type { Person } from './people.ts';
import type { StoredReport } from './reports.ts';
import type { DeviceVerdict } from './verdicts.ts';

export type VerdictChange = typeof verdictChanges.$inferSelect;

/** So many people of one computer are named. */
const PEOPLE_MAXIMUM = 20;

export interface WholeDevice {
  readonly device: Device;
  readonly owner: Person | null;
  readonly holder: string | null;
  readonly verdict: DeviceVerdict | null;
}

export async function findWholeDevice(database: Database, companyId: string, id: string): Promise<WholeDevice | null> {
  const rows = await database
    .select({ device: devices, owner: people, holder: approvedKeys.keyThumbprint, verdict: deviceVerdicts })
    .from(devices)
    .leftJoin(people, and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId)))
    .leftJoin(
      approvedKeys,
      and(eq(approvedKeys.companyId, devices.companyId), eq(approvedKeys.deviceId, devices.deviceId)),
    )
    .leftJoin(
      deviceVerdicts,
      and(eq(deviceVerdicts.companyId, devices.companyId), eq(deviceVerdicts.deviceRowId, devices.id)),
    )
    .where(and(eq(devices.companyId, companyId), eq(devices.id, id)));
  return rows[0] ?? null;
}

const ofDevice = ({ companyId, id }: Device) => and(eq(reports.companyId, companyId), eq(reports.deviceRowId, id));

/** The last report of a computer, whichever session it came in. */
export async function findLastReport(database: Database, device: Device): Promise<StoredReport | null> {
  const rows = await database
    .select()
    .from(reports)
    .where(ofDevice(device))
    .orderBy(desc(reports.receivedAt), desc(reports.sequence))
    .limit(1);
  return rows[0] ?? null;
}

export function countReports(database: Database, device: Device): Promise<number> {
  return database.$count(reports, ofDevice(device));
}

export async function findReportOf(database: Database, device: Device, id: string): Promise<StoredReport | null> {
  const rows = await database
    .select()
    .from(reports)
    .where(and(ofDevice(device), eq(reports.id, id)));
  return rows[0] ?? null;
}

/** Who has opened a session with a computer, as far back as that is kept. */
export async function findPeopleAt(database: Database, { companyId, id }: Device) {
  const lastAt = max(deviceSessions.createdAt);
  const rows = await database
    .select({ id: people.id, login: people.login, displayName: people.displayName, lastAt, sessions: count() })
    .from(deviceSessions)
    .innerJoin(people, and(eq(people.companyId, companyId), eq(people.id, deviceSessions.personId)))
    .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.deviceRowId, id)))
    .groupBy(people.id, people.login, people.displayName)
    .orderBy(desc(lastAt), people.login)
    .limit(PEOPLE_MAXIMUM);
  return rows.flatMap(({ lastAt: at, ...row }) => (at === null ? [] : [{ ...row, lastAt: at }]));
}

/** Every key that has called itself by the id of a computer. */
export function findKeysOf(database: Database, { companyId, deviceId }: Device): Promise<Device[]> {
  return database
    .select()
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.deviceId, deviceId)))
    .orderBy(desc(devices.createdAt), devices.id);
}

/** @param before the entry behind which the page begins */
export function findVerdictChanges(
  database: Database,
  { companyId, id }: Device,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<VerdictChange[]> {
  return database
    .select()
    .from(verdictChanges)
    .where(
      and(
        eq(verdictChanges.companyId, companyId),
        eq(verdictChanges.deviceRowId, id),
        before === null ? undefined : lt(verdictChanges.id, before),
      ),
    )
    .orderBy(desc(verdictChanges.id))
    .limit(limit);
}

/** Reports that are kept, the newest first. */
export function findReportsBefore(
  database: Database,
  device: Device,
  { before, limit }: { readonly before: Date | null; readonly limit: number },
): Promise<StoredReport[]> {
  return database
    .select()
    .from(reports)
    .where(and(ofDevice(device), before === null ? undefined : lt(reports.receivedAt, before)))
    .orderBy(desc(reports.receivedAt), desc(reports.sequence))
    .limit(limit);
}

/** Reports of a computer that were refused, the newest first. */
export function findRefusedReports(
  database: Database,
  { companyId, deviceId }: Device,
  { before, limit }: { readonly before: Date | null; readonly limit: number },
) {
  const where = and(
    eq(auditEntries.companyId, companyId),
    eq(auditEntries.action, 'device-report'),
    eq(auditEntries.target, deviceId),
    eq(auditEntries.outcome, 'refused'),
    before === null ? undefined : lt(auditEntries.at, before),
  );
  return findAuditEntries(database, where, { limit });
}
