import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  applications,
  deviceSessions,
  devices,
  pendingSignIns,
  people,
  permits,
  reports,
  webSessions,
} from '../database/schema.ts';
import { columnsOf, type Given, statement } from '../database/statement.ts';
import { type Asking, askingOf } from './asking.ts';
import { isOfDevice } from './devices.ts';
import { type FoundSignIn, isOfApplication } from './pending-sign-ins.ts';
import { isOfSession } from './people.ts';
import { asShown, isShown, type Permit, type ShownBySignIn } from './permits.ts';

const updateUsed = statement('permit_take', (database, given: Given<ShownBySignIn & { now: Date }>) => {
  const taken = database.$with('taken').as(
    database
      .update(permits)
      .set({ usedAt: sql`${given.now}` })
      .where(
        and(
          isShown(given),
          eq(permits.webSessionId, given.webSessionId),
          eq(permits.personId, given.personId),
          isNull(permits.usedAt),
        ),
      )
      .returning(),
  );
  const newest = database
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.companyId, taken.companyId), eq(reports.deviceSessionId, taken.deviceSessionId)))
    .orderBy(desc(reports.sequence))
    .limit(1);
  return database
    .with(taken)
    .select({
      permit: columnsOf(permits, taken),
      pending: pendingSignIns,
      application: applications,
      session: webSessions,
      person: people,
      deviceSession: deviceSessions,
      device: devices,
      newest: reports,
    })
    .from(taken)
    .leftJoin(
      pendingSignIns,
      and(eq(pendingSignIns.companyId, taken.companyId), eq(pendingSignIns.id, taken.pendingSignInId)),
    )
    .leftJoin(applications, isOfApplication)
    .leftJoin(webSessions, and(eq(webSessions.companyId, taken.companyId), eq(webSessions.id, taken.webSessionId)))
    .leftJoin(people, isOfSession)
    .leftJoin(
      deviceSessions,
      and(eq(deviceSessions.companyId, taken.companyId), eq(deviceSessions.id, taken.deviceSessionId)),
    )
    .leftJoin(devices, isOfDevice)
    .leftJoin(reports, and(eq(reports.companyId, taken.companyId), eq(reports.id, sql`(${newest})`)));
});

/** A permit that was taken, the sign-in that it was made for, and who asks with it. */
export interface TakenPermit {
  readonly permit: Permit;
  /** Null: its application was removed, or the sign-in was. */
  readonly signIn: FoundSignIn | null;
  /** As they stand in the same moment. Null: the session is unknown, over, idle for too long or revoked. */
  readonly asking: Asking | null;
}

/**
 * Redeems a permit in the sign-in it was made in: one statement, so that of two at once exactly one wins, also of a permit and
 * the one before it.
 * @returns null when there is none to take; one of another sign-in is not spent by a try
 */
export async function takePermit(database: Database, shown: ShownBySignIn, now: Date): Promise<TakenPermit | null> {
  const [row] = await updateUsed(database, { ...shown, now });
  const permit = asShown(shown.handleHash, row === undefined ? [] : [row.permit]);
  if (row === undefined || permit === null) return null;
  const { pending, application } = row;
  return {
    permit,
    signIn: pending === null || application === null ? null : { pending, application },
    asking: askingOf(row, now),
  };
}
