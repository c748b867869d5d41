import { hashToken } from '../../operations/crypto/tokens.ts';
import type { Database } from '../../database/open.ts';
import { handOverTokens } from '../../repositories/admin-tokens.ts';
import { handOverAssertions } from '../../repositories/logout.ts';
import { findPerson, type Person, type WebSession } from '../../repositories/people.ts';
import { createWebSession, revokeWebSessionByToken } from '../../repositories/web-sessions.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { auditEnd } from '../people/end-sessions.ts';
import type { Visit } from '../people/visit.ts';

const LONGEST_USER_AGENT = 255;

/** What is particular to a sign-in. */
export type NewSession = Pick<WebSession, 'id' | 'expiresAt' | 'factors' | 'awaits' | 'upstreamClaims'> &
  Partial<Pick<WebSession, 'reach' | 'secondFactorAt' | 'provenAt'>> & { readonly token: string };

/**
 * Stores a session of this moment in place of the one that the browser had.
 * @returns null when the person is blocked; else the id of another person's session that was there, whose applications have
 * to be told once the transaction is over
 */
export async function beginSession(
  context: ServerContext,
  transaction: Database,
  visit: Visit,
  person: Person,
  { token, ...particular }: NewSession,
): Promise<{ readonly left: string | null } | null> {
  const now = context.now();
  const isCreated = await createWebSession(transaction, {
    provenAt: now,
    ...particular,
    companyId: context.company.id,
    personId: person.id,
    tokenHash: hashToken(token),
    authenticatedAt: now,
    lastSeenAt: now,
    address: visit.address,
    userAgent: visit.userAgent.slice(0, LONGEST_USER_AGENT),
  });
  return isCreated ? { left: await replaceSession(context, transaction, visit, person, particular.id) } : null;
}

/**
 * Who signs in again, or more strongly, has not left: what was opened or made in the old session belongs to the new one, and ends
 * with it.
 */
async function replaceSession(
  context: ServerContext,
  transaction: Database,
  visit: Visit,
  person: Person,
  sessionId: string,
): Promise<string | null> {
  const { company, now } = context;
  const { sessionToken } = visit;
  if (sessionToken === undefined) return null;
  const replaced = await revokeWebSessionByToken(transaction, company.id, hashToken(sessionToken), now());
  if (replaced === null) return null;
  if (replaced.personId !== person.id) {
    const left = await findPerson(transaction, company.id, replaced.personId);
    const ended = { actor: person, sessions: 1, endedTokens: [] };
    if (left !== null) await auditEnd(context, visit, left, ended, transaction);
    return replaced.id;
  }
  await handOverAssertions(transaction, company.id, { from: replaced.id, to: sessionId });
  await handOverTokens(transaction, company.id, { from: replaced.ids, to: sessionId });
  return null;
}
