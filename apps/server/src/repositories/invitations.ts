import { and, countDistinct, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { invitations, people } from '../database/schema.ts';
import type { Person } from './people.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** Between the moment at which an invitation is taken and that of the session it opens: a hash of a password, on a busy day. */
const ACCEPTING_MS = 5_000;

/** A person has one invitation that can still be used: a new one voids those before. */
export async function replaceInvitations(
  database: Database,
  companyId: string,
  made: readonly InvitationRow[],
): Promise<void> {
  if (made.length === 0) return;
  const theirs = inArray(
    invitations.personId,
    made.map(({ personId }) => personId),
  );
  await database
    .delete(invitations)
    .where(and(eq(invitations.companyId, companyId), theirs, isNull(invitations.usedAt)));
  await database.insert(invitations).values([...made]);
}

/** Voids the invitations of people that were not used. */
export async function withdrawInvitations(
  database: Database,
  companyId: string,
  ...personIds: readonly string[]
): Promise<void> {
  await database
    .delete(invitations)
    .where(
      and(
        eq(invitations.companyId, companyId),
        inArray(invitations.personId, [...personIds]),
        isNull(invitations.usedAt),
      ),
    );
}

/** Whether a person could come in by a link that was handed out. */
export async function isInvited(database: Database, companyId: string, personId: string, now: Date): Promise<boolean> {
  const isTheirs = and(eq(invitations.companyId, companyId), eq(invitations.personId, personId));
  const isUsable = and(isNull(invitations.usedAt), gt(invitations.expiresAt, now));
  return (await database.$count(invitations, and(isTheirs, isUsable))) > 0;
}

/** How many people could still come in by a link that was handed out. */
export async function countInvited(database: Database, companyId: string, now: Date): Promise<number> {
  const [found] = await database
    .select({ people: countDistinct(invitations.personId) })
    .from(invitations)
    .innerJoin(people, and(eq(people.companyId, invitations.companyId), eq(people.id, invitations.personId)))
    .where(
      and(
        eq(invitations.companyId, companyId),
        isNull(invitations.usedAt),
        gt(invitations.expiresAt, now),
        isNull(people.disabledAt),
      ),
    );
  return found?.people ?? 0;
}

/** An invitation that can be used, and whom it is for. */
export async function findInvitation(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<{ invitation: InvitationRow; person: Person } | null> {
  const rows = await database
    .select({ invitation: invitations, person: people })
    .from(invitations)
    .innerJoin(people, and(eq(people.companyId, invitations.companyId), eq(people.id, invitations.personId)))
    .where(isOpen(companyId, tokenHash, now));
  return rows[0] ?? null;
}

/** Whether a sign-in of this moment was opened by accepting an invitation, which happens in one go. */
export async function wasOpenedByInvitation(
  database: Database,
  companyId: string,
  personId: string,
  signedInAt: Date,
): Promise<boolean> {
  const isTheirs = and(eq(invitations.companyId, companyId), eq(invitations.personId, personId));
  const earliest = new Date(signedInAt.getTime() - ACCEPTING_MS);
  const isThen = and(gt(invitations.usedAt, earliest), lte(invitations.usedAt, signedInAt));
  return (await database.$count(invitations, and(isTheirs, isThen))) > 0;
}

/** Takes an invitation, once. @returns false when there is none to take */
export async function takeInvitation(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await database
    .update(invitations)
    .set({ usedAt: now })
    .where(isOpen(companyId, tokenHash, now))
    .returning({ personId: invitations.personId });
  return rows.length === 1;
}

function isOpen(companyId: string, tokenHash: string, now: Date) {
  return and(
    eq(invitations.companyId, companyId),
    eq(invitations.tokenHash, tokenHash),
    isNull(invitations.usedAt),
    gt(invitations.expiresAt, now),
  );
}
