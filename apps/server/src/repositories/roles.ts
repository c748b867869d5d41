import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { people, roles } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

export type Role = typeof roles.$inferSelect;

const selectRole = statement('role_of_person', (database, given: Given<{ companyId: string; personId: string }>) =>
  database
    .select()
    .from(roles)
    .where(and(eq(roles.companyId, given.companyId), eq(roles.personId, given.personId))),
);

export async function findRole(database: Database, companyId: string, personId: string): Promise<Role | null> {
  return (await selectRole(database, { companyId, personId }))[0] ?? null;
}

/** Whether someone is an administrator who is not blocked. */
export async function isAdministrator(
  database: Database,
  { companyId, personId }: { readonly companyId: string; readonly personId: string },
): Promise<boolean> {
  const rows = await database
    .select({ role: roles.role })
    .from(roles)
    .innerJoin(people, and(eq(people.companyId, roles.companyId), eq(people.id, roles.personId)))
    .where(and(eq(roles.companyId, companyId), eq(roles.personId, personId), isNull(people.disabledAt)));
  return rows[0]?.role === 'administrator';
}

/** The roles of a company, by person. */
export async function findRoles(database: Database, companyId: string): Promise<Map<string, Role>> {
  const rows = await database.select().from(roles).where(eq(roles.companyId, companyId));
  return new Map(rows.map((role) => [role.personId, role]));
}
