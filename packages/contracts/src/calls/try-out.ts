import * as z from 'zod/mini';
import { checkResultSchema, POLICY_MODES } from '../check-result.ts';
import { CHECK_TYPES, OPERATING_SYSTEMS } from '../check-types.ts';
import { defineCall } from './call.ts';

/**
 * A policy tried out on a synthetic laptop, in the real pages. The cookie of a try-out is sent to these calls alone, and
 * no other call reads it: no one is signed in by it.
 */
export const TRY_OUT_PREFIX = '/api/try-out/v1';

const REFUSALS = { request_malformed: 400, not_found: 404 } as const;

/** A laptop that someone makes up: what is neither bad nor unread is good. */
export const syntheticLaptopSchema = z.object({
  system: z.enum(OPERATING_SYSTEMS),
  bad: z.array(z.enum(CHECK_TYPES)).check(z.maxLength(CHECK_TYPES.length)),
  /** Could not be read. Checks that are read from one and the same fact are unread together. */
  unread: z.array(z.enum(CHECK_TYPES)).check(z.maxLength(CHECK_TYPES.length)),
});
export type SyntheticLaptop = z.infer<typeof syntheticLaptopSchema>;

export const tryOutSchema = z.object({
  endsAt: z.iso.datetime(),
  policyVersion: z.string(),
  /** False: another policy holds, and this one is only tried. */
  isInForce: z.boolean(),
  workplaceAccessPolicy: z.enum(POLICY_MODES),
  isPolicyEnforced: z.boolean(),
  companyName: z.string(),
  logoUrl: z.nullable(z.string()),
  productName: z.string(),
  /** One switch each. */
  checks: z.array(
    z.object({
      checkType: z.enum(CHECK_TYPES),
      /** What is checked, in English: 'Firewall'. */
      name: z.string(),
      /** The fact it is read from. */
      facts: z.string(),
      /** Whether the policy asks for it at all. */
      isJudged: z.boolean(),
      /** Where the check exists: a laptop with another system has no switch for it. */
      systems: z.array(z.enum(OPERATING_SYSTEMS)),
    }),
  ),
});
export type TryOut = z.infer<typeof tryOutSchema>;

export const openTryOutCall = defineCall({
  method: 'POST',
  path: `${TRY_OUT_PREFIX}/open`,
  summary: 'Open the link of a try-out, once. Answers its own cookie, which no other call takes.',
  authentication: 'none',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\w-]+$/)) }),
  answers: { 200: tryOutSchema },
  refusals: REFUSALS,
});

export const tryOutCall = defineCall({
  method: 'GET',
  path: `${TRY_OUT_PREFIX}/session`,
  summary: 'The try-out that this browser has open, by its cookie.',
  authentication: 'none',
  answers: { 200: tryOutSchema },
  refusals: { not_found: 404 },
});

export const tryOutVerdictCall = defineCall({
  method: 'POST',
  path: `${TRY_OUT_PREFIX}/verdict`,
  summary: 'Judge a synthetic laptop by the policy that is tried. Stores nothing, and lets no one in.',
  authentication: 'none',
  body: syntheticLaptopSchema,
  answers: {
    200: z.object({
      /** Never with a permit or a response. */
      result: checkResultSchema,
      /** Whether a real computer like this one would let its person in. */
      mayContinue: z.boolean(),
    }),
  },
  refusals: REFUSALS,
});
export type TryOutVerdict = z.infer<(typeof tryOutVerdictCall)['answers'][200]>;
