import { and, eq, inArray, or } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

/** Which computers: of one device session, or all that a person has, and that took part in their sign-in. */
type Which = { readonly deviceSessionId: string } | { readonly personId: string; readonly webSessionId: string };

const selectForShare = statement(
  'device_hold',
  (database, given: Given<{ companyId: string; deviceSessionId: string }>) =>
    database
      .select({ id: devices.id })
      .from(devices)
      .where(
        and(
          eq(devices.companyId, given.companyId),
          inArray(
            devices.id,
            database
              .select({ id: deviceSessions.deviceRowId })
              .from(deviceSessions)
              .where(and(eq(deviceSessions.companyId, given.companyId), eq(deviceSessions.id, given.deviceSessionId))),
          ),
        ),
      )
      .for('share'),
);

/**
 * Holds computers as they are: anyone who blocks or retires one waits for it. Others may hold them as well, for a computer
 * can be shared. The person is locked before, where both are.
 * @param transaction holds the lock until it ends
 */
export async function holdDevices(transaction: Database, companyId: string, which: Which): Promise<void> {
  if ('deviceSessionId' in which) {
    await selectForShare(transaction, { companyId, deviceSessionId: which.deviceSessionId });
    return;
  }
  const isOfThem = or(eq(deviceSessions.personId, which.personId), eq(deviceSessions.webSessionId, which.webSessionId));
  const rowIds = transaction
    .select({ id: deviceSessions.deviceRowId })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.companyId, companyId), isOfThem));
  await transaction
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), inArray(devices.id, rowIds)))
    .orderBy(devices.id)
    .for('share');
}
