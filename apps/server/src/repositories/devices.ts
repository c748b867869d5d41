import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { devices, deviceSessions, reports, uploads } from '../database/schema.ts';

export type Device = typeof devices.$inferSelect;
export type DeviceSession = typeof deviceSessions.$inferSelect;
export type StoredReport = typeof reports.$inferSelect;
export type Upload = typeof uploads.$inferSelect;

export async function listDevicesWithId(database: Database, companyId: string, deviceId: string): Promise<Device[]> {
  return database
    .select()
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.deviceId, deviceId)));
}

/** @returns the device as it stands, whether it was new or already there (two sessions may open at once) */
export async function registerDevice(database: Database, device: Device): Promise<Device> {
  const rows = await database
    .insert(devices)
    .values(device)
    .onConflictDoUpdate({
      target: [devices.companyId, devices.deviceId, devices.keyThumbprint],
      set: { agreementKey: device.agreementKey, name: device.name },
    })
    .returning();
  const row = rows[0];
  if (row === undefined) throw new Error('A device that was written could not be read back.');
  return row;
}

/** Raises the device's sequence number. @returns false when it would not rise: a replayed report */
export async function raiseSequence(database: Database, device: Device, sequence: number): Promise<boolean> {
  const rows = await database
    .update(devices)
    .set({ lastSequence: sequence })
    .where(and(eq(devices.companyId, device.companyId), eq(devices.id, device.id), lt(devices.lastSequence, sequence)))
    .returning({ id: devices.id });
  return rows.length === 1;
}

export async function createDeviceSession(database: Database, session: DeviceSession): Promise<void> {
  await database.insert(deviceSessions).values(session);
}

export async function findDeviceSession(
  database: Database,
  companyId: string,
  id: string,
): Promise<{ session: DeviceSession; device: Device } | null> {
  const rows = await database
    .select({ session: deviceSessions, device: devices })
    .from(deviceSessions)
    .innerJoin(
      devices,
      and(eq(devices.companyId, deviceSessions.companyId), eq(devices.id, deviceSessions.deviceRowId)),
    )
    .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.id, id)));
  return rows[0] ?? null;
}

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
