import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices, people, permits, reports, webSessions } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';
import { type Device, type DeviceSession, isOfDevice } from './devices.ts';
import { isLive, isOfSession, type Person, type WebSession } from './people.ts';
import { isShown, type ShownBySignIn } from './permits.ts';
import { isNewestOf, type StoredReport } from './reports.ts';

/** A computer in one of its device sessions, and what it reported last in it. */
export interface ReportingComputer {
  readonly session: DeviceSession;
  readonly device: Device;
  readonly newest: StoredReport | null;
}

/** Who asks for a response, as they stand at this moment. */
export interface Asking {
  readonly session: WebSession;
  readonly person: Person;
  /** The computer of the device session that was named; null: none was, or it is gone. */
  readonly computer: ReportingComputer | null;
}

interface Asked extends Record<string, unknown> {
  readonly companyId: string;
  readonly webSessionId: string;
  readonly deviceSessionId: string | null;
}

const selectAsking = statement('asking', (database, given: Given<Asked>) => {
  return database
    .select({ session: webSessions, person: people, deviceSession: deviceSessions, device: devices, newest: reports })
    .from(webSessions)
    .innerJoin(people, isOfSession)
    .leftJoin(
      deviceSessions,
      and(eq(deviceSessions.companyId, webSessions.companyId), eq(deviceSessions.id, given.deviceSessionId)),
    )
    .leftJoin(devices, isOfDevice)
    .leftJoin(reports, isNewestOf(database, given))
    .where(and(eq(webSessions.companyId, given.companyId), eq(webSessions.id, given.webSessionId)));
});

/**
 * In one question: a live session, its person, and a computer, of this person or another, with its newest report.
 * @returns null when the session is unknown, over, idle for too long or revoked
 */
export async function findAsking(database: Database, asked: Asked, now: Date): Promise<Asking | null> {
  const [row] = await selectAsking(database, asked);
  return row === undefined ? null : askingOf(row, now);
}

/** What a statement has read of someone who asks; null: their session does not run. */
export function askingOf(
  row: {
    readonly session: WebSession | null;
    readonly person: Person | null;
    readonly deviceSession: DeviceSession | null;
    readonly device: Device | null;
    readonly newest: StoredReport | null;
  },
  now: Date,
): Asking | null {
  const { session, person, deviceSession, device, newest } = row;
  if (session === null || person === null || !isLive(session, now)) return null;
  const isThere = deviceSession !== null && device !== null;
  return { session, person, computer: isThere ? { session: deviceSession, device, newest } : null };
}

/** Found first, and then looked up by the index: of a join, PostgreSQL reads whole tables while it knows little of them. */
const isOneOf = (column: PgColumn, found: SQLWrapper) => sql`${column} = any(array${found})`;

const selectHeld = statement('permit_hold', (database, given: Given<ShownBySignIn>) => {
  // The person first: what is locked in a common table expression is locked before what depends on it.
  const person = database.$with('person').as(
    database
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.companyId, given.companyId), eq(people.id, given.personId)))
      .for('update'),
  );
  const sessions = database
    .select({ id: permits.deviceSessionId })
    .from(permits)
    .where(and(isShown(given), eq(permits.webSessionId, given.webSessionId), eq(permits.personId, given.personId)));
  const computers = database
    .select({ id: deviceSessions.deviceRowId })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.companyId, given.companyId), isOneOf(deviceSessions.id, sessions)));
  return database
    .with(person)
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(eq(devices.companyId, given.companyId), sql`exists (select from ${person})`, isOneOf(devices.id, computers)),
    )
    .for('share');
});

/**
 * Holds a person and then the computer of the permit that they show, in one question: until the transaction ends, anyone who
 * blocks one of them waits for it. What they are is read after this.
 */
export async function holdForPermit(transaction: Database, shown: ShownBySignIn): Promise<void> {
  const { companyId, handleHash, webSessionId, personId } = shown;
  await selectHeld(transaction, { companyId, handleHash, webSessionId, personId });
}
