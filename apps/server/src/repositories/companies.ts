import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications, companies, silos } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

export type Company = typeof companies.$inferSelect;
export type Application = typeof applications.$inferSelect;
export type Silo = typeof silos.$inferSelect;

export interface CompanyInSilo {
  readonly company: Company;
  readonly silo: Silo | null;
}

/** Every company, the oldest first. */
export async function findCompanies(database: Database): Promise<CompanyInSilo[]> {
  return selectCompanies(database, undefined);
}

/** The companies whose settings say that their brake is on; what they are otherwise is not looked at. @returns their ids */
export async function findCompaniesWithBrake(database: Database): Promise<string[]> {
  const isOn = sql`${companies.settings} -> 'brake' ->> 'isOn' = 'true'`;
  return (await database.select({ id: companies.id }).from(companies).where(isOn)).map(({ id }) => id);
}

/** Whether no one else shares the installation. */
export async function isOnlyCompany(database: Database): Promise<boolean> {
  return (await database.select({ id: companies.id }).from(companies).limit(2)).length < 2;
}

export async function findCompany(database: Database, id: string): Promise<CompanyInSilo | null> {
  return (await selectCompanies(database, eq(companies.id, id)))[0] ?? null;
}

export async function findCompanyByName(database: Database, name: string): Promise<CompanyInSilo | null> {
  return (await selectCompanies(database, eq(companies.name, name)))[0] ?? null;
}

/** @param publicUrl the company's origin, exactly as stored */
export async function findCompanyByUrl(database: Database, publicUrl: string): Promise<CompanyInSilo | null> {
  return (await selectCompanies(database, eq(companies.publicUrl, publicUrl)))[0] ?? null;
}

function selectCompanies(database: Database, condition: SQL | undefined): Promise<CompanyInSilo[]> {
  return database
    .select({ company: companies, silo: silos })
    .from(companies)
    .leftJoin(silos, eq(silos.id, companies.siloId))
    .where(condition)
    .orderBy(asc(companies.createdAt), asc(companies.id));
}

export async function setPublicUrl(database: Database, companyId: string, publicUrl: string): Promise<void> {
  await database.update(companies).set({ publicUrl }).where(eq(companies.id, companyId));
}

/** Every silo, for the hosts that answer device calls. */
export async function findSilos(database: Database): Promise<Silo[]> {
  return database.select().from(silos);
}

/** Any application of a company, switched off or not. */
export async function findApplication(database: Database, companyId: string, id: string): Promise<Application | null> {
  const rows = await database
    .select()
    .from(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.id, id)));
  return rows[0] ?? null;
}

const selectByEntityId = statement(
  'application_by_entity_id',
  (database, given: Given<{ companyId: string; entityId: string }>) =>
    database
      .select({
        application: applications,
        generation: companies.generation,
        version: sql<string>`${applications}.xmin::text`,
      })
      .from(applications)
      .innerJoin(companies, eq(companies.id, applications.companyId))
      .where(
        and(
          eq(applications.companyId, given.companyId),
          eq(applications.entityId, given.entityId),
          eq(applications.protocol, 'saml'),
          isNull(applications.disabledAt),
        ),
      ),
);

/** An application as it was read, and how new its company was. */
export interface ReadApplication {
  readonly application: Application;
  readonly generation: number;
  /** Of its row: another one after every change of it. */
  readonly version: string;
}

/** A SAML application that is not switched off. */
export async function findApplicationByEntityId(
  database: Database,
  companyId: string,
  entityId: string,
): Promise<ReadApplication | null> {
  return (await selectByEntityId(database, { companyId, entityId }))[0] ?? null;
}
