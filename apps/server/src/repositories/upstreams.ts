import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { people, roles, upstreams } from '../database/schema.ts';
import { findPasskeyHolders } from './second-factors.ts';

export type UpstreamRow = typeof upstreams.$inferSelect;

export async function findUpstream(database: Database, companyId: string, id: string): Promise<UpstreamRow | null> {
  const rows = await database
    .select()
    .from(upstreams)
    .where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, id)));
  return rows[0] ?? null;
}

/** Under which name of its own an identity provider says who people are. */
export function issuerOf({ kind, settings }: Pick<UpstreamRow, 'kind' | 'settings'>): string | null {
  const issuer = settings[kind === 'oidc' ? 'issuer' : 'entityId'];
  return typeof issuer === 'string' ? issuer : null;
}

/**
 * The identity provider by which an issuer said something.
 * @param transaction until its end no one switches it off, changes or removes it
 * @returns null where it was removed, or another issuer is behind it by now
 */
export async function lockUpstreamOf(
  transaction: Database,
  companyId: string,
  id: string,
  issuer: string,
): Promise<UpstreamRow | null> {
  const rows = await transaction
    .select()
    .from(upstreams)
    .where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, id)))
    .for('share');
  return rows.find((row) => issuerOf(row) === issuer) ?? null;
}

/** A company's identity providers, by name. */
export async function findUpstreams(database: Database, companyId: string): Promise<UpstreamRow[]> {
  return database
    .select()
    .from(upstreams)
    .where(eq(upstreams.companyId, companyId))
    .orderBy(asc(upstreams.name), asc(upstreams.id));
}

export async function storeUpstream(database: Database, upstream: UpstreamRow): Promise<void> {
  await database.insert(upstreams).values(upstream);
}

/** @returns false when the company has no such identity provider */
export async function changeUpstream(
  database: Database,
  companyId: string,
  id: string,
  changes: Partial<Pick<UpstreamRow, 'name' | 'settings' | 'sealedSecret' | 'isEnabled'>>,
): Promise<boolean> {
  const rows = await database
    .update(upstreams)
    .set(changes)
    .where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, id)))
    .returning({ id: upstreams.id });
  return rows.length === 1;
}

/** Someone who signs in at an identity provider, and what they could sign in with without it. */
export interface PersonAtUpstream {
  readonly login: string;
  readonly hasPassword: boolean;
  readonly hasPasskey: boolean;
}

/** Those linked to an identity provider who are not blocked, by login. */
export async function findPeopleAtUpstream(
  database: Database,
  companyId: string,
  upstreamId: string,
): Promise<PersonAtUpstream[]> {
  const holders = await findPasskeyHolders(database, companyId);
  const rows = await database
    .select({ id: people.id, login: people.login, passwordHash: people.passwordHash })
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(people.upstreamId, upstreamId), isNull(people.disabledAt)))
    .orderBy(asc(people.login));
  return rows.map(({ id, login, passwordHash }) => ({
    login,
    hasPassword: passwordHash !== null,
    hasPasskey: holders.has(id),
  }));
}

/** How many are linked to an identity provider, those who are blocked as well. */
export async function countPeopleAtUpstream(
  database: Database,
  companyId: string,
  upstreamId: string,
): Promise<number> {
  const [counted] = await database
    .select({ linked: count() })
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(people.upstreamId, upstreamId)));
  return counted?.linked ?? 0;
}

/** Administrators who are linked to an identity provider, those who are blocked as well. @returns their ids */
export async function findAdministratorsAtUpstream(
  database: Database,
  companyId: string,
  upstreamId: string,
): Promise<string[]> {
  const isMeant = and(eq(people.upstreamId, upstreamId), eq(roles.role, 'administrator'));
  const rows = await database
    .select({ id: people.id })
    .from(people)
    .innerJoin(roles, and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)))
    .where(and(eq(people.companyId, companyId), isMeant));
  return rows.map(({ id }) => id);
}

/** Takes an identity provider away; anyone who was linked to it is linked to none. */
export async function deleteUpstream(transaction: Database, companyId: string, id: string): Promise<void> {
  await transaction
    .update(people)
    .set({ upstreamId: null, upstreamSubject: null })
    .where(and(eq(people.companyId, companyId), eq(people.upstreamId, id)));
  await transaction.delete(upstreams).where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, id)));
}
