import type { Database } from '../database/open.ts';
import { issuedAssertions } from '../database/schema.ts';

export type IssuedAssertion = typeof issuedAssertions.$inferSelect;

export async function storeIssuedAssertion(database: Database, assertion: IssuedAssertion): Promise<void> {
  await database.insert(issuedAssertions).values(assertion);
}
