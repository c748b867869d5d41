import { and, count, countDistinct, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessGrants, applications, auditEntries, issuedAssertions, people, webSessions } from '../database/schema.ts';

/** People who have signed in since. */
export async function countSignedIn(database: Database, companyId: string, since: Date): Promise<number> {
  const [found] = await database
    .select({ people: countDistinct(webSessions.personId) })
    .from(webSessions)
    .where(and(eq(webSessions.companyId, companyId), gt(webSessions.authenticatedAt, since)));
  return found?.people ?? 0;
}

/** Assertions since, by how the computer stood. */
export async function countAssertions(
  database: Database,
  companyId: string,
  since: Date,
): Promise<Record<string, number>> {
  const rows = await database
    .select({ standing: issuedAssertions.standing, assertions: count() })
    .from(issuedAssertions)
    .where(and(eq(issuedAssertions.companyId, companyId), gt(issuedAssertions.issuedAt, since)))
    .groupBy(issuedAssertions.standing);
  return Object.fromEntries(rows.map(({ standing, assertions }) => [standing, assertions]));
}

/** Responses that were refused since, by code. */
export async function countRefusals(
  database: Database,
  companyId: string,
  since: Date,
): Promise<Record<string, number>> {
  const code = sql<string>`coalesce(${auditEntries.details} ->> 'code', 'unknown')`;
  const rows = await database
    .select({ code, refusals: count() })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        gt(auditEntries.at, since),
        eq(auditEntries.action, 'saml-response'),
        eq(auditEntries.outcome, 'refused'),
      ),
    )
    .groupBy(code);
  return Object.fromEntries(rows.map((row) => [row.code, row.refusals]));
}

/** Assertions that left without a computer that met the policy, the newest first. */
export async function findExceptions(database: Database, companyId: string, since: Date, limit: number) {
  return database
    .select({
      at: issuedAssertions.issuedAt,
      login: people.login,
      applicationName: applications.name,
      standing: issuedAssertions.standing,
      reason: accessGrants.reason,
    })
    .from(issuedAssertions)
    .leftJoin(people, and(eq(people.companyId, companyId), eq(people.id, issuedAssertions.personId)))
    .leftJoin(
      applications,
      and(eq(applications.companyId, companyId), eq(applications.id, issuedAssertions.applicationId)),
    )
    .leftJoin(accessGrants, and(eq(accessGrants.companyId, companyId), eq(accessGrants.id, issuedAssertions.grantId)))
    .where(
      and(
        eq(issuedAssertions.companyId, companyId),
        gt(issuedAssertions.issuedAt, since),
        ne(issuedAssertions.standing, 'compliant'),
      ),
    )
    .orderBy(desc(issuedAssertions.issuedAt))
    .limit(limit);
}
