import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { permits } from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';

export type Permit = typeof permits.$inferSelect;

const changing = (({ companyId: _c, deviceSessionId: _d, pendingSignInId: _p, ...others }) => others)(
  getTableColumns(permits),
);

const upsertPermit = statement('permit_replace', (database, given: Given<Permit>) =>
  database
    .insert(permits)
    .values(rowOf(permits, given))
    .onConflictDoUpdate({
      target: [permits.companyId, permits.deviceSessionId, permits.pendingSignInId],
      set: Object.fromEntries(
        Object.entries(changing).map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
      ),
    }),
);

/** Writes the one live permit of a device session and pending sign-in; the one before is void from now on. */
export async function replacePermit(database: Database, permit: Permit): Promise<void> {
  await upsertPermit(database, permit);
}

const updateUsed = statement(
  'permit_take',
  (database, given: Given<{ companyId: string; handleHash: string; now: Date }>) =>
    database
      .update(permits)
      .set({ usedAt: sql`${given.now}` })
      .where(
        and(eq(permits.companyId, given.companyId), eq(permits.handleHash, given.handleHash), isNull(permits.usedAt)),
      )
      .returning(),
);

/** Redeems a permit: one statement, so that of two at once exactly one wins. @returns null when there is none to take */
export async function takePermit(
  database: Database,
  companyId: string,
  handleHash: string,
  now: Date,
): Promise<Permit | null> {
  return (await updateUsed(database, { companyId, handleHash, now }))[0] ?? null;
}

const selectPermit = statement(
  'permit_by_handle',
  (database, given: Given<{ companyId: string; handleHash: string }>) =>
    database
      .select()
      .from(permits)
      .where(and(eq(permits.companyId, given.companyId), eq(permits.handleHash, given.handleHash))),
);

export async function findPermit(database: Database, companyId: string, handleHash: string): Promise<Permit | null> {
  return (await selectPermit(database, { companyId, handleHash }))[0] ?? null;
}
