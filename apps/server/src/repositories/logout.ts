import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications, issuedAssertions, webSessions } from '../database/schema.ts';
import type { Application } from './companies.ts';
import type { IssuedAssertion } from './issued-assertions.ts';
import { endOpenedFrom } from './opened-sessions.ts';

export interface LiveAssertion {
  readonly assertion: IssuedAssertion;
  readonly application: Application;
}

/** What an application was given and has not been told to end, the newest first. */
export async function findLiveAssertions(
  database: Database,
  companyId: string,
  of:
    | { readonly applicationId: string }
    | { readonly personId: string }
    | { readonly webSessionIds: readonly string[] },
): Promise<LiveAssertion[]> {
  return database
    .select({ assertion: issuedAssertions, application: applications })
    .from(issuedAssertions)
    .innerJoin(
      applications,
      and(eq(applications.companyId, issuedAssertions.companyId), eq(applications.id, issuedAssertions.applicationId)),
    )
    .where(and(eq(issuedAssertions.companyId, companyId), isNull(issuedAssertions.endedAt), ofWhat(of)))
    .orderBy(desc(issuedAssertions.issuedAt));
}

function ofWhat(of: Parameters<typeof findLiveAssertions>[2]): SQL {
  if ('applicationId' in of) return eq(issuedAssertions.applicationId, of.applicationId);
  if ('personId' in of) return eq(issuedAssertions.personId, of.personId);
  return inArray(issuedAssertions.webSessionId, [...of.webSessionIds]);
}

/** What an application was given under a name, in any capitals, and has been told to end: a few of it. */
export async function findEndedAssertions(
  database: Database,
  companyId: string,
  { applicationId, nameId }: { readonly applicationId: string; readonly nameId: string },
): Promise<IssuedAssertion[]> {
  return database
    .select()
    .from(issuedAssertions)
    .where(
      and(
        eq(issuedAssertions.companyId, companyId),
        eq(issuedAssertions.applicationId, applicationId),
        isNotNull(issuedAssertions.endedAt),
        eq(sql`lower(${issuedAssertions.nameId})`, nameId.toLowerCase()),
      ),
    )
    .orderBy(desc(issuedAssertions.issuedAt))
    .limit(500);
}

/** Ends browser sessions and marks every assertion that they were given. */
export async function endSessions(
  database: Database,
  companyId: string,
  webSessionIds: readonly string[],
  now: Date,
): Promise<void> {
  if (webSessionIds.length === 0) return;
  await database
    .update(webSessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(webSessions.companyId, companyId),
        inArray(webSessions.id, [...webSessionIds]),
        isNull(webSessions.revokedAt),
      ),
    );
  const ids = [...webSessionIds, ...(await endOpenedFrom(database, companyId, webSessionIds, now))];
  await database
    .update(issuedAssertions)
    .set({ endedAt: now })
    .where(
      and(
        eq(issuedAssertions.companyId, companyId),
        inArray(issuedAssertions.webSessionId, ids),
        isNull(issuedAssertions.endedAt),
      ),
    );
}

/** Gives what a session opened, and has not been told to end, to the session that takes its place. */
export async function handOverAssertions(
  transaction: Database,
  companyId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await transaction
    .update(issuedAssertions)
    .set({ webSessionId: to })
    .where(
      and(
        eq(issuedAssertions.companyId, companyId),
        eq(issuedAssertions.webSessionId, from),
        isNull(issuedAssertions.endedAt),
      ),
    );
}
