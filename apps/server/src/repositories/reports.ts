import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { devices, deviceSessions, reports, uploads } from '../database/schema.ts';
import type { Device, DeviceSession } from './devices.ts';

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
        isNull(uploads.evidenceKey),
        isNull(uploads.usedAt),
        gt(uploads.expiresAt, now),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Addresses of the object store that this session was given lately and that nothing was taken from, the oldest first. */
export async function findOpenUploads(
  database: Database,
  { companyId, id }: DeviceSession,
  since: Date,
  limit: number,
): Promise<Upload[]> {
  const newest = await database
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.companyId, companyId),
        eq(uploads.deviceSessionId, id),
        isNotNull(uploads.evidenceKey),
        isNull(uploads.usedAt),
        gt(uploads.expiresAt, since),
      ),
    )
    .orderBy(desc(uploads.expiresAt))
    .limit(limit);
  return newest.toReversed();
}

/** Takes an upload of the object store, once. @returns whether it was not taken before */
export async function useUpload(database: Database, { companyId, idHash }: Upload, now: Date): Promise<boolean> {
  const rows = await database
    .update(uploads)
    .set({ usedAt: now })
    .where(and(eq(uploads.companyId, companyId), eq(uploads.idHash, idHash), isNull(uploads.usedAt)))
    .returning({ idHash: uploads.idHash });
  return rows.length === 1;
}

export async function storeReport(database: Database, report: StoredReport): Promise<void> {
  await database.insert(reports).values(report);
}

export async function hasReport(database: Database, companyId: string, id: string): Promise<boolean> {
  const rows = await database
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.companyId, companyId), eq(reports.id, id)));
  return rows.length === 1;
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

/** Long enough that signing in again does not make a bad computer forgotten. */
const RECENT_MS = 24 * 3_600_000;

/** The newest report of every computer that this person has reported with in the last 24 hours. */
export async function findRecentReports(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<{ device: Device; report: StoredReport; deviceSession: DeviceSession }[]> {
  return database
    .selectDistinctOn([devices.id], { device: devices, report: reports, deviceSession: deviceSessions })
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
