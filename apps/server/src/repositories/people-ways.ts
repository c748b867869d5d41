import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { invitations, people } from '../database/schema.ts';
import { findNeverSignedUp } from './people-in-bulk.ts';
import { findRoles, type Role } from './roles.ts';
import { findPasskeyHolders } from './second-factors.ts';

/** Someone who is not blocked, and what they have to sign in with. */
export interface PersonWays {
  readonly login: string;
  readonly email: string;
  readonly role: Role['role'] | null;
  readonly hasPassword: boolean;
  readonly hasPasskey: boolean;
  /** An invitation that can still be used. */
  readonly isInvited: boolean;
  /** No one has ever used the account, and it has no role. */
  readonly isUnused: boolean;
  readonly upstreamId: string | null;
}

/** Everybody of a company who is not blocked, by login. Whether what they have opens anything is for the settings to say. */
export async function findWaysOfPeople(database: Database, companyId: string, now: Date): Promise<PersonWays[]> {
  const rows = await database
    .select({
      id: people.id,
      login: people.login,
      email: people.email,
      passwordHash: people.passwordHash,
      upstreamId: people.upstreamId,
    })
    .from(people)
    .where(and(eq(people.companyId, companyId), isNull(people.disabledAt)))
    .orderBy(asc(people.login));
  const open = await database
    .select({ id: invitations.personId })
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), isNull(invitations.usedAt), gt(invitations.expiresAt, now)));
  const invited = new Set(open.map(({ id }) => id));
  const holders = await findPasskeyHolders(database, companyId);
  const unused = await findNeverSignedUp(database, companyId);
  const roles = await findRoles(database, companyId);
  return rows.map(({ id, passwordHash, ...row }) => ({
    ...row,
    role: roles.get(id)?.role ?? null,
    hasPassword: passwordHash !== null,
    hasPasskey: holders.has(id),
    isInvited: invited.has(id),
    isUnused: unused.has(row.login),
  }));
}
