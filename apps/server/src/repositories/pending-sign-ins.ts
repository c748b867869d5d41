import { and, desc, eq, gt, isNull, ne, notExists, or, type Placeholder, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications, pendingSignIns, webSessions } from '../database/schema.ts';
import { columnsOf, type Given, statement } from '../database/statement.ts';
import type { Application } from './companies.ts';
import { type Arrival, arrivalOf, arrivalText, type SignedInNote, signedInOf, signedInText } from './sign-ins.ts';

export type PendingSignInRow = typeof pendingSignIns.$inferSelect;

/** A lost answer may be asked for again this long after the response was issued; then the request is spent. */
const REISSUE_MS = 300_000;
/** And so often: each is an assertion of its own, and an entry in the audit log. */
const MAXIMUM_ANSWERS = 10;

/** Whether a sign-in can no longer lead to a response: too old, or answered a while ago. */
export function isOver({ expiresAt, completedAt, answers }: PendingSignInRow, now: Date): boolean {
  if (answers >= MAXIMUM_ANSWERS) return true;
  return expiresAt <= now || (completedAt !== null && now.getTime() - completedAt.getTime() > REISSUE_MS);
}

type OfSome = 'requestedAuthnContext' | 'secondStep';
type NewSignIn = Omit<PendingSignInRow, 'webSessionId' | 'answers'>;

const valuesOf = (given: Given<NewSignIn>) => ({
  companyId: given.companyId,
  id: given.id,
  applicationId: given.applicationId,
  requestId: given.requestId,
  acsUrl: given.acsUrl,
  relayState: given.relayState,
  nameIdFormat: given.nameIdFormat,
  forceAuthentication: given.forceAuthentication,
  mode: given.mode,
  personId: given.personId,
  createdAt: given.createdAt,
  expiresAt: given.expiresAt,
  completedAt: given.completedAt,
  requestedAuthnContext: given.requestedAuthnContext,
  interactionId: given.interactionId,
  secondStep: given.secondStep,
  isUnsolicited: given.isUnsolicited,
});

type Arriving = NewSignIn & { arrival: string | null };

/** Writes a pending sign-in with its arrival, or, where an arrival cannot be written, without. */
const inserting = (name: string, isAgain: boolean) => (isNoted: boolean) =>
  statement(isNoted ? name : `${name}_bare`, (database, given: Given<Arriving>) => {
    const insert = database.insert(pendingSignIns).values(valuesOf(given));
    const made = database
      .$with('made')
      .as((isAgain ? insert.onConflictDoUpdate(againOf(given)) : insert.onConflictDoNothing()).returning());
    const noted = database.$with('noted', {}).as(arrivalOf(given.arrival));
    return database
      .with(...(isNoted ? [made, noted] : [made]))
      .select({ id: made.id })
      .from(made);
  });

const againOf = (given: Given<NewSignIn>) => ({
  target: [pendingSignIns.companyId, pendingSignIns.applicationId, pendingSignIns.requestId],
  set: { mode: sql`${given.mode}`, createdAt: sql`${given.createdAt}`, expiresAt: sql`${given.expiresAt}` },
  setWhere: sql`${pendingSignIns.personId} is null and ${pendingSignIns.completedAt} is null`,
});

const insertOnce = inserting('sign_in_insert', false);
const [insertSignIn, insertBare] = [insertOnce(true), insertOnce(false)];

type Wanted = Omit<NewSignIn, OfSome> & Partial<Pick<NewSignIn, OfSome>>;
const whole = (row: Wanted, arrival: Arrival | null): Arriving => ({
  requestedAuthnContext: null,
  secondStep: null,
  ...row,
  arrival: arrivalText(arrival),
});

/**
 * @param arrival null: it is not kept as one
 * @returns false when this application has used this request id before: a replay
 */
export async function createPendingSignIn(database: Database, row: Wanted, arrival: Arrival | null): Promise<boolean> {
  const insert = arrival === null ? insertBare : insertSignIn;
  return (await insert(database, whole(row, arrival))).length === 1;
}

const openOnce = inserting('sign_in_open', true);
const [openSignIn, openBare] = [openOnce(true), openOnce(false)];

/**
 * The same for a request that may be opened again: while no one is bound to it, its row begins afresh under the id it has.
 * @returns the row's id; null: someone is bound to the one of this request id
 */
export async function openPendingSignIn(
  database: Database,
  row: Wanted,
  arrival: Arrival | null,
): Promise<string | null> {
  const rows = await (arrival === null ? openBare : openSignIn)(database, whole(row, arrival));
  return rows[0]?.id ?? null;
}

/** A sign-in, and the work application that began it. */
export interface FoundSignIn {
  readonly pending: PendingSignInRow;
  readonly application: Application;
}

/** The application of a sign-in, where the two are joined. */
export const isOfApplication = and(
  eq(applications.companyId, pendingSignIns.companyId),
  eq(applications.id, pendingSignIns.applicationId),
);

const selectSignIn = statement('sign_in_by_id', (database, given: Given<{ companyId: string; id: string }>) =>
  database
    .select({ pending: pendingSignIns, application: applications })
    .from(pendingSignIns)
    .innerJoin(applications, isOfApplication)
    .where(and(eq(pendingSignIns.companyId, given.companyId), eq(pendingSignIns.id, given.id))),
);

export async function findPendingSignIn(
  database: Database,
  companyId: string,
  id: string,
): Promise<FoundSignIn | null> {
  return (await selectSignIn(database, { companyId, id }))[0] ?? null;
}

interface Owner {
  readonly personId: string;
  readonly webSessionId: string;
}

/** The newest of those that `findOpenPendingSignIns` finds. */
export async function findNewestPendingSignIn(
  database: Database,
  companyId: string,
  owner: Owner,
  now: Date,
): Promise<{ pending: PendingSignInRow; application: Application } | null> {
  const [newest] = await findOpenPendingSignIns(database, companyId, owner, now, 1);
  return newest ?? null;
}

/** Sign-ins that belong to this person and to no other session of theirs that runs, and that are not over: newest first. */
export async function findOpenPendingSignIns(
  database: Database,
  companyId: string,
  owner: Owner,
  now: Date,
  limit: number,
): Promise<{ pending: PendingSignInRow; application: Application }[]> {
  return database
    .select({ pending: pendingSignIns, application: applications })
    .from(pendingSignIns)
    .innerJoin(applications, isOfApplication)
    .where(
      and(
        eq(pendingSignIns.companyId, companyId),
        eq(pendingSignIns.personId, owner.personId),
        or(
          isNull(pendingSignIns.webSessionId),
          eq(pendingSignIns.webSessionId, owner.webSessionId),
          notExists(
            database
              .select()
              .from(webSessions)
              .where(and(isSessionOfSignIn, isNull(webSessions.revokedAt), gt(webSessions.expiresAt, now))),
          ),
        ),
        gt(pendingSignIns.expiresAt, now),
        or(isNull(pendingSignIns.completedAt), gt(pendingSignIns.completedAt, new Date(now.getTime() - REISSUE_MS))),
      ),
    )
    .orderBy(desc(pendingSignIns.createdAt))
    .limit(limit);
}

const isSessionOfSignIn = and(
  eq(webSessions.companyId, pendingSignIns.companyId),
  eq(webSessions.id, pendingSignIns.webSessionId),
);

interface Binding extends Record<string, unknown> {
  readonly companyId: string;
  readonly id: string;
  readonly personId: string;
  readonly webSessionId: string;
}

const updatingOwner = (isNoted: boolean) =>
  statement(
    isNoted ? 'sign_in_bind' : 'sign_in_bind_bare',
    (database, given: Given<Binding & { note: string | null }>) => {
      const bound = database.$with('bound').as(
        database
          .update(pendingSignIns)
          .set({ personId: sql`${given.personId}`, webSessionId: keptOr(given.webSessionId) })
          .where(
            and(
              eq(pendingSignIns.companyId, given.companyId),
              eq(pendingSignIns.id, given.id),
              or(isNull(pendingSignIns.personId), eq(pendingSignIns.personId, given.personId)),
              or(eq(pendingSignIns.webSessionId, given.webSessionId), isWhole(given.webSessionId)),
            ),
          )
          .returning(),
      );
      const noted = database.$with('noted', {}).as(signedInOf(given.note));
      return database
        .with(...(isNoted ? [bound, noted] : [bound]))
        .select({ pending: columnsOf(pendingSignIns, bound), application: applications })
        .from(bound)
        .innerJoin(
          applications,
          and(eq(applications.companyId, bound.companyId), eq(applications.id, bound.applicationId)),
        );
    },
  );
const [updateOwner, updateOwnerBare] = [updatingOwner(true), updatingOwner(false)];

/**
 * Binds a pending sign-in to the first person who shows it.
 * @param shown.webSessionId the session that shows it: it is that session's, too, unless another one that was not ended has it
 * @returns null when it belongs to another person, or when the session reaches no other sign-in than it was opened for
 */
export async function bindPendingSignIn(
  database: Database,
  shown: Binding,
  note: SignedInNote | null,
): Promise<FoundSignIn | null> {
  const update = note === null ? updateOwnerBare : updateOwner;
  return (await update(database, { ...shown, note: signedInText(note) }))[0] ?? null;
}

/** Gives a sign-in to the session that its own request has vouched for. */
export async function givePendingSignIn(
  database: Database,
  companyId: string,
  id: string,
  webSessionId: string,
): Promise<void> {
  await database
    .update(pendingSignIns)
    .set({ webSessionId })
    .where(and(eq(pendingSignIns.companyId, companyId), eq(pendingSignIns.id, id)));
}

const updateCompleted = statement(
  'sign_in_complete',
  (database, given: Given<{ companyId: string; id: string; now: Date }>) =>
    database
      .update(pendingSignIns)
      .set({ completedAt: sql`${given.now}`, answers: sql`${pendingSignIns.answers} + 1` })
      .where(and(eq(pendingSignIns.companyId, given.companyId), eq(pendingSignIns.id, given.id))),
);

export async function completePendingSignIn(
  database: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<void> {
  await updateCompleted(database, { companyId, id, now });
}

function keptOr(webSessionId: Placeholder) {
  const { webSessionId: bound } = pendingSignIns;
  const isKept = sql`exists (select 1 from ${webSessions} where ${isSessionOfSignIn} and ${webSessions.revokedAt} is null)`;
  return sql`case when ${isKept} then ${bound} else ${webSessionId}::uuid end`;
}

/** A session that reaches no more than a second step takes nothing that was not given to it. */
function isWhole(webSessionId: Placeholder) {
  return sql`not exists (select 1 from ${webSessions} where ${eq(webSessions.id, webSessionId)} and ${eq(webSessions.companyId, pendingSignIns.companyId)} and ${ne(webSessions.reach, 'whole')})`;
}
