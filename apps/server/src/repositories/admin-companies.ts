import { asc, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { companies, managedServiceProviders, silos } from '../database/schema.ts';
import { writeUnlessTaken } from '../database/unless-taken.ts';
import { renewGenerationsIn } from './company-lock.ts';
import type { Company, Silo } from './companies.ts';

export type Provider = typeof managedServiceProviders.$inferSelect;

export interface CompanyOfProvider {
  readonly company: Company;
  readonly provider: Provider | null;
}

/** Companies with their providers, the oldest first. @param mspId only those of this provider */
export async function findCompaniesWithProviders(database: Database, mspId?: string): Promise<CompanyOfProvider[]> {
  return database
    .select({ company: companies, provider: managedServiceProviders })
    .from(companies)
    .leftJoin(managedServiceProviders, eq(managedServiceProviders.id, companies.mspId))
    .where(mspId === undefined ? undefined : eq(companies.mspId, mspId))
    .orderBy(asc(companies.createdAt), asc(companies.id));
}

export async function findCompanyWithProvider(database: Database, id: string): Promise<CompanyOfProvider | null> {
  const rows = await database
    .select({ company: companies, provider: managedServiceProviders })
    .from(companies)
    .leftJoin(managedServiceProviders, eq(managedServiceProviders.id, companies.mspId))
    .where(eq(companies.id, id));
  return rows[0] ?? null;
}

/** @returns false when its name or address is another company's */
export async function insertCompany(database: Database, company: typeof companies.$inferInsert): Promise<boolean> {
  const rows = await database.insert(companies).values(company).onConflictDoNothing().returning({ id: companies.id });
  return rows.length === 1;
}

/** @returns false when its new address is another company's */
export function updateCompany(
  database: Database,
  id: string,
  changes: Partial<Omit<Company, 'id' | 'name' | 'createdAt' | 'generation'>>,
): Promise<boolean> {
  return writeUnlessTaken(database, (inner) => inner.update(companies).set(changes).where(eq(companies.id, id)));
}

/** What is stored of a company's settings at this moment, whatever a server keeps in mind of them. */
export async function readSettings(database: Database, id: string): Promise<Company['settings']> {
  const [row] = await database.select({ settings: companies.settings }).from(companies).where(eq(companies.id, id));
  return row?.settings ?? {};
}

/**
 * Changes settings of a company as they stand at this moment, and keeps everybody else away until the transaction is over.
 * @param change null: nothing is written
 */
export async function changeSettings(
  transaction: Database,
  id: string,
  change: (stored: Company['settings']) => Company['settings'] | null,
): Promise<void> {
  const isIt = eq(companies.id, id);
  const [row] = await transaction.select({ settings: companies.settings }).from(companies).where(isIt).for('update');
  const settings = row === undefined ? null : change(row.settings);
  if (settings !== null) await transaction.update(companies).set({ settings }).where(isIt);
}

/** Sets or takes out lines of the support block as it stands at this moment. @param lines null: the line goes */
export async function changeSupport(
  transaction: Database,
  id: string,
  lines: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const isIt = eq(companies.id, id);
  const [row] = await transaction.select({ support: companies.support }).from(companies).where(isIt).for('update');
  if (row === undefined) return;
  const said = Object.entries({ ...row.support, ...lines });
  const support = Object.fromEntries(said.flatMap(([name, line]) => (typeof line === 'string' ? [[name, line]] : [])));
  await transaction.update(companies).set({ support }).where(isIt);
}

export async function findProviders(database: Database): Promise<Provider[]> {
  return database.select().from(managedServiceProviders).orderBy(asc(managedServiceProviders.name));
}

export async function findProviderByName(database: Database, name: string): Promise<Provider | null> {
  const rows = await database.select().from(managedServiceProviders).where(eq(managedServiceProviders.name, name));
  return rows[0] ?? null;
}

/** @returns false when another provider has this name */
export async function insertProvider(database: Database, provider: Provider): Promise<boolean> {
  const rows = await database
    .insert(managedServiceProviders)
    .values(provider)
    .onConflictDoNothing()
    .returning({ id: managedServiceProviders.id });
  return rows.length === 1;
}

/** @returns false when a company belongs to it */
export async function deleteProvider(database: Database, id: string): Promise<boolean> {
  const [used] = await database.select({ id: companies.id }).from(companies).where(eq(companies.mspId, id)).limit(1);
  if (used !== undefined) return false;
  await database.delete(managedServiceProviders).where(eq(managedServiceProviders.id, id));
  return true;
}

export async function upsertSilo(transaction: Database, silo: Silo): Promise<void> {
  const { id: _, ...values } = silo;
  await transaction.insert(silos).values(silo).onConflictDoUpdate({ target: silos.id, set: values });
  await renewGenerationsIn(transaction, silo.id);
}

/** @returns false when it serves a company */
export async function deleteSilo(database: Database, id: string): Promise<boolean> {
  const [used] = await database.select({ id: companies.id }).from(companies).where(eq(companies.siloId, id)).limit(1);
  if (used !== undefined) return false;
  await database.delete(silos).where(eq(silos.id, id));
  return true;
}
