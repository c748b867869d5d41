import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications, devices, deviceSessions } from '../database/schema.ts';
import type { Application } from './companies.ts';
import type { Device, DeviceSession } from './devices.ts';

/** Applications that are not switched off and can be begun here, by name. */
export async function findStartableApplications(database: Database, companyId: string): Promise<Application[]> {
  return database
    .select()
    .from(applications)
    .where(
      and(eq(applications.companyId, companyId), isNull(applications.disabledAt), isNotNull(applications.startUrl)),
    )
    .orderBy(asc(applications.name), asc(applications.id));
}

/**
 * The computer of a sign-in: that of its newest device session. An installed client that reports by itself may stand at another
 * one: it counts where no page has been answered.
 */
export async function findDeviceOfSignIn(
  database: Database,
  companyId: string,
  webSessionId: string,
): Promise<{ session: DeviceSession; device: Device } | null> {
  const rows = await database
    .select({ session: deviceSessions, device: devices })
    .from(deviceSessions)
    .innerJoin(
      devices,
      and(eq(devices.companyId, deviceSessions.companyId), eq(devices.id, deviceSessions.deviceRowId)),
    )
    .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.webSessionId, webSessionId)))
    .orderBy(sql`${deviceSessions.kind} = 'agent'`, desc(deviceSessions.createdAt), desc(deviceSessions.id))
    .limit(1);
  return rows[0] ?? null;
}

/** Whether a computer of this person has ever sent a valid report: then Workplace is installed and answers. */
export async function hasReportingDevice(database: Database, companyId: string, personId: string): Promise<boolean> {
  const rows = await database
    .select({ id: deviceSessions.id })
    .from(deviceSessions)
    .innerJoin(
      devices,
      and(eq(devices.companyId, deviceSessions.companyId), eq(devices.id, deviceSessions.deviceRowId)),
    )
    .where(
      and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.personId, personId), gt(devices.lastSequence, 0)),
    )
    .limit(1);
  return rows.length === 1;
}
