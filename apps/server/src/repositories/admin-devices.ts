import { and, count, desc, eq, gt, inArray, isNotNull, isNull, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { approvedKeys, deviceSessions, devices, people } from '../database/schema.ts';
import type { Device, DeviceSession } from './devices.ts';
import { markVerdicts } from './mark-verdicts.ts';

export interface DeviceOfPerson {
  readonly device: Device;
  readonly login: string | null;
  /** The key that holds the device id; null: none does. */
  readonly holder: string | null;
}

function select(database: Database) {
  return database
    .select({ device: devices, login: people.login, holder: approvedKeys.keyThumbprint })
    .from(devices)
    .leftJoin(people, and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId)))
    .leftJoin(
      approvedKeys,
      and(eq(approvedKeys.companyId, devices.companyId), eq(approvedKeys.deviceId, devices.deviceId)),
    );
}

export async function findDeviceOfPerson(
  database: Database,
  companyId: string,
  id: string,
): Promise<DeviceOfPerson | null> {
  const rows = await select(database).where(and(eq(devices.companyId, companyId), eq(devices.id, id)));
  return rows[0] ?? null;
}

/**
 * Computers that wait and have reported, the first of each person coming first. Left out: those whose id another key holds,
 * and those of people who are blocked, gone, or have a computer that is.
 */
export async function findSeenWaiting(database: Database, companyId: string, limit: number): Promise<DeviceOfPerson[]> {
  const blocked = alias(devices, 'blocked');
  const isBlocked = database
    .select({ id: blocked.id })
    .from(blocked)
    .where(and(eq(blocked.companyId, companyId), eq(blocked.personId, devices.personId), eq(blocked.state, 'blocked')));
  return select(database)
    .where(
      and(
        eq(devices.companyId, companyId),
        eq(devices.state, 'waiting'),
        gt(devices.lastSequence, 0),
        isNotNull(people.id),
        isNull(people.disabledAt),
        isNull(approvedKeys.keyThumbprint),
        notExists(isBlocked),
      ),
    )
    .orderBy(people.login, devices.createdAt, devices.id)
    .limit(limit);
}

/** Whether any computer of a company goes by this device id. */
export async function hasDeviceId(database: Database, companyId: string, deviceId: string): Promise<boolean> {
  const rows = await database
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.deviceId, deviceId)))
    .limit(1);
  return rows.length > 0;
}

/** Which of these device ids a computer of the company has, in small letters. */
export async function findDeviceIdsAmong(
  database: Database,
  companyId: string,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set();
  const rows = await database
    .select({ deviceId: devices.deviceId })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), inArray(devices.deviceId, [...deviceIds])));
  return new Set(rows.map(({ deviceId }) => deviceId));
}

/**
 * The device as it stands at this moment. No one else changes it, or another key of the same device id, until the transaction
 * is over. Null: it is gone.
 */
export async function lockDevice(
  transaction: Database,
  { companyId, id, deviceId }: Device,
): Promise<DeviceOfPerson | null> {
  const isOfId = and(eq(devices.companyId, companyId), eq(devices.deviceId, deviceId));
  await transaction.select({ id: devices.id }).from(devices).where(isOfId).orderBy(devices.id).for('update');
  return findDeviceOfPerson(transaction, companyId, id);
}

export async function updateDevice(
  database: Database,
  { companyId, id }: Device,
  changes: Partial<Pick<Device, 'state' | 'stateBeforeBlock' | 'approvedBy' | 'label' | 'personId' | 'createdAt'>>,
): Promise<void> {
  await database
    .update(devices)
    .set(changes)
    .where(and(eq(devices.companyId, companyId), eq(devices.id, id)));
  // By the row of before: both whose it was and whose it is are counted again when it is judged.
  const isJudgedAnew = changes.state !== undefined || changes.personId !== undefined;
  if (isJudgedAnew) await markVerdicts(database, companyId, { deviceRowIds: [id] });
}

/**
 * Gives a device id to this device's key: whichever device held it is retired, and no other key has a session by it any more.
 * @returns whose the sessions were
 */
export async function takeDeviceId(
  database: Database,
  device: Device,
  { approvedBy, now }: { readonly approvedBy: string; readonly now: Date },
): Promise<string[]> {
  const { companyId, deviceId, keyThumbprint } = device;
  await database
    .insert(approvedKeys)
    .values({ companyId, deviceId, keyThumbprint })
    .onConflictDoUpdate({ target: [approvedKeys.companyId, approvedKeys.deviceId], set: { keyThumbprint } });
  const ofOtherKeys = and(
    eq(devices.companyId, companyId),
    eq(devices.deviceId, deviceId),
    ne(devices.keyThumbprint, keyThumbprint),
  );
  await database
    .update(devices)
    .set({ state: 'retired' })
    .where(and(ofOtherKeys, eq(devices.state, 'approved')));
  await updateDevice(database, device, { state: 'approved', approvedBy });
  const others = await database.select({ id: devices.id }).from(devices).where(ofOtherKeys);
  const deviceRowIds = others.map(({ id }) => id);
  await markVerdicts(database, companyId, { deviceRowIds });
  return endDeviceSessions(database, companyId, { deviceRowIds }, { now, accounts: 'ended' });
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

/**
 * Ends the device sessions of a person, or of computers.
 * @param end accounts: those of installed clients are for as long as the computer is set up, so only what undoes that
 * ends them too
 * @returns whose they were
 */
export async function endDeviceSessions(
  database: Database,
  companyId: string,
  of: { readonly personId: string } | { readonly deviceRowIds: readonly string[] },
  { now, accounts }: { readonly now: Date; readonly accounts: 'kept' | 'ended' },
): Promise<string[]> {
  const isOfThem =
    'personId' in of
      ? eq(deviceSessions.personId, of.personId)
      : inArray(deviceSessions.deviceRowId, [...of.deviceRowIds]);
  const rows = await database
    .update(deviceSessions)
    .set({ expiresAt: now })
    .where(
      and(
        runningSessions(companyId, now),
        isOfThem,
        accounts === 'kept' ? ne(deviceSessions.kind, 'agent') : undefined,
      ),
    )
    .returning({ personId: deviceSessions.personId });
  return [...new Set(rows.map(({ personId }) => personId))];
}

/** How many accounts of installed clients a person has. */
export async function countAccounts(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<number> {
  const isAccount = and(eq(deviceSessions.personId, personId), eq(deviceSessions.kind, 'agent'));
  const [counted] = await database
    .select({ accounts: count() })
    .from(deviceSessions)
    .where(and(runningSessions(companyId, now), isAccount));
  return counted?.accounts ?? 0;
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
