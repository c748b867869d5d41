import {
  and,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { approvedKeys, deviceSessions, devices, people, seenAtOf } from '../database/schema.ts';
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

const sortedBy = seenAtOf(devices);
const seenAt = sql<Date>`${sortedBy} at time zone 'UTC'`.mapWith(devices.createdAt);

const moment = (at: Date) => sql`(${at.toISOString()}::timestamptz at time zone 'UTC')`;

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
      : and(
          // Said by itself: the index begins here.
          lte(sortedBy, moment(after.seenAt)),
          or(lt(sortedBy, moment(after.seenAt)), gt(devices.id, after.id)),
        );
  const rows = await select(database)
    .where(and(condition, behind))
    .orderBy(desc(sortedBy), devices.id)
    .limit(page.limit);
  const all = database.select({ total: count() }).from(devices);
  const ofPerson = and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId));
  // Only a search asks for what stands at the person.
  const [counted] = await (pattern === undefined ? all : all.leftJoin(people, ofPerson)).where(condition);
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
