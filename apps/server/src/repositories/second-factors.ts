import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { people, roles, secondFactors } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

/** Five minutes: the clocks of two servers of one gate differ by less. */
const AHEAD_STEPS = 10;

export type SecondFactor = typeof secondFactors.$inferSelect;

/** Whose factor it is. Every query names both. */
export interface Holder {
  readonly companyId: string;
  readonly personId: string;
}

/** @returns false when this passkey is kept already, for whomever */
export async function storeSecondFactor(
  database: Database,
  factor: typeof secondFactors.$inferInsert,
): Promise<boolean> {
  const rows = await database
    .insert(secondFactors)
    .values(factor)
    .onConflictDoNothing()
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** What a person can prove themselves with. Recovery codes are next to it. */
export const countsAsFactor = and(
  inArray(secondFactors.kind, ['totp', 'passkey']),
  isNotNull(secondFactors.confirmedAt),
);

const selectConfirmed = statement(
  'second_factors_confirmed',
  (database, given: Given<{ companyId: string; personId: string }>) =>
    database
      .select()
      .from(secondFactors)
      .where(
        and(eq(secondFactors.companyId, given.companyId), eq(secondFactors.personId, given.personId), countsAsFactor),
      )
      .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id)),
);

/** Authenticator apps and passkeys that count, the oldest first. Recovery codes are next to them. */
export async function findConfirmedFactors(
  database: Database,
  { companyId, personId }: Holder,
): Promise<SecondFactor[]> {
  return selectConfirmed(database, { companyId, personId });
}

const selectProvable = statement(
  'second_factors_and_role',
  (database, given: Given<{ companyId: string; personId: string }>) =>
    database
      .select({ kind: secondFactors.kind, role: roles.role })
      .from(people)
      .leftJoin(roles, and(eq(roles.companyId, people.companyId), eq(roles.personId, people.id)))
      .leftJoin(
        secondFactors,
        and(eq(secondFactors.companyId, people.companyId), eq(secondFactors.personId, people.id), countsAsFactor),
      )
      .where(and(eq(people.companyId, given.companyId), eq(people.id, given.personId)))
      .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id)),
);

/** What is asked of a person before a sign-in counts hangs on this. */
export interface FactorsAndRole {
  /** Of the factors that count, the oldest first. */
  readonly kinds: readonly SecondFactor['kind'][];
  /** A role asks for a factor. */
  readonly hasRole: boolean;
}

export async function findFactorsAndRole(database: Database, { companyId, personId }: Holder): Promise<FactorsAndRole> {
  const rows = await selectProvable(database, { companyId, personId });
  const kinds = rows.flatMap(({ kind }) => (kind === null ? [] : [kind]));
  return { kinds, hasRole: rows.some(({ role }) => role !== null) };
}

/** Everybody of the company who has a passkey that counts. */
export async function findPasskeyHolders(database: Database, companyId: string): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectDistinct({ personId: secondFactors.personId })
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.companyId, companyId),
        eq(secondFactors.kind, 'passkey'),
        isNotNull(secondFactors.confirmedAt),
      ),
    );
  return new Set(rows.map(({ personId }) => personId));
}

/** A passkey of the company, by its credential id. */
export async function findPasskey(
  database: Database,
  companyId: string,
  credentialId: string,
): Promise<SecondFactor | null> {
  const rows = await database
    .select()
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.companyId, companyId),
        eq(secondFactors.kind, 'passkey'),
        eq(secondFactors.lookup, credentialId),
      ),
    );
  return rows[0] ?? null;
}

/** An authenticator app that was begun and not confirmed yet. */
export async function findUnconfirmedTotp(
  database: Database,
  holder: Holder,
  id: string,
  newerThan: Date,
): Promise<SecondFactor | null> {
  const rows = await database
    .select()
    .from(secondFactors)
    .where(
      and(
        isOf(holder),
        eq(secondFactors.id, id),
        eq(secondFactors.kind, 'totp'),
        isNull(secondFactors.confirmedAt),
        gt(secondFactors.createdAt, newerThan),
      ),
    );
  return rows[0] ?? null;
}

export async function deleteUnconfirmedTotp(database: Database, holder: Holder): Promise<void> {
  await database
    .delete(secondFactors)
    .where(and(isOf(holder), eq(secondFactors.kind, 'totp'), isNull(secondFactors.confirmedAt)));
}

/** Confirms an authenticator app and spends the time step it was confirmed with. @returns false when another did */
export async function confirmTotp(database: Database, factor: SecondFactor, step: number, now: Date): Promise<boolean> {
  const rows = await database
    .update(secondFactors)
    .set({ confirmedAt: now, lastUsed: step })
    .where(and(isOf(factor), eq(secondFactors.id, factor.id), isNull(secondFactors.confirmedAt)))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/**
 * Spends a time step of an authenticator app, once.
 * @param newest the last step that a code can be of now: one far behind it was written by a clock that was ahead, and spends nothing
 * @returns false when it, or a later one, was used before
 */
export async function spendTotpStep(
  database: Database,
  factor: SecondFactor,
  step: number,
  newest: number,
): Promise<boolean> {
  const isUnspent = or(lt(secondFactors.lastUsed, step), gt(secondFactors.lastUsed, newest + AHEAD_STEPS));
  const rows = await database
    .update(secondFactors)
    .set({ lastUsed: step })
    .where(and(isOf(factor), eq(secondFactors.id, factor.id), isUnspent))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** Raises a passkey's counter. Some never count and stay at nought. @returns false when it was used with this one before */
export async function raisePasskeyCounter(database: Database, factor: SecondFactor, counter: number): Promise<boolean> {
  const neverCounts = counter === 0 ? and(lte(secondFactors.lastUsed, 0)) : undefined;
  const rows = await database
    .update(secondFactors)
    .set({ lastUsed: counter })
    .where(and(isOf(factor), eq(secondFactors.id, factor.id), or(lt(secondFactors.lastUsed, counter), neverCounts)))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** @returns false when the person has no such factor */
export async function deleteFactor(database: Database, holder: Holder, id: string): Promise<boolean> {
  const rows = await database
    .delete(secondFactors)
    .where(and(isOf(holder), eq(secondFactors.id, id), inArray(secondFactors.kind, ['totp', 'passkey'])))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

/** Everything: apps, passkeys and recovery codes. @returns how many */
export async function deleteAllFactors(database: Database, holder: Holder): Promise<number> {
  const rows = await database.delete(secondFactors).where(isOf(holder)).returning({ id: secondFactors.id });
  return rows.length;
}

export async function replaceRecoveryCodes(
  database: Database,
  holder: Holder,
  codes: readonly (typeof secondFactors.$inferInsert)[],
): Promise<void> {
  await database.delete(secondFactors).where(and(isOf(holder), eq(secondFactors.kind, 'recovery-code')));
  if (codes.length > 0) await database.insert(secondFactors).values([...codes]);
}

/** Takes a recovery code, once. @returns false when there is none to take */
export async function takeRecoveryCode(database: Database, holder: Holder, hash: string): Promise<boolean> {
  const rows = await database
    .delete(secondFactors)
    .where(and(isOf(holder), eq(secondFactors.kind, 'recovery-code'), eq(secondFactors.lookup, hash)))
    .returning({ id: secondFactors.id });
  return rows.length === 1;
}

export async function countRecoveryCodes(database: Database, holder: Holder): Promise<number> {
  const rows = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(secondFactors)
    .where(and(isOf(holder), eq(secondFactors.kind, 'recovery-code')));
  return rows[0]?.count ?? 0;
}

function isOf({ companyId, personId }: Holder) {
  return and(eq(secondFactors.companyId, companyId), eq(secondFactors.personId, personId));
}
