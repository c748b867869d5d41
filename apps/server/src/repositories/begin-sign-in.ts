import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { applications, companies, pendingSignIns } from '../database/schema.ts';
import { type Given, selectedRowOf, statement } from '../database/statement.ts';
import type { ReadApplication } from './companies.ts';
import type { PendingSignInRow } from './pending-sign-ins.ts';

const insertIfSame = statement(
  'sign_in_begin',
  (database, given: Given<PendingSignInRow & Pick<ReadApplication, 'version' | 'generation'>>) => {
    const same = database.$with('same').as(
      database
        .select({ id: applications.id })
        .from(applications)
        .innerJoin(companies, eq(companies.id, applications.companyId))
        .where(
          and(
            eq(applications.companyId, given.companyId),
            eq(applications.id, given.applicationId),
            sql`${applications}.xmin::text = ${given.version}`,
            eq(companies.generation, given.generation),
          ),
        ),
    );
    const kept = database.$with('kept').as(
      database
        .insert(pendingSignIns)
        .select(database.select(selectedRowOf(pendingSignIns, given) as never).from(same))
        .onConflictDoNothing()
        .returning({ id: pendingSignIns.id }),
    );
    return database
      .with(same, kept)
      .select({
        isSame: sql<boolean>`exists (select from ${same})`,
        isKept: sql<boolean>`exists (select from ${kept})`,
      })
      .from(sql`(select) as moment`);
  },
);

/**
 * Keeps a sign-in that was judged by what is known of its application and company, if both are still as they were then: a
 * change on any server holds for the request that comes after it.
 * @param judgedBy the application's version, and the generation of the company
 * @returns changed: one of them is not as it was, and nothing is kept; replayed: this application has used this request id before
 */
export async function keepSignInIfSame(
  database: Database,
  row: Omit<PendingSignInRow, 'webSessionId' | 'answers'>,
  { version, generation }: Pick<ReadApplication, 'version' | 'generation'>,
): Promise<'kept' | 'replayed' | 'changed'> {
  const [found] = await insertIfSame(database, { ...row, webSessionId: null, answers: 0, version, generation });
  if (found?.isKept === true) return 'kept';
  return found?.isSame === true ? 'replayed' : 'changed';
}
