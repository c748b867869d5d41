import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { people, roles, upstreams } from '../database/schema.ts';
import { findPasskeyHolders } from './second-factors.ts';

/** An administrator who is not blocked and has a way to sign in. */
export interface UsableAdministrator {
  readonly id: string;
  /** At the company's own identity provider, which is switched on: nothing of here opens anything for them then. */
  readonly signsInThere: boolean;
  readonly hasPasskey: boolean;
}

/** Administrators who could sign in: by password, by passkey, or at the company's own identity provider. */
export async function findUsableAdministrators(database: Database, companyId: string): Promise<UsableAdministrator[]> {
  const holders = await findPasskeyHolders(database, companyId);
  const rows = await database
    .select({ id: people.id, passwordHash: people.passwordHash, isOn: upstreams.isEnabled })
    .from(people)
    .innerJoin(roles, and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)))
    .leftJoin(upstreams, and(eq(upstreams.companyId, people.companyId), eq(upstreams.id, people.upstreamId)))
    .where(and(eq(people.companyId, companyId), eq(roles.role, 'administrator'), isNull(people.disabledAt)));
  return rows
    .map(({ id, passwordHash, isOn }) => ({
      id,
      hasPassword: passwordHash !== null,
      hasPasskey: holders.has(id),
      signsInThere: isOn === true,
    }))
    .filter(({ hasPassword, hasPasskey, signsInThere }) => hasPassword || hasPasskey || signsInThere);
}
