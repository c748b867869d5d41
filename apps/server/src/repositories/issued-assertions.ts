import { and, eq, exists, gt, isNull, not, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import {
  accessGrants,
  deviceSessions,
  devices,
  issuedAssertions,
  pendingSignIns,
  policies,
} from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';
import { isOfDevice } from './devices.ts';
import { type AuditEntry, insertOf, raw, writeEntries, type WrittenAudit } from './log.ts';
import { noteOf, noteText, type SignInNote } from './sign-ins.ts';

export type IssuedAssertion = typeof issuedAssertions.$inferSelect;

type Storing = IssuedAssertion & WrittenAudit & { signInId: string; note: string | null };

const inserting = (isNoted: boolean) =>
  statement(isNoted ? 'assertion_insert' : 'assertion_insert_bare', (database, given: Given<Storing>) => {
    const completed = database
      .update(pendingSignIns)
      .set({ completedAt: sql`${given.issuedAt}`, answers: sql`${pendingSignIns.answers} + 1` })
      .where(and(eq(pendingSignIns.companyId, given.companyId), eq(pendingSignIns.id, given.signInId)))
      .returning({ id: pendingSignIns.id });
    const issued = database.insert(issuedAssertions).values(rowOf(issuedAssertions, given));
    const noted = isNoted ? sql`noted as (${noteOf(given)}),` : sql``;
    return raw(database, sql`with completed as ${completed}, issued as ${issued}, ${noted} ${insertOf(given)}`);
  });
const [insertAssertion, insertBare] = [inserting(true), inserting(false)];

/**
 * Keeps an assertion that is about to leave, that the sign-in it was asked for in is answered, and the audit entry of it: one
 * statement, so that none of them is without the others.
 * @param note for the list of sign-ins; null: it cannot be written
 */
export async function storeIssuedAssertion(
  database: Database,
  assertion: IssuedAssertion,
  signInId: string,
  entry: AuditEntry,
  note: SignInNote | null,
): Promise<void> {
  const insert = note === null ? insertBare : insertAssertion;
  await insert(database, { ...assertion, ...writeEntries([entry]), signInId, note: noteText(note) });
}

/** Not one by temporary access that was taken back since, nor of a sign-in whose computer was blocked. */
const stands = (database: Database) => {
  const leave = database
    .select({ id: accessGrants.id })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.companyId, issuedAssertions.companyId),
        eq(accessGrants.id, issuedAssertions.grantId),
        isNull(accessGrants.revokedAt),
      ),
    );
  const blocked = database
    .select({ id: devices.id })
    .from(deviceSessions)
    .innerJoin(devices, isOfDevice)
    .where(
      and(
        eq(deviceSessions.companyId, issuedAssertions.companyId),
        eq(deviceSessions.webSessionId, issuedAssertions.webSessionId),
        eq(devices.state, 'blocked'),
      ),
    );
  return and(or(isNull(issuedAssertions.grantId), exists(leave)), notExists(blocked));
};

/** Nor one from before the policy of today: what that asks for was not looked at. */
const standsByPolicy = (database: Database) => {
  const newer = database
    .select({ id: policies.id })
    .from(policies)
    .where(and(eq(policies.companyId, issuedAssertions.companyId), gt(policies.createdAt, issuedAssertions.issuedAt)));
  return and(stands(database), notExists(newer));
};

type Named = Pick<IssuedAssertion, 'companyId' | 'assertionId'>;

const selecting = (name: string, condition: typeof stands) =>
  statement(name, (database, given: Given<Named>) =>
    database
      .select()
      .from(issuedAssertions)
      .where(
        and(
          eq(issuedAssertions.companyId, given.companyId),
          eq(issuedAssertions.assertionId, given.assertionId),
          condition(database),
        ),
      ),
  );
const selectAssertion = selecting('assertion', stands);
const selectByPolicy = selecting('assertion_by_policy', standsByPolicy);

/** @returns null: there is none, or what it was issued by was taken back or blocked */
export async function findStandingAssertion(
  database: Database,
  companyId: string,
  assertionId: string,
): Promise<IssuedAssertion | null> {
  const rows = await selectAssertion(database, { companyId, assertionId });
  return rows[0] ?? null;
}

/** Whether it may still become an answer. What was given for it before a policy came lives out its minute: nothing else is asked there. */
export async function mayBeAnswered(database: Database, companyId: string, assertionId: string): Promise<boolean> {
  return (await selectByPolicy(database, { companyId, assertionId })).length > 0;
}

const FINISH_WITHIN_MS = 60_000;

/** What stands in place of what an assertion was issued for, once it was taken for that. */
export function finishedIndex(sessionIndex: string): string {
  return `finished ${sessionIndex}`;
}

interface Taking {
  readonly companyId: string;
  readonly assertionId: string;
  /** The interaction, or the sign-in. */
  readonly sessionIndex: string;
  readonly webSessionId: string;
  readonly now: Date;
}

const awaits = ({ companyId, assertionId, sessionIndex, webSessionId, now }: Taking) =>
  and(
    eq(issuedAssertions.companyId, companyId),
    eq(issuedAssertions.assertionId, assertionId),
    eq(issuedAssertions.sessionIndex, sessionIndex),
    eq(issuedAssertions.webSessionId, webSessionId),
    gt(issuedAssertions.issuedAt, new Date(now.getTime() - FINISH_WITHIN_MS)),
  );

/**
 * Takes an assertion that is about to be handed out as a code or an ID token: once, by the browser session it was issued
 * to, for what it was issued for, within a minute, unless what it came by was taken back.
 */
export async function finishIssuedAssertion(database: Database, taking: Taking): Promise<IssuedAssertion | null> {
  const rows = await database
    .update(issuedAssertions)
    .set({ sessionIndex: finishedIndex(taking.sessionIndex) })
    .where(and(awaits(taking), standsByPolicy(database)))
    .returning();
  return rows[0] ?? null;
}

/** Whether it waits to be finished so, and only what it came by does not stand any more. */
export async function isTakenBack(database: Database, taking: Taking): Promise<boolean> {
  return (await database.$count(issuedAssertions, and(awaits(taking), not(standsByPolicy(database) ?? sql`true`)))) > 0;
}
