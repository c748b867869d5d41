import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { companies, devices, deviceSessions, people, reports, uploads, webSessions } from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';
import { type Device, type DeviceSession, isOfDevice } from './devices.ts';
import { isLive, type Person, type WebSession } from './people.ts';

export type StoredReport = typeof reports.$inferSelect;
export type Upload = typeof uploads.$inferSelect;

/** Which report of all is the newest of a device session, for a statement that reads it with other rows. */
export function isNewestOf(
  database: Database,
  given: Given<{ readonly companyId: string; readonly deviceSessionId: string | null }>,
) {
  const newest = database
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.companyId, given.companyId), eq(reports.deviceSessionId, given.deviceSessionId)))
    .orderBy(desc(reports.sequence))
    .limit(1);
  return and(eq(reports.companyId, given.companyId), eq(reports.id, sql`(${newest})`));
}

const insertUpload = statement('upload_insert', (database, given: Given<Upload>) =>
  database.insert(uploads).values(rowOf(uploads, given)),
);

export async function createUpload(database: Database, upload: Upload): Promise<void> {
  await insertUpload(database, upload);
}

const updateTaken = statement(
  'upload_take',
  (database, given: Given<{ companyId: string; idHash: string; now: Date }>) => {
    const taken = database.$with('taken').as(
      database
        .update(uploads)
        .set({ usedAt: sql`${given.now}` })
        .where(
          and(
            eq(uploads.companyId, given.companyId),
            eq(uploads.idHash, given.idHash),
            isNull(uploads.evidenceKey),
            isNull(uploads.usedAt),
            gt(uploads.expiresAt, given.now),
          ),
        )
        .returning(),
    );
    return database
      .with(taken)
      .select({
        length: taken.length,
        generation: companies.generation,
        deviceSession: deviceSessions,
        device: devices,
        session: webSessions,
        person: people,
      })
      .from(taken)
      .innerJoin(companies, eq(companies.id, taken.companyId))
      .leftJoin(
        deviceSessions,
        and(eq(deviceSessions.companyId, taken.companyId), eq(deviceSessions.id, taken.deviceSessionId)),
      )
      .leftJoin(devices, isOfDevice)
      .leftJoin(
        webSessions,
        and(eq(webSessions.companyId, deviceSessions.companyId), eq(webSessions.id, deviceSessions.webSessionId)),
      )
      .leftJoin(people, and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId)));
  },
);

/** An upload address that was taken, and for whom it was made. */
export interface TakenUpload {
  readonly length: number;
  /** How new the company is. */
  readonly generation: number;
  /** Null: there is no such session any more. */
  readonly own: { readonly session: DeviceSession; readonly device: Device } | null;
  /** Who is signed in there; null: the session is over, idle for too long or revoked. */
  readonly signedIn: { readonly session: WebSession; readonly person: Person } | null;
}

/** Takes an upload address, once. @returns null when it is unknown, over or was used before */
export async function takeUpload(
  database: Database,
  companyId: string,
  idHash: string,
  now: Date,
): Promise<TakenUpload | null> {
  const [row] = await updateTaken(database, { companyId, idHash, now });
  if (row === undefined) return null;
  const { length, generation, deviceSession, device, session, person } = row;
  return {
    length,
    generation,
    own: deviceSession === null || device === null ? null : { session: deviceSession, device },
    signedIn: session === null || person === null || !isLive(session, now) ? null : { session, person },
  };
}

/** Addresses of the object store that this session was given lately and that nothing was taken from, the oldest first. */
export async function findOpenUploads(
  database: Database,
  { companyId, id }: DeviceSession,
  since: Date,
  limit: number,
): Promise<Upload[]> {
  const newest = await database
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.companyId, companyId),
        eq(uploads.deviceSessionId, id),
        isNotNull(uploads.evidenceKey),
        isNull(uploads.usedAt),
        gt(uploads.expiresAt, since),
      ),
    )
    .orderBy(desc(uploads.expiresAt))
    .limit(limit);
  return newest.toReversed();
}

/** Takes an upload of the object store, once. @returns whether it was not taken before */
export async function useUpload(database: Database, { companyId, idHash }: Upload, now: Date): Promise<boolean> {
  const rows = await database
    .update(uploads)
    .set({ usedAt: now })
    .where(and(eq(uploads.companyId, companyId), eq(uploads.idHash, idHash), isNull(uploads.usedAt)))
    .returning({ idHash: uploads.idHash });
  return rows.length === 1;
}

export async function hasReport(database: Database, companyId: string, id: string): Promise<boolean> {
  const rows = await database
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.companyId, companyId), eq(reports.id, id)));
  return rows.length === 1;
}

const selectNewest = statement(
  'report_newest',
  (database, given: Given<{ companyId: string; deviceSessionId: string }>) =>
    database
      .select()
      .from(reports)
      .where(and(eq(reports.companyId, given.companyId), eq(reports.deviceSessionId, given.deviceSessionId)))
      .orderBy(desc(reports.sequence))
      .limit(1),
);

export async function findNewestReport(
  database: Database,
  companyId: string,
  deviceSessionId: string,
): Promise<StoredReport | null> {
  return (await selectNewest(database, { companyId, deviceSessionId }))[0] ?? null;
}

/** Long enough that signing in again does not make a bad computer forgotten. */
const RECENT_MS = 24 * 3_600_000;

/** The newest report of every computer that this person has reported with in the last 24 hours. */
export async function findRecentReports(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<{ device: Device; report: StoredReport; deviceSession: DeviceSession }[]> {
  return database
    .selectDistinctOn([devices.id], { device: devices, report: reports, deviceSession: deviceSessions })
    .from(reports)
    .innerJoin(
      deviceSessions,
      and(eq(deviceSessions.companyId, reports.companyId), eq(deviceSessions.id, reports.deviceSessionId)),
    )
    .innerJoin(
      devices,
      and(eq(devices.companyId, deviceSessions.companyId), eq(devices.id, deviceSessions.deviceRowId)),
    )
    .where(
      and(
        eq(reports.companyId, companyId),
        eq(deviceSessions.personId, personId),
        gt(reports.receivedAt, new Date(now.getTime() - RECENT_MS)),
      ),
    )
    .orderBy(devices.id, desc(reports.receivedAt), desc(reports.sequence));
}
