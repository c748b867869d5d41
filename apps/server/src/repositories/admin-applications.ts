import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { accessGrants, applications, pendingSignIns } from '../database/schema.ts';
import { writeUnlessTaken } from '../database/unless-taken.ts';
import type { Application } from './companies.ts';

/** A company's applications, by name; those that are switched off as well. */
export async function findAllApplications(database: Database, companyId: string): Promise<Application[]> {
  return database
    .select()
    .from(applications)
    .where(eq(applications.companyId, companyId))
    .orderBy(asc(applications.name), asc(applications.id));
}

export async function findAnyApplication(
  database: Database,
  companyId: string,
  id: string,
): Promise<Application | null> {
  const rows = await database
    .select()
    .from(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.id, id)));
  return rows[0] ?? null;
}

/** @returns false when the company has an application of this entity id */
export async function insertApplication(
  database: Database,
  application: typeof applications.$inferInsert,
): Promise<boolean> {
  const rows = await database
    .insert(applications)
    .values(application)
    .onConflictDoNothing()
    .returning({ id: applications.id });
  return rows.length === 1;
}

/**
 * Changes settings of an application as they stand at this moment, and keeps everybody else away until the transaction ends.
 * @param change null: nothing is written
 */
export async function changeApplicationSettings(
  transaction: Database,
  { companyId, id }: Pick<Application, 'companyId' | 'id'>,
  change: (stored: Application['settings']) => Application['settings'] | null,
): Promise<void> {
  const isIt = and(eq(applications.companyId, companyId), eq(applications.id, id));
  const found = transaction.select({ settings: applications.settings }).from(applications).where(isIt);
  const [row] = await found.for('update');
  const settings = row === undefined ? null : change(row.settings);
  if (settings !== null) await transaction.update(applications).set({ settings }).where(isIt);
}

/** @returns false when the new entity id is another application's */
export function updateApplication(
  database: Database,
  { companyId, id }: Application,
  changes: Partial<Omit<Application, 'companyId' | 'id' | 'protocol' | 'createdAt'>>,
): Promise<boolean> {
  return writeUnlessTaken(database, (inner) =>
    inner
      .update(applications)
      .set(changes)
      .where(and(eq(applications.companyId, companyId), eq(applications.id, id))),
  );
}

/** An application as it is now. @param transaction until its end no one else changes it */
export async function lockApplication(
  transaction: Database,
  { companyId, id }: Pick<Application, 'companyId' | 'id'>,
): Promise<Application | null> {
  const rows = await transaction
    .select()
    .from(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.id, id)))
    .for('update');
  return rows[0] ?? null;
}

/** Removes an application, the sign-ins that wait for it, and the leave that was for it alone. */
export async function deleteApplication(database: Database, { companyId, id }: Application): Promise<void> {
  await database
    .delete(pendingSignIns)
    .where(and(eq(pendingSignIns.companyId, companyId), eq(pendingSignIns.applicationId, id)));
  await database
    .delete(accessGrants)
    .where(and(eq(accessGrants.companyId, companyId), eq(accessGrants.applicationId, id)));
  await database.delete(applications).where(and(eq(applications.companyId, companyId), eq(applications.id, id)));
}
