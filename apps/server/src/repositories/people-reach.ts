import { and, eq, exists, gt, inArray, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { devices, pendingSignIns, people, reports, roles, upstreams, webSessions } from '../database/schema.ts';

/** Someone who may sign in, and what was ever seen of their computers. */
export interface Reachable {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
  readonly groups: readonly string[];
  readonly settings: Record<string, unknown>;
  /** A computer of theirs is known: Workplace was there at least once. */
  readonly hasComputer: boolean;
  /** One of them has reported since. */
  readonly hasReported: boolean;
  /** One that is neither blocked nor retired has reported since: its report can be judged. */
  readonly hasReportToJudge: boolean;
  /** One of them has reported, whenever that was. A session alone says nothing of a computer. */
  readonly hasEverReported: boolean;
  readonly hasSignedIn: boolean;
  /** They are administrator and sign in here, not at the company's own identity provider. */
  readonly isLocalAdministrator: boolean;
  /** They were on their way to a work application, as far back as that is kept. */
  readonly hasOpenedApplication: boolean;
}

/** Everybody who is not blocked, whether or not they have ever signed in. */
export async function findReachable(database: Database, companyId: string, since: Date): Promise<Reachable[]> {
  const isOwn = and(eq(devices.companyId, companyId), eq(devices.personId, people.id));
  const known = database
    .select({ one: sql`1` })
    .from(devices)
    .where(and(isOwn, ne(devices.state, 'retired')));
  const reportedAs = (states: SQL | undefined) =>
    database
      .select({ one: sql`1` })
      .from(devices)
      .innerJoin(reports, and(eq(reports.companyId, devices.companyId), eq(reports.deviceRowId, devices.id)))
      .where(and(isOwn, gt(reports.receivedAt, since), states));
  const reported = reportedAs(undefined);
  const judged = reportedAs(inArray(devices.state, ['waiting', 'approved']));
  const everReported = database
    .select({ one: sql`1` })
    .from(devices)
    .where(and(isOwn, ne(devices.state, 'retired'), gt(devices.lastSequence, 0)));
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
  const administers = database
    .select({ one: sql`1` })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), eq(roles.personId, people.id), eq(roles.role, 'administrator')));
  const signsInThere = database
    .select({ one: sql`1` })
    .from(upstreams)
    .where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, people.upstreamId), eq(upstreams.isEnabled, true)));
  const opened = database
    .select({ one: sql`1` })
    .from(pendingSignIns)
    .where(and(eq(pendingSignIns.companyId, companyId), eq(pendingSignIns.personId, people.id)));
  return database
    .select({
      id: people.id,
      login: people.login,
      displayName: people.displayName,
      groups: people.groups,
      settings: people.settings,
      hasComputer: sql<boolean>`${exists(known)}`,
      hasReported: sql<boolean>`${exists(reported)}`,
      hasReportToJudge: sql<boolean>`${exists(judged)}`,
      hasEverReported: sql<boolean>`${exists(everReported)}`,
      hasSignedIn: sql<boolean>`${exists(signedIn)}`,
      isLocalAdministrator: sql<boolean>`${exists(administers)} and ${notExists(signsInThere)}`,
      hasOpenedApplication: sql<boolean>`${exists(opened)}`,
    })
    .from(people)
    .where(and(eq(people.companyId, companyId), isNull(people.disabledAt)));
}
