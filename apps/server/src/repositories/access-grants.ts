import { and, asc, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessGrants } from '../database/schema.ts';

export type AccessGrant = typeof accessGrants.$inferSelect;
type GrantKind = AccessGrant['kind'];

function live(companyId: string, personId: string, now: Date) {
  return and(
    eq(accessGrants.companyId, companyId),
    eq(accessGrants.personId, personId),
    isNull(accessGrants.revokedAt),
    gt(accessGrants.expiresAt, now),
    gt(accessGrants.usesLeft, 0),
    eq(accessGrants.waitsForApproval, false),
  );
}

/**
 * Temporary access that this person has now, the one that ends first coming first.
 * @param applicationId null: for any application
 */
export async function findTemporaryAccess(
  database: Database,
  companyId: string,
  personId: string,
  applicationId: string | null,
  now: Date,
): Promise<AccessGrant[]> {
  return database
    .select()
    .from(accessGrants)
    .where(
      and(
        live(companyId, personId, now),
        eq(accessGrants.kind, 'temporary-access'),
        applicationId === null
          ? undefined
          : or(isNull(accessGrants.applicationId), eq(accessGrants.applicationId, applicationId)),
      ),
    )
    .orderBy(asc(accessGrants.expiresAt), asc(accessGrants.id));
}

/** Takes one use of a grant: one statement, so that of two at once with one use left exactly one wins. */
export async function takeGrantUse(
  database: Database,
  { companyId, id, personId }: AccessGrant,
  now: Date,
): Promise<AccessGrant | null> {
  const rows = await database
    .update(accessGrants)
    .set({ usesLeft: sql`${accessGrants.usesLeft} - 1` })
    .where(and(eq(accessGrants.id, id), live(companyId, personId, now)))
    .returning();
  return rows[0] ?? null;
}

export async function storeGrant(database: Database, grant: AccessGrant): Promise<void> {
  await database.insert(accessGrants).values(grant);
}

export async function countTemporaryAccess(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<number> {
  const rows = await database
    .select({ grants: count() })
    .from(accessGrants)
    .where(and(live(companyId, personId, now), eq(accessGrants.kind, 'temporary-access')));
  return rows[0]?.grants ?? 0;
}

/** Leave that could still be approved. */
export async function countWaitingGrants(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<number> {
  const rows = await database
    .select({ grants: count() })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.companyId, companyId),
        eq(accessGrants.personId, personId),
        eq(accessGrants.waitsForApproval, true),
        isNull(accessGrants.revokedAt),
        gt(accessGrants.expiresAt, now),
      ),
    );
  return rows[0]?.grants ?? 0;
}

/** Leave that was given since, also what was used up or taken back since: taking it back gives no room for more. */
export async function countGrantsSince(
  database: Database,
  companyId: string,
  of: { readonly personId: string; readonly kind: GrantKind; readonly since: Date },
): Promise<number> {
  const rows = await database
    .select({ grants: count() })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.companyId, companyId),
        eq(accessGrants.personId, of.personId),
        eq(accessGrants.kind, of.kind),
        gt(accessGrants.createdAt, of.since),
        eq(accessGrants.waitsForApproval, false),
      ),
    );
  return rows[0]?.grants ?? 0;
}

/** Lets a leave that waits for it open something. @returns null when there is none that waits */
export async function approveStoredGrant(
  database: Database,
  companyId: string,
  id: string,
  changes: Pick<AccessGrant, 'expiresAt'>,
): Promise<AccessGrant | null> {
  const rows = await database
    .update(accessGrants)
    .set({ ...changes, waitsForApproval: false })
    .where(
      and(
        eq(accessGrants.companyId, companyId),
        eq(accessGrants.id, id),
        isNull(accessGrants.revokedAt),
        eq(accessGrants.waitsForApproval, true),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** When each leave to skip the installation ends that this person ever took and no one revoked. */
export async function findSkipEnds(database: Database, companyId: string, personId: string): Promise<Date[]> {
  const rows = await database
    .selectDistinct({ expiresAt: accessGrants.expiresAt })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.companyId, companyId),
        eq(accessGrants.personId, personId),
        eq(accessGrants.kind, 'skip-installation'),
        isNull(accessGrants.revokedAt),
      ),
    )
    .orderBy(desc(accessGrants.expiresAt));
  return rows.map(({ expiresAt }) => expiresAt);
}

/** @returns the grant as it is now; null when there is none that could be revoked */
export async function revokeStoredGrant(
  database: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<AccessGrant | null> {
  const rows = await database
    .update(accessGrants)
    .set({ revokedAt: now })
    .where(and(eq(accessGrants.companyId, companyId), eq(accessGrants.id, id), isNull(accessGrants.revokedAt)))
    .returning();
  return rows[0] ?? null;
}

export interface GrantFilter {
  readonly kind?: GrantKind;
  readonly personId?: string;
  /** Without those that are over, used up or revoked at this moment. */
  readonly liveAt?: Date;
}

/** Grants of a company, the newest first. */
export async function findGrants(database: Database, companyId: string, filter: GrantFilter): Promise<AccessGrant[]> {
  const { kind, personId, liveAt } = filter;
  return database
    .select()
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.companyId, companyId),
        kind === undefined ? undefined : eq(accessGrants.kind, kind),
        personId === undefined ? undefined : eq(accessGrants.personId, personId),
        liveAt === undefined
          ? undefined
          : and(isNull(accessGrants.revokedAt), gt(accessGrants.expiresAt, liveAt), gt(accessGrants.usesLeft, 0)),
      ),
    )
    .orderBy(desc(accessGrants.createdAt), desc(accessGrants.id));
}
