import * as z from 'zod/mini';
import { CHECK_TYPES } from '../../check-types.ts';

const count = z.int().check(z.nonnegative());

/** Checks that block because their reading could not be made, and why it could not. */
const unreadSchema = z.array(z.object({ checkType: z.enum(CHECK_TYPES), reason: z.string() }));
export type Unread = z.infer<typeof unreadSchema>;

/** What a policy would do to the computers that have reported, by their stored reports. */
export const policyImpactSchema = z.object({
  /** How far back reports were looked at. */
  days: count,
  /** Computers whose report was judged. */
  computers: count,
  /** Whose computers those are. */
  people: count,
  /** Of those: with at least one computer that is newly blocked. */
  peopleNewlyBlocked: count,
  /** People who may sign in and for whom the policy is enforced, as far as their groups are known. */
  peopleInScope: count,
  /**
   * Of those: newly stopped by the page that asks to install Workplace, because no computer of theirs has ever reported and
   * nothing lets them skip it.
   */
  neverSeen: count,
  /** The logins of the first of them. */
  neverSeenExamples: z.array(z.string()),
  /**
   * Identity providers that add people at their first sign-in and name them to no one before: who has never signed in there is
   * in none of these numbers.
   */
  unnamedBy: z.array(z.string()),
  /** Also newly stopped, perhaps: a computer of theirs has reported once, and none that is not blocked within these days. */
  notSeenLately: count,
  /** The logins of the first of them. */
  notSeenLatelyExamples: z.array(z.string()),
  /** People in scope who have signed in meanwhile, and whose computers are known and have not reported. */
  peopleWithoutReport: count,
  /** Blocked by the policy that holds, or would have been where it is not enforced. */
  blockedBefore: count,
  blockedNow: count,
  /** Blocked by the new one on the way to an application to which they were not blocked before. */
  newlyBlocked: count,
  /** Of those: because a reading could not be made, among other checks or alone. */
  newlyBlockedUnread: count,
  /** Of those: they are not registered, and only registered computers open anything here. */
  newlyBlockedUnregistered: count,
  /** Blocked before, and not by the new one. */
  freed: count,
  /** Of those newly blocked: where every check that blocks has a fix that Workplace makes itself. */
  fixableAlone: count,
  /** When start dates, grace and exemptions are over; null: all of it holds at once. */
  later: z.nullable(
    z.object({
      on: z.iso.date(),
      newlyBlocked: count,
      fixableAlone: count,
      /** Of those: neither blocked today, nor on that day by the policy that holds. */
      notYetPlanned: count,
    }),
  ),
  checks: z.array(z.object({ checkType: z.enum(CHECK_TYPES), newlyBlocked: count, newlyBlockedLater: count })),
  /** The first of those newly blocked, now or later. */
  examples: z.array(
    z.object({
      login: z.string(),
      deviceName: z.string(),
      reportedAt: z.iso.datetime(),
      isNow: z.boolean(),
      isFixableAlone: z.boolean(),
      checks: z.array(z.enum(CHECK_TYPES)),
      /** Of those checks: what could not be read. */
      unread: unreadSchema,
      isUnregistered: z.boolean(),
    }),
  ),
  /** More than so many percent of the people newly blocked, never or not lately seen need `acceptBlocking`: no one weighs more by many computers. */
  limitPercent: z.number(),
  isOverLimit: z.boolean(),
  /** What `acceptBlocking` has to be then: the computers newly blocked, and the people never or not lately seen with Workplace. */
  toAccept: count,
});
export type PolicyImpact = z.infer<typeof policyImpactSchema>;

/** A policy judged over the stored reports of some days: the last of each computer on each day. */
export const rehearsalSchema = z.object({
  days: z.array(
    z.object({
      day: z.iso.date(),
      computers: count,
      /** Blocked that day by the policy that holds now. */
      blockedBefore: count,
      /** Blocked that day by the one that is tried. */
      blockedThen: count,
    }),
  ),
  computers: count,
  /** Blocked on one day at least, by the one that is tried. */
  everBlocked: count,
  /** Of those, by their last report no longer. */
  mendedSince: count,
  /** Of those that still are: where every check that blocks has a fix that Workplace makes itself. */
  fixableAlone: count,
  checks: z.array(z.object({ checkType: z.enum(CHECK_TYPES), everBlocked: count })),
  /** The first of those ever blocked, by the last report that was: those that still are come first. */
  examples: z.array(
    z.object({
      login: z.string(),
      deviceName: z.string(),
      /** When it was last blocked. */
      reportedAt: z.iso.datetime(),
      isMended: z.boolean(),
      isFixableAlone: z.boolean(),
      checks: z.array(z.enum(CHECK_TYPES)),
      /** Of those checks: what could not be read. */
      unread: unreadSchema,
    }),
  ),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;
