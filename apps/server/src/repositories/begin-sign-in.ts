import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { applications, companies, pendingSignIns } from '../database/schema.ts';
import { type Given, selectedRowOf, statement } from '../database/statement.ts';
import type { ReadApplication } from './companies.ts';
import type { PendingSignInRow } from './pending-sign-ins.ts';
import { type Arrival, arrivalOf, arrivalText } from './sign-ins.ts';

type Judged = Pick<ReadApplication, 'version' | 'generation'>;
type Keeping = PendingSignInRow & Judged & { arrival: string | null };

const inserting = (isNoted: boolean) =>
  statement(isNoted ? 'sign_in_begin' : 'sign_in_begin_bare', (database, given: Given<Keeping>) => {
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
    const made = database.$with('made').as(
      database
        .insert(pendingSignIns)
        .select(database.select(selectedRowOf(pendingSignIns, given) as never).from(same))
        .onConflictDoNothing()
        .returning(),
    );
    const noted = database.$with('noted', {}).as(arrivalOf(given.arrival));
    return database
      .with(...(isNoted ? [same, made, noted] : [same, made]))
      .select({
        isSame: sql<boolean>`exists (select from ${same})`,
        isKept: sql<boolean>`exists (select from ${made})`,
      })
      .from(sql`(select) as moment`);
  });
const [insertIfSame, insertBare] = [inserting(true), inserting(false)];

/**
 * Keeps a sign-in that was judged by what is known of its application and company, if both are still as they were then: a
 * change on any server holds for the request that comes after it.
 * @param judgedBy the application's version, and the generation of the company
 * @param arrival for the list of sign-ins; null: it is not kept as one
 * @returns changed: one of them is not as it was, and nothing is kept; replayed: this application has used this request id before
 */
export async function keepSignInIfSame(
  database: Database,
  row: Omit<PendingSignInRow, 'webSessionId' | 'answers'>,
  judgedBy: Judged,
  arrival: Arrival | null,
): Promise<'kept' | 'replayed' | 'changed'> {
  const insert = arrival === null ? insertBare : insertIfSame;
  const whole = { ...row, ...judgedBy, webSessionId: null, answers: 0, arrival: arrivalText(arrival) };
  const [found] = await insert(database, whole);
  if (found?.isKept === true) return 'kept';
  return found?.isSame === true ? 'replayed' : 'changed';
}
