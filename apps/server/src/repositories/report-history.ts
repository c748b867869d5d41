import { setImmediate } from 'node:timers/promises';
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { devices, people, reports } from '../database/schema.ts';
import type { Device } from './devices.ts';
import type { Person } from './people.ts';
import type { StoredReport } from './reports.ts';

/** A report of the past, with the computer it is of and the person whose computer that is. */
export interface PastReport {
  readonly device: Device;
  readonly person: Person;
  readonly report: StoredReport;
}

/** So many computers at a time: their reports are held in memory together. */
const PAGE = 100;

/**
 * The last report of each day (UTC) of every computer that has reported since, computer by computer, the oldest first.
 * Blocked and retired computers and disabled people are left out: no policy lets them in.
 * @param of only of these people's computers; left out: of everybody's
 */
export async function* readPastReports(
  database: Database,
  companyId: string,
  since: Date,
  of?: readonly string[],
): AsyncGenerator<readonly PastReport[]> {
  let after = '';
  for (;;) {
    const page = await findComputers(database, companyId, after, of);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.device.id;
    const ids = page.map(({ device }) => device.id);
    const found = await findDailyReports(database, companyId, ids, since);
    // The embedded database answers without giving anything else a turn: anyone who comes to the gate meanwhile waits.
    await setImmediate();
    for (const { device, person } of page) {
      if (person.disabledAt !== null || device.state === 'blocked' || device.state === 'retired') continue;
      const own = found.filter(({ deviceRowId }) => deviceRowId === device.id);
      if (own.length > 0) yield own.map((report) => ({ device, person, report }));
    }
  }
}

function findComputers(
  database: Database,
  companyId: string,
  after: string,
  of: readonly string[] | undefined,
): Promise<{ device: Device; person: Person }[]> {
  return database
    .select({ device: devices, person: people })
    .from(devices)
    .innerJoin(people, and(eq(people.companyId, devices.companyId), eq(people.id, devices.personId)))
    .where(
      and(
        eq(devices.companyId, companyId),
        after === '' ? undefined : gt(devices.id, after),
        of === undefined ? undefined : inArray(devices.personId, [...of]),
      ),
    )
    .orderBy(asc(devices.id))
    .limit(PAGE);
}

function findDailyReports(
  database: Database,
  companyId: string,
  deviceRowIds: readonly string[],
  since: Date,
): Promise<StoredReport[]> {
  const day = sql`date_trunc('day', ${reports.receivedAt} at time zone 'UTC')`;
  return database
    .selectDistinctOn([reports.deviceRowId, day])
    .from(reports)
    .where(
      and(
        eq(reports.companyId, companyId),
        inArray(reports.deviceRowId, [...deviceRowIds]),
        gt(reports.receivedAt, since),
      ),
    )
    .orderBy(asc(reports.deviceRowId), asc(day), desc(reports.receivedAt), desc(reports.sequence));
}
