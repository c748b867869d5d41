import { and, eq, exists, or } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { deviceSessions, devices } from '../database/schema.ts';

/** Whether this is a known computer that the person registered or has signed in on. */
export async function hasKnownDevice(
  database: Database,
  companyId: string,
  personId: string,
  deviceId: string,
): Promise<boolean> {
  const signedInThere = database
    .select()
    .from(deviceSessions)
    .where(
      and(
        eq(deviceSessions.companyId, devices.companyId),
        eq(deviceSessions.deviceRowId, devices.id),
        eq(deviceSessions.personId, personId),
      ),
    );
  const rows = await database
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.companyId, companyId),
        eq(devices.deviceId, deviceId),
        eq(devices.state, 'approved'),
        or(eq(devices.personId, personId), exists(signedInThere)),
      ),
    )
    .limit(1);
  return rows.length === 1;
}
