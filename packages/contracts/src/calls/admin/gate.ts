import * as z from 'zod/mini';
import { CHECK_TYPES } from '../../check-types.ts';
import { defineCall } from '../call.ts';
import { acceptBlockingSchema } from './settings.ts';
import { policyImpactSchema } from './policy-impact.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

export const gateStateSchema = z.object({
  state: z.enum(['enforcing', 'observing']),
  /** When observing ends by itself; null: not before someone ends it. */
  until: z.nullable(z.iso.datetime()),
  /** While observing: whether computers are still read. */
  isReading: z.boolean(),
  reason: z.nullable(z.string()),
  /** What observing goes back to when it ends by itself: observing without an end, or, null, the policy. */
  afterwards: z.nullable(z.object({ isReading: z.boolean(), reason: z.nullable(z.string()) })),
});
export type GateState = z.infer<typeof gateStateSchema>;

const shownGateSchema = z.extend(gateStateSchema, {
  /** The sentence on whom the policy is enforced for; null: for everybody. */
  enforcedFor: z.nullable(z.string()),
  /** While observing: work applications that it does not open, since the computer is the second factor there. */
  staysClosed: z.array(
    z.object({
      application: z.string(),
      /** The command that opens it; null: only its identity provider takes the second step out. */
      open: z.nullable(z.string()),
    }),
  ),
  /** Checks that the brake lets stop no one, until someone applies a policy. */
  brakeHolds: z.array(z.enum(CHECK_TYPES)),
});
export type ShownGate = z.infer<typeof shownGateSchema>;

/** Thirty days. */
export const OBSERVING_MAXIMUM_MINUTES = 30 * 24 * 60;

export const adminGateCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/gate`,
  summary: 'Whether the policy is enforced, or everyone is let through and only observed.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: shownGateSchema },
  refusals: ADMIN_REFUSALS,
});

export const adminSetGateCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/gate`,
  summary:
    'Enforce the policy, or let everyone through for a while. Enforcing is refused when it would stop more computers and people than are accepted, and when the gate or the policy changed while they were counted.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.discriminatedUnion('state', [
    z.strictObject({
      state: z.literal('observing'),
      /** Left out: until you end it. */
      minutes: z.optional(z.int().check(z.minimum(1), z.maximum(OBSERVING_MAXIMUM_MINUTES))),
      isReading: z.boolean(),
      reason: adminText(500),
    }),
    z.strictObject({
      state: z.literal('enforcing'),
      reason: adminText(500),
      /** Computers that do not meet the policy, and people never or not lately seen with Workplace. */
      acceptBlocking: acceptBlockingSchema,
    }),
  ]),
  answers: { 200: z.extend(outcomeSchema, { gate: shownGateSchema, impact: z.nullable(policyImpactSchema) }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, too_many_blocked: 409, not_possible: 409 },
});
