import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { people } from '../database/schema.ts';

/** Makes what counts things of one person wait for each other. @param transaction holds the lock until it ends */
export async function lockPerson(transaction: Database, companyId: string, personId: string): Promise<void> {
  await transaction
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(people.id, personId)))
    .for('update');
}
