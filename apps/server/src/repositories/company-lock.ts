import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { companies } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

/** Makes what changes something of a company as it stands wait for each other. @param transaction holds it until its end */
export async function lockCompany(transaction: Database, companyId: string): Promise<void> {
  await transaction.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update');
}

/** The first half of the names of locks that imports of people hold; the second is the company's. */
const IMPORT_LOCK = 7_239_105;

/**
 * Whether a file of people may be written now: one of a company at a time, of whichever server. To be asked before the company is
 * locked: a row of files would keep everything else waiting. @param transaction holds the turn until its end
 */
export async function takeImportTurn(transaction: Database, companyId: string): Promise<boolean> {
  const [turn] = await transaction
    .select({ isOurs: sql<boolean>`pg_try_advisory_xact_lock(${IMPORT_LOCK}, hashtext(${companyId}))` })
    .from(sql`(select) as moment`);
  return turn?.isOurs === true;
}

/**
 * Tells every server that what it keeps in memory of a company is old, from the moment at which the transaction commits. What
 * changes the company's own row does so by itself.
 * @param transaction until its end others wait, as for `lockCompany`
 */
export async function renewGeneration(transaction: Database, companyId: string): Promise<void> {
  await renewGenerations(transaction, eq(companies.id, companyId));
}

/** The same of every company in a silo. */
export async function renewGenerationsIn(transaction: Database, siloId: string): Promise<void> {
  await renewGenerations(transaction, eq(companies.siloId, siloId));
}

async function renewGenerations(transaction: Database, which: SQL): Promise<void> {
  await transaction
    .update(companies)
    .set({ generation: sql`${companies.generation} + 1` })
    .where(which);
}

const selectGeneration = statement('company_generation', (database, given: Given<{ companyId: string }>) =>
  database.select({ generation: companies.generation }).from(companies).where(eq(companies.id, given.companyId)),
);

/** What is in memory of a company is as new as this, or old. Null: there is no such company any more. */
export async function findGeneration(database: Database, companyId: string): Promise<number | null> {
  return (await selectGeneration(database, { companyId }))[0]?.generation ?? null;
}
