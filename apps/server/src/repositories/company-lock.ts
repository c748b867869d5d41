import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { companies } from '../database/schema.ts';

/** Makes what changes something of a company as it stands wait for each other. @param transaction holds it until its end */
export async function lockCompany(transaction: Database, companyId: string): Promise<void> {
  await transaction.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update');
}
