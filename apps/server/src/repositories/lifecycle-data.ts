import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { lifecycleData } from '../database/schema.ts';

export type LifecycleRow = typeof lifecycleData.$inferSelect;

/** The form that this version reads. */
export const LIFECYCLE_FORMAT = 1;

/** @returns null: nothing was taken yet */
export async function findLifecycle(database: Database): Promise<LifecycleRow | null> {
  const rows = await database.select().from(lifecycleData).where(eq(lifecycleData.format, LIFECYCLE_FORMAT));
  return rows[0] ?? null;
}

/**
 * Puts data in the place of what is there. Two servers do so one after the other.
 * @param mayReplace asked about what is there at this moment
 * @returns false: it may not
 */
export async function replaceLifecycle(
  transaction: Database,
  row: LifecycleRow,
  mayReplace: (row: LifecycleRow) => Promise<boolean>,
): Promise<boolean> {
  const added = await transaction.insert(lifecycleData).values(row).onConflictDoNothing().returning();
  if (added.length > 0) return true;
  const here = eq(lifecycleData.format, row.format);
  const [found] = await transaction.select().from(lifecycleData).where(here).for('update');
  if (found === undefined || !(await mayReplace(found))) return false;
  await transaction.update(lifecycleData).set(row).where(here);
  return true;
}
