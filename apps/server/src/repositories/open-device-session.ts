import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices } from '../database/schema.ts';
import { columnsOf, type Given, selectedRowOf, statement } from '../database/statement.ts';
import type { Device, DeviceSession } from './devices.ts';
import { answeredIn, noteText, type SignInNote } from './sign-ins.ts';

/** A session that is about to be opened: whose computer it is of is read with it. */
export type NewDeviceSession = Omit<DeviceSession, 'deviceRowId'>;

type Opening = NewDeviceSession & Pick<Device, 'deviceId' | 'keyThumbprint'> & { now: Date; note: string | null };

const opening = (isNoted: boolean) =>
  statement(isNoted ? 'device_session_open_noted' : 'device_session_open', (database, given: Given<Opening>) => {
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
    const noted = database.$with('noted', {}).as(sql`${answeredIn(given)} and exists (select from ${opened})`);
    return database
      .with(...(isNoted ? [known, opened, noted] : [known, opened]))
      .select(columnsOf(devices, known))
      .from(known);
  });
const [openForKnown, openBare] = [opening(true), opening(false)];

/**
 * Opens a session of a computer that is known by its keys, unless it is blocked: in one statement with the question.
 * @param note that a computer has answered, for the list of sign-ins; null: there is nothing to note
 * @returns the computer; null: it was never seen, and no session is opened
 */
export async function openSessionOfKnown(
  database: Database,
  { deviceId, keyThumbprint }: Pick<Device, 'deviceId' | 'keyThumbprint'>,
  session: NewDeviceSession,
  note: SignInNote | null,
): Promise<Device | null> {
  const open = note === null ? openBare : openForKnown;
  const given = { ...session, deviceId, keyThumbprint, now: session.createdAt, note: noteText(note) };
  return (await open(database, given))[0] ?? null;
}
