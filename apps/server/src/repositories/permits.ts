import { and, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications, pendingSignIns, permits } from '../database/schema.ts';
import { columnsOf, type Given, rowOf, statement } from '../database/statement.ts';
import { type FoundSignIn, isOfApplication } from './pending-sign-ins.ts';

type Row = typeof permits.$inferSelect;
export type Permit = Omit<Row, 'previousHandleHash' | 'previousExpiresAt'>;

const changing = (({ companyId: _c, deviceSessionId: _d, pendingSignInId: _p, ...others }) => others)(
  getTableColumns(permits),
);

const upsertPermit = statement('permit_replace', (database, given: Given<Row>) =>
  database
    .insert(permits)
    .values(rowOf(permits, given))
    .onConflictDoUpdate({
      target: [permits.companyId, permits.deviceSessionId, permits.pendingSignInId],
      set: {
        ...Object.fromEntries(
          Object.entries(changing).map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
        ),
        // One that was used leaves none behind.
        previousHandleHash: sql`case when ${permits.usedAt} is null then ${permits.handleHash} end`,
        previousExpiresAt: sql`case when ${permits.usedAt} is null then ${permits.expiresAt} end`,
      },
    }),
);

/** Writes the live permit of a device session and pending sign-in. The one before stays good; the one before that is void. */
export async function replacePermit(database: Database, permit: Permit): Promise<void> {
  await upsertPermit(database, { ...permit, previousHandleHash: null, previousExpiresAt: null });
}

interface Shown extends Record<string, unknown> {
  readonly companyId: string;
  readonly handleHash: string;
}

/** This permit, or the one that took its place. */
export const isShown = ({ companyId, handleHash }: Given<Shown>) =>
  and(
    eq(permits.companyId, companyId),
    or(eq(permits.handleHash, handleHash), eq(permits.previousHandleHash, handleHash)),
  );

/** The permit that was shown; it is over when it would have been, whatever came after it. */
function asShown(handleHash: string, [row]: readonly Row[]): Permit | null {
  if (row === undefined) return null;
  const { previousHandleHash: _, previousExpiresAt, ...newest } = row;
  return newest.handleHash === handleHash || previousExpiresAt === null
    ? newest
    : { ...newest, handleHash, expiresAt: previousExpiresAt };
}

/** A permit as a sign-in shows it: it is good for the one it was made in, and for no other. */
export interface ShownBySignIn extends Shown {
  readonly webSessionId: string;
  readonly personId: string;
}

const updateUsed = statement('permit_take', (database, given: Given<ShownBySignIn & { now: Date }>) => {
  const taken = database.$with('taken').as(
    database
      .update(permits)
      .set({ usedAt: sql`${given.now}` })
      .where(
        and(
          isShown(given),
          eq(permits.webSessionId, given.webSessionId),
          eq(permits.personId, given.personId),
          isNull(permits.usedAt),
        ),
      )
      .returning(),
  );
  return database
    .with(taken)
    .select({ permit: columnsOf(permits, taken), pending: pendingSignIns, application: applications })
    .from(taken)
    .leftJoin(
      pendingSignIns,
      and(eq(pendingSignIns.companyId, taken.companyId), eq(pendingSignIns.id, taken.pendingSignInId)),
    )
    .leftJoin(applications, isOfApplication);
});

/** A permit that was taken, and the sign-in that it was made for. */
export interface TakenPermit {
  readonly permit: Permit;
  /** Null: its application was removed, or the sign-in was. */
  readonly signIn: FoundSignIn | null;
}

/**
 * Redeems a permit in the sign-in it was made in: one statement, so that of two at once exactly one wins, also of a permit and
 * the one before it.
 * @returns null when there is none to take; one of another sign-in is not spent by a try
 */
export async function takePermit(database: Database, shown: ShownBySignIn, now: Date): Promise<TakenPermit | null> {
  const [row] = await updateUsed(database, { ...shown, now });
  const permit = asShown(shown.handleHash, row === undefined ? [] : [row.permit]);
  if (row === undefined || permit === null) return null;
  const { pending, application } = row;
  return { permit, signIn: pending === null || application === null ? null : { pending, application } };
}

const selectPermit = statement('permit_by_handle', (database, given: Given<Shown>) =>
  database.select().from(permits).where(isShown(given)),
);

export async function findPermit(database: Database, companyId: string, handleHash: string): Promise<Permit | null> {
  return asShown(handleHash, await selectPermit(database, { companyId, handleHash }));
}
