import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { people } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

const selectForUpdate = statement('person_lock', (database, given: Given<{ companyId: string; personId: string }>) =>
  database
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.companyId, given.companyId), eq(people.id, given.personId)))
    .for('update'),
);

/** Makes what counts things of one person wait for each other. @param transaction holds the lock until it ends */
export async function lockPerson(transaction: Database, companyId: string, personId: string): Promise<void> {
  await selectForUpdate(transaction, { companyId, personId });
}
