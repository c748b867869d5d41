import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { devices, deviceSessions, reports, uploads } from '../database/schema.ts';
import type { Device } from './devices.ts';

export type StoredReport = typeof reports.$inferSelect;
export type Upload = typeof uploads.$inferSelect;

export async function createUpload(database: Database, upload: Upload): Promise<void> {
  await database.insert(uploads).values(upload);
}

/** Takes an upload address, once. @returns null when it is unknown, over or was used before */
export async function takeUpload(
  database: Database,
  companyId: string,
  idHash: string,
  now: Date,
): Promise<Upload | null> {
  const rows = await database
    .update(uploads)
    .set({ usedAt: now })
    .where(
      and(
        eq(uploads.companyId, companyId),
        eq(uploads.idHash, idHash),
        isNull(uploads.usedAt),
        gt(uploads.expiresAt, now),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

export async function storeReport(database: Database, report: StoredReport): Promise<void> {
  await database.insert(reports).values(report);
}

export async function findNewestReport(
  database: Database,
  companyId: string,
  deviceSessionId: string,
): Promise<StoredReport | null> {
  const rows = await database
    .select()
    .from(reports)
    .where(and(eq(reports.companyId, companyId), eq(reports.deviceSessionId, deviceSessionId)))
    .orderBy(desc(reports.sequence))
    .limit(1);
  return rows[0] ?? null;
}

/** Long enough that signing in anew does not make a bad computer forgotten. */
const RECENT_MS = 24 * 3_600_000;

/** The newest report of every computer that this person has reported with in the last 24 hours. */
export async function findRecentReports(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<{ device: Device; report: StoredReport }[]> {
  return database
    .selectDistinctOn([devices.id], { device: devices, report: reports })
    .from(reports)
    .innerJoin(
      deviceSessions,
      and(eq(deviceSessions.companyId, reports.companyId), eq(deviceSessions.id, reports.deviceSessionId)),
    )
    .innerJoin(
      devices,
      and(eq(devices.companyId, deviceSessions.companyId), eq(devices.id, deviceSessions.deviceRowId)),
    )
    .where(
      and(
        eq(reports.companyId, companyId),
        eq(deviceSessions.personId, personId),
        gt(reports.receivedAt, new Date(now.getTime() - RECENT_MS)),
      ),
    )
    .orderBy(devices.id, desc(reports.receivedAt), desc(reports.sequence));
}
