import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { roles } from '../database/schema.ts';

export type Role = typeof roles.$inferSelect;

export async function findRole(database: Database, companyId: string, personId: string): Promise<Role | null> {
  const rows = await database
    .select()
    .from(roles)
    .where(and(eq(roles.companyId, companyId), eq(roles.personId, personId)));
  return rows[0] ?? null;
}

/** The roles of a company, by person. */
export async function findRoles(database: Database, companyId: string): Promise<Map<string, Role>> {
  const rows = await database.select().from(roles).where(eq(roles.companyId, companyId));
  return new Map(rows.map((role) => [role.personId, role]));
}
