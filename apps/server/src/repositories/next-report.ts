import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices, reports } from '../database/schema.ts';
import { type Given, selectedRowOf, statement } from '../database/statement.ts';
import type { DeviceSession } from './devices.ts';
import type { StoredReport } from './reports.ts';

const storeNext = statement(
  'report_store_next',
  (database, given: Given<StoredReport & { number: number; isSecondVersion: boolean; seenAt: Date }>) => {
    const noted = database.$with('noted').as(
      database
        .update(devices)
        .set({
          lastSequence: sql`${given.number}`,
          lastSeenAt: sql`${given.seenAt}`,
          hasUsedV2: sql`${devices.hasUsedV2} or ${given.isSecondVersion}`,
        })
        .where(
          and(
            eq(devices.companyId, given.companyId),
            eq(devices.id, given.deviceRowId),
            lt(devices.lastSequence, given.number),
          ),
        )
        .returning({ id: devices.id }),
    );
    // Anyone who erases a person holds their computers first: where this waited for that, the lock finds the session gone.
    const own = database.$with('own').as(
      database
        .select({ id: deviceSessions.id })
        .from(deviceSessions)
        .where(
          and(
            eq(deviceSessions.companyId, given.companyId),
            eq(deviceSessions.id, given.deviceSessionId),
            sql`exists (select from ${noted})`,
          ),
        )
        .for('key share'),
    );
    const stored = database.$with('stored').as(
      database
        .insert(reports)
        .select(database.select(selectedRowOf(reports, given) as never).from(own))
        .returning({ id: reports.id }),
    );
    return database
      .with(noted, own, stored)
      .select({
        isNext: sql<boolean>`exists (select from ${noted})`,
        isStored: sql<boolean>`exists (select from ${stored})`,
      })
      .from(sql`(select) as moment`);
  },
);

/**
 * Notes that the computer has reported, raises its sequence number, and keeps the report: in one statement, so that of two at
 * once with one number exactly one wins.
 * @returns replayed: the number would not rise; gone: the session was erased meanwhile, and no one would find the report
 */
export async function storeNextReport(
  database: Database,
  report: StoredReport,
  kind: DeviceSession['kind'],
): Promise<'stored' | 'replayed' | 'gone'> {
  const { sequence: number, receivedAt: seenAt } = report;
  // A client that reports by itself speaks neither version to a page.
  const isSecondVersion = kind === 'full' || kind === 'restricted';
  const [found] = await storeNext(database, { ...report, number, seenAt, isSecondVersion });
  if (found?.isStored === true) return 'stored';
  return found?.isNext === true ? 'gone' : 'replayed';
}
