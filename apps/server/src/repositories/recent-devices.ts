import { and, desc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { devices, people, reports } from '../database/schema.ts';
import type { PastReport } from './report-history.ts';
import type { StoredReport } from './reports.ts';

/** A computer that has reported lately: by its newest report, and by the last one before. */
export interface RecentDevice extends PastReport {
  /** Null: it had not reported before. */
  readonly earlier: StoredReport | null;
}

/** Enough people to see a share. Which ones, their ids say, which no one chooses. */
const MAXIMUM = 500;

/** Of everybody the approved computer that has reported last since, with the report that it had sent last before. */
export async function findRecentDevices(
  database: Database,
  companyId: string,
  since: Date,
): Promise<readonly RecentDevice[]> {
  const seen = await database
    .selectDistinctOn([devices.personId], { device: devices, person: people })
    .from(devices)
    .innerJoin(people, and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId)))
    .where(and(eq(devices.companyId, companyId), eq(devices.state, 'approved'), gt(devices.lastSeenAt, since)))
    .orderBy(devices.personId, desc(devices.lastSeenAt))
    .limit(MAXIMUM);
  const newest = (when: SQL) =>
    database
      .selectDistinctOn([reports.deviceRowId])
      .from(reports)
      .where(
        and(
          eq(reports.companyId, companyId),
          inArray(
            reports.deviceRowId,
            seen.map(({ device }) => device.id),
          ),
          when,
        ),
      )
      .orderBy(reports.deviceRowId, desc(reports.receivedAt), desc(reports.sequence));
  if (seen.length === 0) return [];
  const [lately, before] = [await newest(gt(reports.receivedAt, since)), await newest(lte(reports.receivedAt, since))];
  const of = (list: readonly StoredReport[], id: string) => list.find(({ deviceRowId }) => deviceRowId === id) ?? null;
  return seen.flatMap(({ device, person }) => {
    const report = of(lately, device.id);
    return report === null ? [] : [{ device, person, report, earlier: of(before, device.id) }];
  });
}
