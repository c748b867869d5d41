import { and, desc, eq, exists, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { approvedKeys, devices, deviceSessions, reports, uploads } from '../database/schema.ts';

export type Device = typeof devices.$inferSelect;
export type DeviceSession = typeof deviceSessions.$inferSelect;
export type StoredReport = typeof reports.$inferSelect;
export type Upload = typeof uploads.$inferSelect;

/** @returns the device as it stands, whether it was new or already there (two sessions may open at once) */
export async function registerDevice(database: Database, device: Device): Promise<Device> {
  const rows = await database
    .insert(devices)
    .values(device)
    .onConflictDoUpdate({
      target: [devices.companyId, devices.deviceId, devices.keyThumbprint],
      // Public keys and a name can be replayed by anybody who saw them, so nothing known is overwritten.
      set: { keyProtection: device.keyProtection },
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

/**
 * Approves a waiting device that has proven its key, if no other key holds its device id. The database keeps one approved
 * key per device id, so of two at once one wins.
 */
export async function approveFirstKey(database: Database, device: Device): Promise<void> {
  if (device.state !== 'waiting') return;
  const { companyId, deviceId, keyThumbprint } = device;
  await database.insert(approvedKeys).values({ companyId, deviceId, keyThumbprint }).onConflictDoNothing();
  await database
    .update(devices)
    .set({ state: 'approved' })
    .where(
      and(
        eq(devices.companyId, device.companyId),
        eq(devices.id, device.id),
        eq(devices.state, 'waiting'),
        exists(
          database
            .select()
            .from(approvedKeys)
            .where(
              and(
                eq(approvedKeys.companyId, device.companyId),
                eq(approvedKeys.deviceId, device.deviceId),
                eq(approvedKeys.keyThumbprint, device.keyThumbprint),
              ),
            ),
        ),
      ),
    );
}

export async function renameDevice(database: Database, device: Device, name: string): Promise<void> {
  if (device.name === name) return;
  await database
    .update(devices)
    .set({ name })
    .where(and(eq(devices.companyId, device.companyId), eq(devices.id, device.id)));
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

/** Long enough that signing in anew does not make a bad computer forgotten. */
const RECENT_MS = 24 * 3_600_000;

/** The newest report of every computer that this person has reported with in the last 24 hours. */
export async function findRecentReports(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<{ device: Device; report: StoredReport }[]> {
  const rows = await database
    .select({ device: devices, report: reports })
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
    .orderBy(desc(reports.receivedAt), desc(reports.sequence));
  return rows.filter(({ device }, index) => rows.findIndex((row) => row.device.id === device.id) === index);
}
