import * as z from 'zod/mini';
import { CHECK_TYPES } from '../../check-types.ts';
import { defineCall } from '../call.ts';
import { policyImpactSchema } from './policy-impact.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema, pageQuery } from './shared.ts';

const count = z.int().check(z.nonnegative());

/**
 * How someone would be newly stopped: by a check that they fix themselves, by one that they cannot, or because no report of these
 * days is known of a computer of theirs.
 */
export const STOPPED_KINDS = ['fix-alone', 'need-help', 'never-seen', 'not-seen-lately'] as const;
export type StoppedKind = (typeof STOPPED_KINDS)[number];

const stageNumber = z.int().check(z.minimum(1), z.maximum(99));

export const gateImpactSchema = z.object({
  judgedAt: z.iso.datetime(),
  /** In people: everyone who would be newly stopped is in one of them. */
  stopped: z.array(z.object({ kind: z.enum(STOPPED_KINDS), people: count })),
  /** Of them, whom each check would stop; someone may fail several. */
  byCheck: z.array(z.object({ checkType: z.enum(CHECK_TYPES), people: count, fixAlone: count, needHelp: count })),
  impact: policyImpactSchema,
});
export type GateImpact = z.infer<typeof gateImpactSchema>;

export const adminGateImpactCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/gate/impact`,
  summary: 'Judge whom the policy would newly stop, enforced for a stage or for everybody. Changes nothing.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  body: z.strictObject({
    /** Left out: everybody. */
    stage: z.optional(stageNumber),
  }),
  answers: { 200: gateImpactSchema },
  refusals: { ...ADMIN_REFUSALS, xsrf_token_wrong: 403, not_found: 404, not_possible: 409 },
});

export const adminGateImpactPeopleCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/gate/impact/people`,
  summary:
    'The people behind the numbers of the impact, by login, a page at a time: as it was judged last, else judged now.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    ...pageQuery,
    stage: z.optional(z.string().check(z.regex(/^[1-9]\d?$/, 'must be the number of a stage'))),
    kind: z.optional(z.enum(STOPPED_KINDS)),
    checkType: z.optional(z.enum(CHECK_TYPES)),
  }),
  answers: {
    200: z.object({
      judgedAt: z.iso.datetime(),
      people: z.array(
        z.object({
          personId: z.uuid(),
          login: z.string(),
          displayName: z.string(),
          kind: z.enum(STOPPED_KINDS),
          /** What stops the computers of theirs that are newly stopped; none: their system, or that they are not registered. */
          checks: z.array(z.enum(CHECK_TYPES)),
          /** Those computers, by name. */
          computers: z.array(z.string()),
        }),
      ),
      total: count,
      next: z.nullable(z.string()),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminGateBrakeCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/gate/brake`,
  summary:
    'What the brake sees: the check that newly blocks most in ten minutes, when it acted last, and what it holds.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      isOn: z.boolean(),
      percent: z.int(),
      minimumPeople: z.int(),
      /** People whose computer has reported in these ten minutes, and before. */
      people: count,
      /** Null: no check has begun to block anyone. */
      highest: z.nullable(z.object({ checkType: z.enum(CHECK_TYPES), newlyBlocked: count })),
      /** Checks that it lets stop no one until someone applies a policy. */
      holds: z.array(z.enum(CHECK_TYPES)),
      lastActedAt: z.nullable(z.iso.datetime()),
      at: z.iso.datetime(),
    }),
  },
  refusals: ADMIN_REFUSALS,
});
