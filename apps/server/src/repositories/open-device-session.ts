import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices } from '../database/schema.ts';
import { columnsOf, type Given, selectedRowOf, statement } from '../database/statement.ts';
import type { Device, DeviceSession } from './devices.ts';

/** A session that is about to be opened: whose computer it is of is read with it. */
export type NewDeviceSession = Omit<DeviceSession, 'deviceRowId'>;

const openForKnown = statement(
  'device_session_open',
  (database, given: Given<NewDeviceSession & Pick<Device, 'deviceId' | 'keyThumbprint'>>) => {
    const known = database.$with('known').as(
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
    const row = selectedRowOf(deviceSessions, given, { deviceRowId: known.id });
    const opened = database.$with('opened').as(
      database
        .insert(deviceSessions)
        .select(
          database
            .select(row as never)
            .from(known)
            .where(ne(known.state, 'blocked')),
        )
        .returning({ id: deviceSessions.id }),
    );
    return database.with(known, opened).select(columnsOf(devices, known)).from(known);
  },
);

/**
 * Opens a session of a computer that is known by its keys, unless it is blocked: in one statement with the question.
 * @returns the computer; null: it was never seen, and no session is opened
 */
export async function openSessionOfKnown(
  database: Database,
  { deviceId, keyThumbprint }: Pick<Device, 'deviceId' | 'keyThumbprint'>,
  session: NewDeviceSession,
): Promise<Device | null> {
  return (await openForKnown(database, { ...session, deviceId, keyThumbprint }))[0] ?? null;
}
