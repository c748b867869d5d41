import { and, eq, exists, gt, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import {
  accessGrants,
  applications,
  companies,
  deviceSessions,
  devices,
  issuedAssertions,
  pendingSignIns,
  people,
} from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';
import { AHEAD_MS } from './age.ts';
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

type Named = Pick<IssuedAssertion, 'companyId' | 'assertionId'>;

const isNamed = (given: Given<Named>) =>
  and(eq(issuedAssertions.companyId, given.companyId), eq(issuedAssertions.assertionId, given.assertionId));

const selectAssertion = statement('assertion', (database, given: Given<Named>) =>
  database
    .select()
    .from(issuedAssertions)
    .where(and(isNamed(given), stands(database))),
);

/** @returns null: there is none, or what it was issued by was taken back or blocked */
export async function findStandingAssertion(
  database: Database,
  companyId: string,
  assertionId: string,
): Promise<IssuedAssertion | null> {
  const rows = await selectAssertion(database, { companyId, assertionId });
  return rows[0] ?? null;
}

const selectJudged = statement('assertion_judged', (database, given: Given<Named>) =>
  database
    .select({
      issued: issuedAssertions,
      generation: companies.generation,
      application: applications,
      person: people,
      device: devices,
      isStanding: sql<boolean>`(${stands(database)})`,
    })
    .from(issuedAssertions)
    .innerJoin(companies, eq(companies.id, issuedAssertions.companyId))
    .innerJoin(
      applications,
      and(eq(applications.companyId, issuedAssertions.companyId), eq(applications.id, issuedAssertions.applicationId)),
    )
    .innerJoin(people, and(eq(people.companyId, issuedAssertions.companyId), eq(people.id, issuedAssertions.personId)))
    .leftJoin(
      deviceSessions,
      and(
        eq(deviceSessions.companyId, issuedAssertions.companyId),
        eq(deviceSessions.id, issuedAssertions.deviceSessionId),
      ),
    )
    .leftJoin(devices, isOfDevice)
    .where(isNamed(given)),
);

/** An assertion, what it was judged by as that is now, and whether what it was issued by still stands. */
export async function findJudgedAgain(database: Database, named: Named) {
  const rows = await selectJudged(database, named);
  return rows[0] ?? null;
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
    lte(issuedAssertions.issuedAt, new Date(now.getTime() + AHEAD_MS)),
  );

/**
 * Takes an assertion that is about to be handed out as a code or an ID token: once, by the browser session it was issued
 * to, for what it was issued for, within a minute, unless what it came by was taken back.
 */
export async function finishIssuedAssertion(database: Database, taking: Taking): Promise<IssuedAssertion | null> {
  const rows = await database
    .update(issuedAssertions)
    .set({ sessionIndex: finishedIndex(taking.sessionIndex) })
    .where(and(awaits(taking), stands(database)))
    .returning();
  return rows[0] ?? null;
}

/** Whether it was issued to this browser session for this, and not finished, whatever has become of what it came by. */
export function isFor(issued: IssuedAssertion, { sessionIndex, webSessionId }: Taking): boolean {
  return issued.sessionIndex === sessionIndex && issued.webSessionId === webSessionId;
}
