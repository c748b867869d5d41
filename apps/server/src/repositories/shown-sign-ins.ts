import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  applications,
  companies,
  pendingSignIns,
  people,
  roles,
  secondFactors,
  webSessions,
} from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';
import { type FoundSignIn, isOfApplication } from './pending-sign-ins.ts';
import { isLive, isOfSession, type Person, type WebSession } from './people.ts';
import { countsAsFactor, type FactorsAndRole, type SecondFactor } from './second-factors.ts';

/** What a browser shows: the id of a sign-in, if there is one, and the token of its session, if it has one. */
interface Shown extends Record<string, unknown> {
  readonly companyId: string;
  readonly id: string | null;
  readonly tokenHash: string | null;
}

/** Who is signed in in that browser. */
export interface ShownPerson {
  readonly session: WebSession;
  readonly person: Person;
  readonly proofs: FactorsAndRole;
}

const selectShown = statement('sign_in_shown', (database, given: Given<Shown>) => {
  const kinds = database
    .select({ kind: secondFactors.kind })
    .from(secondFactors)
    .where(and(eq(secondFactors.companyId, people.companyId), eq(secondFactors.personId, people.id), countsAsFactor))
    .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id));
  const role = database
    .select({ role: roles.role })
    .from(roles)
    .where(and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)));
  return database
    .select({
      generation: companies.generation,
      pending: pendingSignIns,
      application: applications,
      session: webSessions,
      person: people,
      kinds: sql<SecondFactor['kind'][]>`array${kinds}`,
      hasRole: sql<boolean>`exists ${role}`,
    })
    .from(companies)
    .leftJoin(pendingSignIns, and(eq(pendingSignIns.companyId, companies.id), eq(pendingSignIns.id, given.id)))
    .leftJoin(applications, isOfApplication)
    .leftJoin(webSessions, and(eq(webSessions.companyId, companies.id), eq(webSessions.tokenHash, given.tokenHash)))
    .leftJoin(people, isOfSession)
    .where(eq(companies.id, given.companyId));
});

/**
 * In one question: the sign-in that is shown, who is signed in there with what they can prove themselves with, and how new the
 * company is.
 */
export async function findShownSignIn(
  database: Database,
  shown: Shown,
  now: Date,
): Promise<{
  readonly generation: number;
  readonly found: FoundSignIn | null;
  /** Null: no one, or the session is over, idle for too long or revoked. */
  readonly signedIn: ShownPerson | null;
} | null> {
  const [row] = await selectShown(database, shown);
  if (row === undefined) return null;
  const { generation, pending, application, session, person, kinds, hasRole } = row;
  const isSignedIn = session !== null && person !== null && isLive(session, now);
  return {
    generation,
    found: pending === null || application === null ? null : { pending, application },
    signedIn: isSignedIn ? { session, person, proofs: { kinds, hasRole } } : null,
  };
}
