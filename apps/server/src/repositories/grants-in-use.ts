import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessGrants, issuedAssertions } from '../database/schema.ts';
import type { AccessGrant } from './access-grants.ts';

/** A leave that this session has had answers by, and when, the first first. */
export interface GrantInUse {
  readonly grant: AccessGrant;
  readonly answeredAt: readonly Date[];
}

/** Temporary access that is neither over nor revoked and by which this very session was let into this application. */
export async function findGrantsInUse(
  database: Database,
  of: {
    readonly companyId: string;
    readonly personId: string;
    readonly webSessionId: string;
    readonly applicationId: string;
  },
  now: Date,
): Promise<GrantInUse[]> {
  const rows = await database
    .select({ grant: accessGrants, at: issuedAssertions.issuedAt })
    .from(issuedAssertions)
    .innerJoin(
      accessGrants,
      and(eq(accessGrants.companyId, issuedAssertions.companyId), eq(accessGrants.id, issuedAssertions.grantId)),
    )
    .where(
      and(
        eq(issuedAssertions.companyId, of.companyId),
        eq(issuedAssertions.webSessionId, of.webSessionId),
        eq(issuedAssertions.applicationId, of.applicationId),
        eq(accessGrants.personId, of.personId),
        eq(accessGrants.kind, 'temporary-access'),
        isNull(accessGrants.revokedAt),
        gt(accessGrants.expiresAt, now),
      ),
    )
    .orderBy(asc(issuedAssertions.issuedAt))
    // Who takes the leave back at this moment waits for what is issued by it, or was first.
    .for('share', { of: accessGrants });
  const byId = Map.groupBy(rows, ({ grant }) => grant.id);
  return [...byId.values()].flatMap((answers) => {
    const grant = answers[0]?.grant;
    return grant === undefined ? [] : [{ grant, answeredAt: answers.map(({ at }) => at) }];
  });
}
