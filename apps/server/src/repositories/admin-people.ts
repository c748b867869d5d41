import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { invitations, people, roles, webSessions } from '../database/schema.ts';
import { writeUnlessTaken } from '../database/unless-taken.ts';
import type { Person } from './people.ts';
import type { Role } from './roles.ts';
import { markVerdicts } from './mark-verdicts.ts';

export interface PersonWithRole {
  readonly person: Person;
  readonly role: Role | null;
}

export async function findPersonWithRole(
  database: Database,
  companyId: string,
  id: string,
): Promise<PersonWithRole | null> {
  const rows = await database
    .select({ person: people, role: roles })
    .from(people)
    .leftJoin(roles, and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)))
    .where(and(eq(people.companyId, companyId), eq(people.id, id)));
  return rows[0] ?? null;
}

/** When the invitation ends that a person can still use. */
export async function findInvitedUntil(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<Date | null> {
  const rows = await database
    .select({ expiresAt: invitations.expiresAt })
    .from(invitations)
    .where(
      and(
        eq(invitations.companyId, companyId),
        eq(invitations.personId, personId),
        isNull(invitations.usedAt),
        gt(invitations.expiresAt, now),
      ),
    );
  return rows[0]?.expiresAt ?? null;
}

/** @returns false when the login is another person's */
export async function renameLogin(database: Database, person: Person, login: string): Promise<boolean> {
  const isRenamed = await writeUnlessTaken(database, (inner) =>
    inner
      .update(people)
      .set({ login })
      .where(and(eq(people.companyId, person.companyId), eq(people.id, person.id))),
  );
  // Exemptions go by the login.
  if (isRenamed) await markVerdicts(database, person.companyId, { personIds: [person.id] });
  return isRenamed;
}

export async function findPeopleByIds(
  database: Database,
  companyId: string,
  ids: readonly string[],
): Promise<Person[]> {
  if (ids.length === 0) return [];
  return database
    .select()
    .from(people)
    .where(and(eq(people.companyId, companyId), inArray(people.id, [...ids])));
}

/** Who has these logins now. @param logins in the form in which they are stored */
export async function findIdsOfLogins(
  database: Database,
  companyId: string,
  logins: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (logins.length === 0) return new Map();
  const rows = await database
    .select({ id: people.id, login: people.login })
    .from(people)
    .where(and(eq(people.companyId, companyId), inArray(people.login, [...logins])));
  return new Map(rows.map(({ id, login }) => [login, id]));
}

/** Every person of a company, by login: for an import, which needs them all. */
export async function findAllPeople(database: Database, companyId: string): Promise<Map<string, Person>> {
  const rows = await database.select().from(people).where(eq(people.companyId, companyId));
  return new Map(rows.map((person) => [person.login, person]));
}

/** Whether anybody of the company is in a group of this name, however it is spelled. */
export async function hasGroup(database: Database, companyId: string, group: string): Promise<boolean> {
  const own = sql`select 1 from jsonb_array_elements_text(${people.groups}) as own(name) where lower(trim(own.name)) = ${group.trim().toLowerCase()}`;
  const rows = await database
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.companyId, companyId), sql`exists (${own})`))
    .limit(1);
  return rows.length > 0;
}

export async function putRole(database: Database, role: Role): Promise<void> {
  await database
    .insert(roles)
    .values(role)
    .onConflictDoUpdate({ target: [roles.companyId, roles.personId], set: { role: role.role, reach: role.reach } });
}

export async function deleteRole(database: Database, companyId: string, personId: string): Promise<void> {
  await database.delete(roles).where(and(eq(roles.companyId, companyId), eq(roles.personId, personId)));
}

/** How many people of a company have a role over all companies of its provider. */
export async function countRolesOverProvider(database: Database, companyId: string): Promise<number> {
  const [counted] = await database
    .select({ roles: count() })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), eq(roles.reach, 'msp')));
  return counted?.roles ?? 0;
}

/** Makes these roles such over this company alone. */
export async function narrowRoles(database: Database, companyId: string): Promise<void> {
  await database
    .update(roles)
    .set({ reach: 'company' })
    .where(and(eq(roles.companyId, companyId), eq(roles.reach, 'msp')));
}

/** How many sessions of a person are open, those that still await a factor as well. */
export async function countOpenSessions(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<number> {
  const [counted] = await database
    .select({ open: count() })
    .from(webSessions)
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.personId, personId),
        isNull(webSessions.revokedAt),
        gt(webSessions.expiresAt, now),
      ),
    );
  return counted?.open ?? 0;
}

/** Whether someone signs in at this identity provider whose role reaches over all companies of a provider. */
export async function hasProviderRoleAtUpstream(
  database: Database,
  companyId: string,
  upstreamId: string,
): Promise<boolean> {
  const rows = await database
    .select({ id: people.id })
    .from(people)
    .innerJoin(roles, and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)))
    .where(and(eq(people.companyId, companyId), eq(people.upstreamId, upstreamId), eq(roles.reach, 'msp')))
    .limit(1);
  return rows.length > 0;
}
