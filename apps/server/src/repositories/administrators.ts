import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { people, roles, upstreams } from '../database/schema.ts';
import { findPasskeyHolders } from './second-factors.ts';

/** An administrator who is not blocked, and what they have to sign in with. */
export interface AdministratorWays {
  readonly id: string;
  readonly login: string;
  readonly hasPassword: boolean;
  readonly hasPasskey: boolean;
  /** The company's own identity provider that they are linked to. */
  readonly upstreamId: string | null;
  /** It is switched on: nothing of here opens anything for them then. */
  readonly signsInThere: boolean;
}

/** Administrators who are not blocked, by login. Whether what they have opens anything is for the settings to say. */
export async function findAdministrators(database: Database, companyId: string): Promise<AdministratorWays[]> {
  const holders = await findPasskeyHolders(database, companyId);
  const rows = await database
    .select({
      id: people.id,
      login: people.login,
      passwordHash: people.passwordHash,
      upstreamId: people.upstreamId,
      isOn: upstreams.isEnabled,
    })
    .from(people)
    .innerJoin(roles, and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)))
    .leftJoin(upstreams, and(eq(upstreams.companyId, people.companyId), eq(upstreams.id, people.upstreamId)))
    .where(and(eq(people.companyId, companyId), eq(roles.role, 'administrator'), isNull(people.disabledAt)))
    .orderBy(asc(people.login));
  return rows.map(({ passwordHash, isOn, ...row }) => ({
    ...row,
    hasPassword: passwordHash !== null,
    hasPasskey: holders.has(row.id),
    signsInThere: isOn === true,
  }));
}
