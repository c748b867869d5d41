import { and, count, desc, eq, gt, ilike, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { approvedKeys, deviceSessions, devices, people } from '../database/schema.ts';
import { containing } from './admin-people.ts';
import type { Device, DeviceSession } from './devices.ts';

export interface DeviceOfPerson {
  readonly device: Device;
  readonly login: string | null;
  /** The key that holds the device id; null: none does. */
  readonly holder: string | null;
}

export interface DevicesWanted {
  readonly search?: string | undefined;
  readonly state?: Device['state'] | undefined;
  readonly personId?: string | undefined;
}

/** The place behind which the next page begins. */
export interface DevicePlace {
  readonly seenAt: Date;
  readonly id: string;
}

/** To the millisecond, as the driver gives it: the cursor of the next page is compared with it. */
const seenAt = sql<Date>`date_trunc('milliseconds', coalesce(${devices.lastSeenAt}, ${devices.createdAt}))`.mapWith(
  devices.createdAt,
);

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

function select(database: Database) {
  return database
    .select({ device: devices, login: people.login, holder: approvedKeys.keyThumbprint, seenAt })
    .from(devices)
    .leftJoin(people, and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId)))
    .leftJoin(
      approvedKeys,
      and(eq(approvedKeys.companyId, devices.companyId), eq(approvedKeys.deviceId, devices.deviceId)),
    );
}

/** A page of a company's computers, the one seen last coming first. */
export async function findDevicesPage(
  database: Database,
  companyId: string,
  { search, state, personId }: DevicesWanted,
  page: { readonly after: DevicePlace | null; readonly limit: number },
): Promise<{ readonly rows: (DeviceOfPerson & { readonly seenAt: Date })[]; readonly total: number }> {
  const pattern = search === undefined ? undefined : containing(search);
  const condition = and(
    eq(devices.companyId, companyId),
    state === undefined ? undefined : eq(devices.state, state),
    personId === undefined ? undefined : eq(devices.personId, personId),
    pattern === undefined
      ? undefined
      : or(ilike(devices.name, pattern), ilike(devices.label, pattern), ilike(people.login, pattern)),
  );
  const { after } = page;
  const behind =
    after === null
      ? undefined
      : or(lt(seenAt, moment(after.seenAt)), and(eq(seenAt, moment(after.seenAt)), gt(devices.id, after.id)));
  const rows = await select(database).where(and(condition, behind)).orderBy(desc(seenAt), devices.id).limit(page.limit);
  const [counted] = await database
    .select({ total: count() })
    .from(devices)
    .leftJoin(people, and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId)))
    .where(condition);
  return { rows, total: counted?.total ?? 0 };
}

export async function findDeviceOfPerson(
  database: Database,
  companyId: string,
  id: string,
): Promise<DeviceOfPerson | null> {
  const rows = await select(database).where(and(eq(devices.companyId, companyId), eq(devices.id, id)));
  return rows[0] ?? null;
}

export async function updateDevice(
  database: Database,
  { companyId, id }: Device,
  changes: Partial<Pick<Device, 'state' | 'stateBeforeBlock' | 'approvedBy' | 'label'>>,
): Promise<void> {
  await database
    .update(devices)
    .set(changes)
    .where(and(eq(devices.companyId, companyId), eq(devices.id, id)));
}

/** Gives a device id to this device's key, and retires whichever device held it. */
export async function takeDeviceId(database: Database, device: Device, approvedBy: string): Promise<void> {
  const { companyId, deviceId, keyThumbprint } = device;
  await database
    .insert(approvedKeys)
    .values({ companyId, deviceId, keyThumbprint })
    .onConflictDoUpdate({ target: [approvedKeys.companyId, approvedKeys.deviceId], set: { keyThumbprint } });
  await database
    .update(devices)
    .set({ state: 'retired' })
    .where(and(eq(devices.companyId, companyId), eq(devices.deviceId, deviceId), eq(devices.state, 'approved')));
  await updateDevice(database, device, { state: 'approved', approvedBy });
}

/** Lets go of a device id, if this device's key holds it. */
export async function releaseDeviceId(database: Database, device: Device): Promise<void> {
  await database
    .delete(approvedKeys)
    .where(
      and(
        eq(approvedKeys.companyId, device.companyId),
        eq(approvedKeys.deviceId, device.deviceId),
        eq(approvedKeys.keyThumbprint, device.keyThumbprint),
      ),
    );
}

function runningSessions(companyId: string, now: Date) {
  return and(eq(deviceSessions.companyId, companyId), gt(deviceSessions.expiresAt, now));
}

/** Ends the device sessions of a computer. @returns whose they were */
export async function endSessionsOfDevice(database: Database, device: Device, now: Date): Promise<string[]> {
  const rows = await database
    .update(deviceSessions)
    .set({ expiresAt: now })
    .where(and(runningSessions(device.companyId, now), eq(deviceSessions.deviceRowId, device.id)))
    .returning({ personId: deviceSessions.personId });
  return [...new Set(rows.map(({ personId }) => personId))];
}

/** Ends the device sessions of a person. */
export async function endDeviceSessionsOf(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<void> {
  await database
    .update(deviceSessions)
    .set({ expiresAt: now })
    .where(and(runningSessions(companyId, now), eq(deviceSessions.personId, personId)));
}

/** The running device sessions of a person, with their computers. */
export async function findRunningDeviceSessions(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<{ session: DeviceSession; device: Device }[]> {
  return database
    .select({ session: deviceSessions, device: devices })
    .from(deviceSessions)
    .innerJoin(
      devices,
      and(eq(devices.companyId, deviceSessions.companyId), eq(devices.id, deviceSessions.deviceRowId)),
    )
    .where(and(runningSessions(companyId, now), eq(deviceSessions.personId, personId)))
    .orderBy(desc(deviceSessions.createdAt));
}
