import { PROGRAM_LIMITS } from '@vestibule/contracts';
import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { permits } from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';
import { isOverBy } from './age.ts';
import { noteOf, noteText, type SignInNote } from './sign-ins.ts';

type Row = typeof permits.$inferSelect;
export type Permit = Omit<Row, 'previousHandleHash' | 'previousExpiresAt'>;

/** Whether it opens nothing any more. */
export function isPermitOver({ expiresAt }: Pick<Permit, 'expiresAt'>, now: Date): boolean {
  return isOverBy(expiresAt, PROGRAM_LIMITS.permitLifeMs, now);
}

const changing = (({ companyId: _c, deviceSessionId: _d, pendingSignInId: _p, ...others }) => others)(
  getTableColumns(permits),
);

const upserting = (isNoted: boolean) =>
  statement(
    isNoted ? 'permit_replace_noted' : 'permit_replace',
    (database, given: Given<Row & { note: string | null }>) =>
      database
        .with(
          ...(isNoted
            ? [
                database
                  .$with('noted', {})
                  .as(noteOf({ companyId: given.companyId, signInId: given.pendingSignInId, note: given.note })),
              ]
            : []),
        )
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

const [upsertPermit, upsertBare] = [upserting(true), upserting(false)];

/**
 * Writes the live permit of a device session and pending sign-in. The one before stays good; the one before that is void.
 * @param note of the verdict, for the list of sign-ins; null: there is nothing new
 */
export async function replacePermit(database: Database, permit: Permit, note: SignInNote | null): Promise<void> {
  const upsert = note === null ? upsertBare : upsertPermit;
  await upsert(database, { ...permit, previousHandleHash: null, previousExpiresAt: null, note: noteText(note) });
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
export function asShown(handleHash: string, [row]: readonly Row[]): Permit | null {
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

const selectPermit = statement('permit_by_handle', (database, given: Given<Shown>) =>
  database.select().from(permits).where(isShown(given)),
);

export async function findPermit(database: Database, companyId: string, handleHash: string): Promise<Permit | null> {
  return asShown(handleHash, await selectPermit(database, { companyId, handleHash }));
}
