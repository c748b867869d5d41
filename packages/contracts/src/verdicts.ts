import * as z from 'zod/mini';
import { CHECK_TYPES } from './check-types.ts';

/**
 * What the policy says of a computer by its last report, or of a person by their best computer; the better one first.
 * Whether it is enforced for them is said apart from it.
 *
 * - `passed`: nothing that is required stands against it.
 * - `in-grace`: something fails that is required from a day to come.
 * - `not-checked`: let in, though something required could not be read; or no report of it is kept any more.
 * - `stopped`: kept out, or it would be where the policy is only reported.
 * - `never-reported`: nothing is known of it. A person: of no computer of theirs.
 * - `retired`: gone. A person: all of their computers are.
 */
export const VERDICTS = ['passed', 'in-grace', 'not-checked', 'stopped', 'never-reported', 'retired'] as const;
export type VerdictName = (typeof VERDICTS)[number];

/**
 * What a change of a verdict came from: a report, another policy, other settings of the company (its gate, what is registered,
 * ends of support), a day that has come, what was done to the computer, or to its person.
 */
export const VERDICT_CAUSES = ['report', 'policy', 'settings', 'date', 'computer', 'person'] as const;
export type VerdictCause = (typeof VERDICT_CAUSES)[number];

/** What a check that is not passed does: keeps out, will from a day on, or is only shown. */
export const CHECK_HOLDS = ['stops', 'grace', 'advises'] as const;
export type CheckHold = (typeof CHECK_HOLDS)[number];

export const unpassedCheckSchema = z.object({
  checkType: z.enum(CHECK_TYPES),
  holds: z.enum(CHECK_HOLDS),
  /** Since when it has failed, or could not be read, without a break. */
  since: z.iso.datetime(),
  /** The day from which it stops. */
  deadline: z.optional(z.iso.date()),
});
export type UnpassedCheck = z.infer<typeof unpassedCheckSchema>;

/** A verdict as lists show it. */
export const shownVerdictSchema = z.object({
  verdict: z.enum(VERDICTS),
  /** Since when it has been this one. */
  since: z.iso.datetime(),
  /** False: the gate or the policy only reports it, and no one is kept out. */
  isEnforced: z.boolean(),
  failing: z.array(unpassedCheckSchema),
  /** What could not be read: neither passed nor failed. */
  unknown: z.array(unpassedCheckSchema),
  /** What time alone will make of it, if nothing changes; null: nothing that is known. */
  next: z.nullable(z.object({ at: z.iso.datetime(), verdict: z.enum(VERDICTS), checks: z.array(z.enum(CHECK_TYPES)) })),
});
export type ShownVerdict = z.infer<typeof shownVerdictSchema>;
