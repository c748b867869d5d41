import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  sum,
} from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import {
  accessGrants,
  accessRequests,
  applications,
  auditEntries,
  issuedAssertions,
  people,
  webSessions,
} from '../database/schema.ts';

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

/** How often what was refused, by code: from what an application asks for to what it is given. */
type Refusals = Readonly<Record<'requests' | 'signIns' | 'reports' | 'responses', Record<string, number>>>;

/** What it is that each action refuses. OpenID Connect and SAML have their responses in common, and not their requests. */
const REFUSED_BY: Readonly<Record<string, keyof Refusals>> = {
  'saml-request': 'requests',
  'oidc-request': 'requests',
  'second-step': 'requests',
  'sign-in': 'signIns',
  upstream: 'signIns',
  'second-factor': 'signIns',
  activation: 'signIns',
  'device-report': 'reports',
  'saml-response': 'responses',
};

/** What was refused since, by code. */
export async function countRefusals(database: Database, companyId: string, since: Date): Promise<Refusals> {
  const { action, details } = auditEntries;
  const code = sql<string>`coalesce(${details} ->> 'code', 'unknown')`;
  const rows = await database
    // Of what was refused again and again, one line a minute says how often.
    .select({ action, code, refusals: sum(sql`coalesce((${details} ->> 'count')::int, 1)`).mapWith(Number) })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        gt(auditEntries.at, since),
        inArray(action, Object.keys(REFUSED_BY)),
        eq(auditEntries.outcome, 'refused'),
        // A trial of an administrator is no one's sign-in.
        isNull(sql`${details} ->> 'trialId'`),
        // Anyone who fails to add a factor, or to take one out, is signed in.
        or(ne(action, 'second-factor'), eq(sql`${details} ->> 'what'`, 'given')),
      ),
    )
    .groupBy(action, code);
  const refusals: Refusals = { requests: {}, signIns: {}, reports: {}, responses: {} };
  for (const row of rows) {
    const what = REFUSED_BY[row.action];
    if (what !== undefined) refusals[what][row.code] = (refusals[what][row.code] ?? 0) + row.refusals;
  }
  return refusals;
}

/** Leave since: given by kind, still waiting for approval, asked for, and refused by support or by a limit. */
export async function countLeave(database: Database, companyId: string, since: Date): Promise<Record<string, number>> {
  const grants = await database
    .select({ kind: accessGrants.kind, waits: accessGrants.waitsForApproval, number: count() })
    .from(accessGrants)
    .where(and(eq(accessGrants.companyId, companyId), gt(accessGrants.createdAt, since)))
    .groupBy(accessGrants.kind, accessGrants.waitsForApproval);
  const asked = await database
    .select({ isRefused: sql<boolean>`${accessRequests.refusal} is not null`, number: count() })
    .from(accessRequests)
    .where(and(eq(accessRequests.companyId, companyId), gt(accessRequests.createdAt, since)))
    .groupBy(sql`${accessRequests.refusal} is not null`);
  const [limited] = await database
    .select({ number: sum(sql`coalesce((${auditEntries.details} ->> 'count')::int, 1)`).mapWith(Number) })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        gt(auditEntries.at, since),
        eq(auditEntries.action, 'access-grant'),
        eq(auditEntries.outcome, 'refused'),
        sql`${auditEntries.details} ->> 'code' = 'grant_limit_reached'`,
      ),
    );
  const counts = [
    ...grants.map(({ kind, waits, number }) => [waits ? 'waits for approval' : kind, number] as const),
    ...asked.map(({ isRefused, number }) => [isRefused ? 'asked, refused by support' : 'asked', number] as const),
    ['refused by a limit', limited?.number ?? 0] as const,
  ];
  return Object.fromEntries(counts.filter(([, number]) => number > 0));
}

/** Assertions that left without a computer that met the policy, the newest first. */
export async function findExceptions(database: Database, companyId: string, since: Date, limit: number) {
  return database
    .select({
      assertionId: issuedAssertions.assertionId,
      at: issuedAssertions.issuedAt,
      login: people.login,
      applicationName: applications.name,
      standing: issuedAssertions.standing,
      evidence: issuedAssertions.evidence,
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

/** Which of these assertions left because nothing was enforced, and why, by their ids. */
export async function findObserved(
  database: Database,
  companyId: string,
  since: Date,
  assertionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (assertionIds.length === 0) return new Map();
  const assertionId = sql<string>`${auditEntries.details} ->> 'assertionId'`;
  const observed = sql<string>`${auditEntries.details} ->> 'observed'`;
  const rows = await database
    .select({ assertionId, observed })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        gte(auditEntries.at, since),
        eq(auditEntries.action, 'saml-response'),
        isNotNull(observed),
        inArray(assertionId, [...assertionIds]),
      ),
    );
  return new Map(rows.map((row) => [row.assertionId, row.observed]));
}
