import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { signInAttempts } from '../database/schema.ts';

/** By so much clocks of servers may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/** How guessing is slowed down. */
export interface AttemptLimits {
  /** Tries before the next one has to wait. */
  readonly free: number;
  /** Waits double from one second up to this. */
  readonly longestWaitMs: number;
  /** After this long without a try everything is forgotten. */
  readonly forgetAfterMs: number;
}

/**
 * Counts a try, in one statement: of tries sent at once, by whichever servers, no two get past the limit together.
 * @returns false when this try has to wait; it is not counted then
 */
export async function takeAttempt(
  database: Database,
  companyId: string,
  keyHash: string,
  now: Date,
  { free, longestWaitMs, forgetAfterMs }: AttemptLimits,
): Promise<boolean> {
  const { count, lastAt } = signInAttempts;
  const forgotten = new Date(now.getTime() - forgetAfterMs).toISOString();
  const next = sql`case when ${lastAt} <= ${forgotten}::timestamptz then 1 else ${count} + 1 end`;
  // The exponent is bounded, so that a long attack does not overflow it.
  const waitMs = sql`case when ${next} < ${free} then 0 else least(1000 * 2 ^ least(${next} - ${free}, 20), ${longestWaitMs}) end`;
  // No one waits longer than that: what says so was written while a clock was ahead.
  const longest = new Date(now.getTime() + longestWaitMs + CLOCK_TOLERANCE_MS);
  const rows = await database
    .insert(signInAttempts)
    .values({ companyId, keyHash, count: 1, lastAt: now, waitUntil: now })
    .onConflictDoUpdate({
      target: [signInAttempts.companyId, signInAttempts.keyHash],
      set: {
        count: next,
        lastAt: now,
        waitUntil: sql`${now.toISOString()}::timestamptz + (${waitMs}) * interval '1 millisecond'`,
      },
      setWhere: sql`(${lte(signInAttempts.waitUntil, now)} or ${gt(signInAttempts.waitUntil, longest)})`,
    })
    .returning({ count });
  return rows.length === 1;
}

/** For a try whose secret no one looked at. */
export async function giveBackAttempt(
  database: Database,
  companyId: string,
  keyHash: string,
  now: Date,
): Promise<void> {
  await database
    .update(signInAttempts)
    .set({ count: sql`greatest(${signInAttempts.count} - 1, 0)`, waitUntil: now })
    .where(and(eq(signInAttempts.companyId, companyId), eq(signInAttempts.keyHash, keyHash)));
}

export async function clearAttempts(database: Database, companyId: string, keyHash: string): Promise<void> {
  await database
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.companyId, companyId), eq(signInAttempts.keyHash, keyHash)));
}
