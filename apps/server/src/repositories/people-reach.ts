import { and, eq, exists, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { devices, people, reports, webSessions } from '../database/schema.ts';

/** Somebody who may sign in, and what was ever seen of their computers. */
export interface Reachable {
  readonly id: string;
  readonly login: string;
  readonly groups: readonly string[];
  readonly settings: Record<string, unknown>;
  /** A computer of theirs is known: Workplace was there at least once. */
  readonly hasComputer: boolean;
  /** One of them has reported since. */
  readonly hasReported: boolean;
  readonly hasSignedIn: boolean;
}

/** Everybody who is not blocked, whether or not they have ever signed in. */
export async function findReachable(database: Database, companyId: string, since: Date): Promise<Reachable[]> {
  const isOwn = and(eq(devices.companyId, companyId), eq(devices.personId, people.id));
  const known = database
    .select({ one: sql`1` })
    .from(devices)
    .where(and(isOwn, ne(devices.state, 'retired')));
  const reported = database
    .select({ one: sql`1` })
    .from(devices)
    .innerJoin(reports, and(eq(reports.companyId, devices.companyId), eq(reports.deviceRowId, devices.id)))
    .where(and(isOwn, gt(reports.receivedAt, since)));
  const signedIn = database
    .select({ one: sql`1` })
    .from(webSessions)
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.personId, people.id),
        gt(webSessions.authenticatedAt, since),
      ),
    );
  return database
    .select({
      id: people.id,
      login: people.login,
      groups: people.groups,
      settings: people.settings,
      hasComputer: sql<boolean>`${exists(known)}`,
      hasReported: sql<boolean>`${exists(reported)}`,
      hasSignedIn: sql<boolean>`${exists(signedIn)}`,
    })
    .from(people)
    .where(and(eq(people.companyId, companyId), isNull(people.disabledAt)));
}
