import type { SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from './database.ts';

/** Runs a statement that drizzle has no builder for. @returns its rows, checked: the drivers do not type them */
export async function queryRows<Row>(database: Database, statement: SQL, row: z.ZodType<Row>): Promise<Row[]> {
  const answer: unknown = await database.execute(statement);
  return z.object({ rows: z.array(row) }).parse(answer).rows;
}
