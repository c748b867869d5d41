import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { issuedAssertions } from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';

export type IssuedAssertion = typeof issuedAssertions.$inferSelect;

const insertAssertion = statement('assertion_insert', (database, given: Given<IssuedAssertion>) =>
  database.insert(issuedAssertions).values(rowOf(issuedAssertions, given)),
);

export async function storeIssuedAssertion(database: Database, assertion: IssuedAssertion): Promise<void> {
  await insertAssertion(database, assertion);
}

export async function findIssuedAssertion(
  database: Database,
  companyId: string,
  assertionId: string,
): Promise<IssuedAssertion | null> {
  const rows = await database
    .select()
    .from(issuedAssertions)
    .where(and(eq(issuedAssertions.companyId, companyId), eq(issuedAssertions.assertionId, assertionId)));
  return rows[0] ?? null;
}

const FINISH_WITHIN_MS = 60_000;

/**
 * Takes an assertion that is about to be handed out as a code or an ID token: once, by the browser session it was issued
 * to, for what it was issued for, within a minute.
 */
export async function finishIssuedAssertion(
  database: Database,
  taking: {
    readonly companyId: string;
    readonly assertionId: string;
    /** The interaction, or the sign-in. */
    readonly sessionIndex: string;
    readonly webSessionId: string;
    readonly now: Date;
  },
): Promise<IssuedAssertion | null> {
  const rows = await database
    .update(issuedAssertions)
    .set({ sessionIndex: `finished ${taking.sessionIndex}` })
    .where(
      and(
        eq(issuedAssertions.companyId, taking.companyId),
        eq(issuedAssertions.assertionId, taking.assertionId),
        eq(issuedAssertions.sessionIndex, taking.sessionIndex),
        eq(issuedAssertions.webSessionId, taking.webSessionId),
        gt(issuedAssertions.issuedAt, new Date(taking.now.getTime() - FINISH_WITHIN_MS)),
      ),
    )
    .returning();
  return rows[0] ?? null;
}
