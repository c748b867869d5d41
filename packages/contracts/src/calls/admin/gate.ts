import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { policyImpactSchema } from './policy-impact.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

export const gateStateSchema = z.object({
  state: z.enum(['enforcing', 'observing']),
  /** When observing ends by itself; null: not before somebody ends it. */
  until: z.nullable(z.iso.datetime()),
  /** While observing: whether computers are still read. */
  isReading: z.boolean(),
  reason: z.nullable(z.string()),
  /** What observing goes back to when it ends by itself: observing without an end, or, null, the policy. */
  afterwards: z.nullable(z.object({ isReading: z.boolean(), reason: z.nullable(z.string()) })),
});
export type GateState = z.infer<typeof gateStateSchema>;

/** With the sentence on whom the policy is enforced for; null: for everybody. */
const shownGateSchema = z.extend(gateStateSchema, { enforcedFor: z.nullable(z.string()) });
export type ShownGate = z.infer<typeof shownGateSchema>;

export const adminGateCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/gate`,
  summary: 'Whether the policy is enforced, or everybody is let through and only observed.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: shownGateSchema },
  refusals: ADMIN_REFUSALS,
});

export const adminSetGateCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/gate`,
  summary:
    'Enforce the policy, or let everybody through for a while. Enforcing is refused when it would stop more computers and people than are accepted.',
  authentication: { role: 'administrator' },
  query: adminChangeQuerySchema,
  body: z.discriminatedUnion('state', [
    z.strictObject({
      state: z.literal('observing'),
      /** Left out: until somebody ends it. At most 30 days. */
      minutes: z.optional(z.int().check(z.minimum(1), z.maximum(30 * 24 * 60))),
      isReading: z.boolean(),
      reason: adminText(500),
    }),
    z.strictObject({
      state: z.literal('enforcing'),
      reason: adminText(500),
      /** Computers that do not meet the policy, and people never seen with Workplace. */
      acceptBlocking: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    }),
  ]),
  answers: { 200: z.extend(outcomeSchema, { gate: shownGateSchema, impact: z.nullable(policyImpactSchema) }) },
  refusals: { ...ADMIN_CHANGE_REFUSALS, too_many_blocked: 409 },
});
