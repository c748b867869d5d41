import { and, asc, eq, gt, inArray, isNotNull, lt, lte, notExists, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { queryRows } from '../database/query-rows.ts';
import { devices, deviceVerdicts, people, personVerdicts, reports } from '../database/schema.ts';
import type { Device } from './devices.ts';
import { addDeviceVerdict, addPersonVerdicts } from './mark-verdicts.ts';
import type { Person } from './people.ts';
import type { StoredReport } from './reports.ts';
import type { DeviceVerdict } from './verdicts.ts';

/** Adds what has no row: brought by a backup of before, or written into the database by another hand. */
export async function addMissing(database: Database, companyId: string, limit: number): Promise<number> {
  const known = database
    .select({ id: deviceVerdicts.deviceRowId })
    .from(deviceVerdicts)
    .where(and(eq(deviceVerdicts.companyId, companyId), eq(deviceVerdicts.deviceRowId, devices.id)));
  const without = await database
    .select()
    .from(devices)
    .where(and(eq(devices.companyId, companyId), notExists(known)))
    .limit(limit);
  for (const device of without) await addDeviceVerdict(database, device);
  const counted = database
    .select({ id: personVerdicts.personId })
    .from(personVerdicts)
    .where(and(eq(personVerdicts.companyId, companyId), eq(personVerdicts.personId, people.id)));
  const uncounted = await database
    .select({ companyId: people.companyId, id: people.id, createdAt: people.createdAt })
    .from(people)
    .where(and(eq(people.companyId, companyId), notExists(counted)))
    .limit(limit);
  await addPersonVerdicts(database, uncounted);
  return without.length + uncounted.length;
}

/** Companies in which something has to be judged again by what its row says, whatever the policy. */
export async function findCompaniesWithDue(database: Database, now: Date): Promise<string[]> {
  const rows = await queryRows(
    database,
    sql`select company_id as id from ${deviceVerdicts} where due_at <= ${now.toISOString()}::timestamptz
        union select company_id from ${deviceVerdicts} where mark is not null
        union select company_id from ${personVerdicts} where is_to_count`,
    z.object({ id: z.string() }),
  );
  return rows.map(({ id }) => id);
}

const isOfOtherBasis = (basis: string) => or(lt(deviceVerdicts.basis, basis), gt(deviceVerdicts.basis, basis));

/** A computer to be judged, as everything stands under the lock of its row. */
export interface DueDevice {
  readonly row: DeviceVerdict;
  readonly device: Device;
  readonly person: Person;
  readonly report: StoredReport | null;
}

/**
 * Takes computers that are to be judged again with their people, and holds their rows until the transaction is over. It waits
 * for no row: what another server, a report or an administrator holds is passed over, and is due the next time.
 */
export async function lockDueDevices(
  transaction: Database,
  companyId: string,
  { basis, now, limit }: { readonly basis: string; readonly now: Date; readonly limit: number },
): Promise<readonly DueDevice[]> {
  const isDue = and(
    eq(deviceVerdicts.companyId, companyId),
    or(isOfOtherBasis(basis), lte(deviceVerdicts.dueAt, now), isNotNull(deviceVerdicts.mark)),
  );
  const due = await transaction
    .select({ id: deviceVerdicts.deviceRowId, was: deviceVerdicts.personId, is: devices.personId })
    .from(deviceVerdicts)
    .leftJoin(devices, and(eq(devices.companyId, companyId), eq(devices.id, deviceVerdicts.deviceRowId)))
    .where(isDue)
    .limit(limit);
  const free = await lockPeople(
    transaction,
    companyId,
    due.flatMap(({ was, is }) => [was, is ?? was]),
  );
  const wanted = due.filter(({ was, is }) => free.has(was) && free.has(is ?? was)).map(({ id }) => id);
  if (wanted.length === 0) return [];
  const held = await transaction
    .select({ id: deviceVerdicts.deviceRowId })
    .from(deviceVerdicts)
    .where(and(isDue, inArray(deviceVerdicts.deviceRowId, wanted)))
    .for('update', { skipLocked: true });
  const ids = held.map(({ id }) => id);
  if (ids.length === 0) return [];
  // Only now: what was written before the lock is seen by this question and not by that one.
  const found = await transaction
    .select({ row: deviceVerdicts, device: devices, person: people })
    .from(deviceVerdicts)
    .innerJoin(devices, and(eq(devices.companyId, companyId), eq(devices.id, deviceVerdicts.deviceRowId)))
    .innerJoin(people, and(eq(people.companyId, companyId), eq(people.id, devices.personId)))
    .where(and(eq(deviceVerdicts.companyId, companyId), inArray(deviceVerdicts.deviceRowId, ids)));
  const newest = await transaction
    .select({ report: reports })
    .from(sql`unnest(${sql.param(ids)}::uuid[]) as wanted(id)`)
    .innerJoinLateral(
      transaction
        .select()
        .from(reports)
        .where(and(eq(reports.companyId, companyId), sql`${reports.deviceRowId} = wanted.id`))
        .orderBy(sql`${reports.receivedAt} desc, ${reports.sequence} desc`)
        .limit(1)
        .as('reports'),
      sql`true`,
    );
  const byDevice = new Map(newest.map(({ report }) => [report.deviceRowId, report]));
  const gone = ids.filter((id) => !found.some(({ row }) => row.deviceRowId === id));
  if (gone.length > 0) {
    // The computer or its person is gone, and nothing is kept of it.
    await transaction
      .delete(deviceVerdicts)
      .where(and(eq(deviceVerdicts.companyId, companyId), inArray(deviceVerdicts.deviceRowId, gone)));
  }
  return found.map((one) => ({ ...one, report: byDevice.get(one.device.id) ?? null }));
}

/** How many computers are judged by another policy, or other settings, than hold: they are judged again one after another. */
export function countOfOtherBasis(database: Database, companyId: string, basis: string): Promise<number> {
  return database.$count(deviceVerdicts, and(eq(deviceVerdicts.companyId, companyId), isOfOtherBasis(basis)));
}

/** People who are to be counted again, in the order in which their rows are locked. */
export async function findPeopleToCount(
  database: Database,
  companyId: string,
  basis: string,
  limit: number,
): Promise<Person[]> {
  const rows = await database
    .select({ person: people })
    .from(personVerdicts)
    .innerJoin(people, and(eq(people.companyId, companyId), eq(people.id, personVerdicts.personId)))
    .where(
      and(
        eq(personVerdicts.companyId, companyId),
        or(eq(personVerdicts.isToCount, true), lt(personVerdicts.basis, basis), gt(personVerdicts.basis, basis)),
      ),
    )
    .orderBy(asc(personVerdicts.personId))
    .limit(limit);
  return rows.map(({ person }) => person);
}

/** Waits for no row. @returns those of the people whose rows are held now, or who have none */
export async function lockPeople(
  transaction: Database,
  companyId: string,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set();
  const isOne = and(eq(personVerdicts.companyId, companyId), inArray(personVerdicts.personId, [...new Set(personIds)]));
  const all = await transaction.select({ id: personVerdicts.personId }).from(personVerdicts).where(isOne);
  const held = await transaction
    .select({ id: personVerdicts.personId })
    .from(personVerdicts)
    .where(isOne)
    .for('update', { skipLocked: true });
  const own = new Set(held.map(({ id }) => id));
  const taken = new Set(all.map(({ id }) => id).filter((id) => !own.has(id)));
  return new Set(personIds.filter((id) => !taken.has(id)));
}
