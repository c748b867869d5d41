import * as z from 'zod/mini';
import { MAXIMUM_STAGES, STAGE_OBSTACLES, stagePlanShape } from '../../configuration.ts';
import { defineCall } from '../call.ts';
import { policyImpactSchema } from './policy-impact.ts';
import { acceptBlockingSchema } from './settings.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

const stagesVersion = z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be a version of the stages'));

/** done: before the one that holds. holds: the policy is enforced for exactly these. next: after it, or none holds. */
export const STAGE_STATES = ['done', 'holds', 'next'] as const;

const shownStageSchema = z.object({
  ...stagePlanShape,
  /** Counted from 1, in the order in which they follow each other. */
  number: z.int(),
  state: z.enum(STAGE_STATES),
  /** People who may sign in and for whom it enforces the policy. */
  people: z.int(),
  begunAt: z.nullable(z.iso.datetime()),
  heldBack: z.nullable(
    z.object({
      since: z.iso.datetime(),
      why: z.enum(STAGE_OBSTACLES),
      toAccept: z.nullable(z.int()),
    }),
  ),
});
export type ShownStage = z.infer<typeof shownStageSchema>;

const shownStagesSchema = z.object({
  /** For `ifVersion`: another one when the plan or where it stands was changed. */
  version: z.string(),
  stages: z.array(shownStageSchema),
  /** Everybody who may sign in and comes to the gate. */
  people: z.int(),
  at: z.iso.datetime(),
});
export type ShownStages = z.infer<typeof shownStagesSchema>;

export const adminStagesCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/gate/stages`,
  summary:
    'The stages from no one to everyone: for whom each enforces the policy, which one holds, and what holds one back.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: shownStagesSchema },
  refusals: ADMIN_REFUSALS,
});

export const adminSetStagesCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/gate/stages`,
  summary:
    'Plan the stages, all of them, in the order in which they follow each other. Begins none; one with a time begins by itself then. Refused with ifVersion when the plan was changed meanwhile.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: z.extend(adminChangeQuerySchema, { ifVersion: z.optional(stagesVersion) }),
  body: z.strictObject({ stages: z.array(z.strictObject(stagePlanShape)).check(z.maxLength(MAXIMUM_STAGES)) }),
  answers: { 200: z.extend(outcomeSchema, { plan: shownStagesSchema }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_possible: 409 },
});

export const adminBeginStageCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/gate/stages/{number}/begin`,
  summary:
    'Begin a stage: a new version of the policy is enforced for these people, and the gate is closed where it was open. Refused when it would stop more computers and people than are accepted, and when gate, policy or plan changed meanwhile.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: z.object({ number: z.string().check(z.regex(/^[1-9]\d?$/, 'must be the number of a stage')) }),
  query: z.extend(adminChangeQuerySchema, { ifVersion: z.optional(stagesVersion) }),
  body: z.strictObject({
    reason: adminText(500),
    /** Left out: what the stage itself accepts. */
    acceptBlocking: acceptBlockingSchema,
  }),
  answers: {
    200: z.extend(outcomeSchema, { version: z.string(), plan: shownStagesSchema, impact: policyImpactSchema }),
  },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, too_many_blocked: 409, not_possible: 409 },
});
