import { and, asc, count, desc, eq, exists, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { approvedKeys, devices, deviceSessions } from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';
import { lockPerson } from './person-lock.ts';
import { addDeviceVerdict, markVerdicts } from './mark-verdicts.ts';
import { answeredIn, noteText, type SignInNote } from './sign-ins.ts';

export type Device = typeof devices.$inferSelect;
export type DeviceSession = typeof deviceSessions.$inferSelect;

/** @returns the device as it stands, whether it was new or already there (two sessions may open at once) */
export async function registerDevice(database: Database, device: Device): Promise<Device> {
  const rows = await database
    .insert(devices)
    .values(device)
    .onConflictDoUpdate({
      target: [devices.companyId, devices.deviceId, devices.keyThumbprint],
      // All of it can be replayed by anybody who saw it, so nothing known is overwritten: this reads the row back.
      set: { deviceId: device.deviceId },
    })
    .returning();
  const row = rows[0];
  if (row === undefined) throw new Error('A device that was written could not be read back.');
  await addDeviceVerdict(database, row);
  return row;
}

export async function findDevice(database: Database, companyId: string, id: string): Promise<Device | null> {
  const rows = await database
    .select()
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.id, id)));
  return rows[0] ?? null;
}

const selectByKey = statement(
  'device_by_key',
  (database, given: Given<{ companyId: string; deviceId: string; keyThumbprint: string }>) =>
    database
      .select()
      .from(devices)
      .where(
        and(
          eq(devices.companyId, given.companyId),
          eq(devices.deviceId, given.deviceId),
          eq(devices.keyThumbprint, given.keyThumbprint),
        ),
      ),
);

export async function findDeviceByKey(
  database: Database,
  companyId: string,
  deviceId: string,
  keyThumbprint: string,
): Promise<Device | null> {
  return (await selectByKey(database, { companyId, deviceId, keyThumbprint }))[0] ?? null;
}

/**
 * Approves a waiting device that has proven its key, unless another key holds its device id or its person has as many
 * devices as they may have. The database keeps one approved key per device id, and devices of one person are counted one
 * after another, so of two at once one wins.
 * @param owner whose device it is from now on: who signed in with it, and when
 */
export async function approveProvenDevice(
  database: Database,
  device: Device,
  owner: {
    readonly personId: string;
    readonly maximumPerPerson: number | null;
    readonly now: Date;
    /** What vouched for it; null: its report alone. */
    readonly approvedBy: string | null;
  },
): Promise<void> {
  if (device.state !== 'waiting') return;
  const { companyId, deviceId, keyThumbprint } = device;
  const { personId, maximumPerPerson, now, approvedBy } = owner;
  await lockPerson(database, companyId, personId);
  if (maximumPerPerson !== null) {
    if ((await countApprovedDevices(database, companyId, personId)) >= maximumPerPerson) return;
  }
  await database.insert(approvedKeys).values({ companyId, deviceId, keyThumbprint }).onConflictDoNothing();
  await database
    .update(devices)
    // Theirs since now: another person may have shown it first, long ago, to have it taken for the first of them.
    .set({ state: 'approved', personId, createdAt: now, approvedBy })
    .where(
      and(
        eq(devices.companyId, companyId),
        eq(devices.id, device.id),
        eq(devices.state, 'waiting'),
        exists(
          database
            .select()
            .from(approvedKeys)
            .where(
              and(
                eq(approvedKeys.companyId, companyId),
                eq(approvedKeys.deviceId, deviceId),
                eq(approvedKeys.keyThumbprint, keyThumbprint),
              ),
            ),
        ),
      ),
    );
  await markVerdicts(database, companyId, { deviceRowIds: [device.id] });
}

/** Whether a computer that was registered for the same person before this one is known, or is blocked. */
export async function hasEarlierDevice(
  database: Database,
  { companyId, personId, id, createdAt }: Device,
): Promise<boolean> {
  const rows = await database
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.companyId, companyId),
        eq(devices.personId, personId),
        inArray(devices.state, ['approved', 'blocked']),
        ne(devices.id, id),
        or(lt(devices.createdAt, createdAt), and(eq(devices.createdAt, createdAt), lt(devices.id, id))),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether a computer of this person is blocked. */
export async function hasBlockedComputer(database: Database, companyId: string, personId: string): Promise<boolean> {
  const rows = await database
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.personId, personId), eq(devices.state, 'blocked')))
    .limit(1);
  return rows.length > 0;
}

/** The row ids of the computers of which `hasEarlierDevice` finds none before: one for each person who has any. */
export async function findFirstDevices(database: Database, companyId: string): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectDistinctOn([devices.personId], { id: devices.id })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), inArray(devices.state, ['approved', 'blocked'])))
    .orderBy(asc(devices.personId), asc(devices.createdAt), asc(devices.id));
  return new Set(rows.map(({ id }) => id));
}

/** How many registered computers a person has. */
export async function countApprovedDevices(database: Database, companyId: string, personId: string): Promise<number> {
  return countDevices(database, { companyId, personId, state: 'approved' });
}

/** How many computers of a person wait. */
export async function countWaitingDevices(database: Database, companyId: string, personId: string): Promise<number> {
  return countDevices(database, { companyId, personId, state: 'waiting' });
}

async function countDevices(
  database: Database,
  { companyId, personId, state }: Pick<Device, 'companyId' | 'personId' | 'state'>,
): Promise<number> {
  const rows = await database
    .select({ devices: count() })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.personId, personId), eq(devices.state, state)));
  return rows[0]?.devices ?? 0;
}

type Said = Pick<Device, 'name' | 'keyProtection'>;

/** Whether a device says something else of itself than before. */
export function saysNews(device: Said, said: Said): boolean {
  return device.name !== said.name || device.keyProtection !== said.keyProtection;
}

/** Keeps what the device says of itself, once it has signed it. */
export async function keepDescription(database: Database, device: Device, said: Said): Promise<void> {
  if (!saysNews(device, said)) return;
  const isIt = and(eq(devices.companyId, device.companyId), eq(devices.id, device.id));
  await database.update(devices).set(said).where(isIt);
}

const inserting = (isNoted: boolean) =>
  statement(
    isNoted ? 'device_session_insert_noted' : 'device_session_insert',
    (database, given: Given<DeviceSession & { now: Date; note: string | null }>) =>
      database
        .with(...(isNoted ? [database.$with('noted', {}).as(answeredIn(given))] : []))
        .insert(deviceSessions)
        .values(rowOf(deviceSessions, given)),
  );
const [insertSession, insertBare] = [inserting(true), inserting(false)];

/** @param note that a computer has answered, for the list of sign-ins; null: there is nothing to note */
export async function createDeviceSession(
  database: Database,
  session: DeviceSession,
  note: SignInNote | null = null,
): Promise<void> {
  const insert = note === null ? insertBare : insertSession;
  await insert(database, { ...session, now: session.createdAt, note: noteText(note) });
}

/**
 * Whether a computer has opened a session in a sign-in since a moment.
 * @param other than this one; left out: any computer
 */
export async function hasDeviceSessionSince(
  database: Database,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  since: Date,
  other?: string,
): Promise<boolean> {
  const isOfSignIn = and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.webSessionId, id));
  const isOther = other === undefined ? undefined : ne(deviceSessions.deviceRowId, other);
  return (await database.$count(deviceSessions, and(isOfSignIn, gt(deviceSessions.createdAt, since), isOther))) > 0;
}

/** The computer of a device session, where the two are joined. */
export const isOfDevice = and(
  eq(devices.companyId, deviceSessions.companyId),
  eq(devices.id, deviceSessions.deviceRowId),
);

const selectSession = statement('device_session_by_id', (database, given: Given<{ companyId: string; id: string }>) =>
  database
    .select({ session: deviceSessions, device: devices })
    .from(deviceSessions)
    .innerJoin(devices, isOfDevice)
    .where(and(eq(deviceSessions.companyId, given.companyId), eq(deviceSessions.id, given.id))),
);

export async function findDeviceSession(
  database: Database,
  companyId: string,
  id: string,
): Promise<{ session: DeviceSession; device: Device } | null> {
  return (await selectSession(database, { companyId, id }))[0] ?? null;
}

/** The newest session of the first version that a computer has in this sign-in. */
export async function findFirstVersionSession(
  database: Database,
  companyId: string,
  webSessionId: string,
  now: Date,
  deviceId: string,
): Promise<{ session: DeviceSession; device: Device } | null> {
  const rows = await database
    .select({ session: deviceSessions, device: devices })
    .from(deviceSessions)
    .innerJoin(devices, isOfDevice)
    .where(
      and(
        eq(deviceSessions.companyId, companyId),
        eq(deviceSessions.webSessionId, webSessionId),
        eq(deviceSessions.kind, 'v1'),
        gt(deviceSessions.expiresAt, now),
        eq(devices.deviceId, deviceId),
      ),
    )
    .orderBy(desc(deviceSessions.createdAt))
    .limit(1);
  return rows[0] ?? null;
}

/** Lets an account's session live on, unless it was ended meanwhile. */
export async function extendAgentSession(
  database: Database,
  session: DeviceSession,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const isLive = and(isAgentSession(session), gt(deviceSessions.expiresAt, now));
  await database.update(deviceSessions).set({ expiresAt }).where(isLive);
}

/** Binds an account's session to the sign-in that asks for its verdict: no other sign-in gets anything by it. */
export async function bindAgentSession(
  database: Database,
  session: DeviceSession,
  webSessionId: string,
): Promise<DeviceSession> {
  if (session.webSessionId === webSessionId) return session;
  const rows = await database.update(deviceSessions).set({ webSessionId }).where(isAgentSession(session)).returning();
  return rows[0] ?? session;
}

function isAgentSession({ companyId, id }: DeviceSession) {
  return and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.id, id), eq(deviceSessions.kind, 'agent'));
}

/** Notes when the client said that it keeps a restricted session; the first time counts. */
export async function confirmRestrictedSession(database: Database, session: DeviceSession, now: Date): Promise<void> {
  await database
    .update(deviceSessions)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(deviceSessions.companyId, session.companyId),
        eq(deviceSessions.id, session.id),
        isNull(deviceSessions.confirmedAt),
      ),
    );
}

/** Whether a computer that took part in this sign-in was blocked. */
export async function hasBlockedDevice(database: Database, companyId: string, webSessionId: string): Promise<boolean> {
  const rows = await database
    .select({ id: devices.id })
    .from(deviceSessions)
    .innerJoin(devices, isOfDevice)
    .where(
      and(
        eq(deviceSessions.companyId, companyId),
        eq(deviceSessions.webSessionId, webSessionId),
        eq(devices.state, 'blocked'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
