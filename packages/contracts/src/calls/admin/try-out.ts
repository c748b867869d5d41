import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { policyText } from './policy.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  adminChangeQuerySchema,
  outcomeSchema,
  textProblemSchema,
} from './shared.ts';

export const TRY_OUT_HOURS_MAXIMUM = 24;

export const adminTryPolicyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/policy/try`,
  summary:
    'Make a link, good once, that opens the portal with a synthetic laptop. No one is signed in by it, and no report is stored.',
  authentication: { role: 'administrator' },
  query: adminChangeQuerySchema,
  body: z.strictObject({
    /** Left out: the policy that holds. */
    text: z.optional(policyText),
    hours: z._default(z.int().check(z.minimum(1), z.maximum(TRY_OUT_HOURS_MAXIMUM)), 1),
  }),
  answers: {
    200: z.extend(outcomeSchema, {
      policyVersion: z.string(),
      /** Shown this once; null in a dry run. */
      link: z.nullable(z.url()),
      endsAt: z.iso.datetime(),
    }),
    422: z.object({ problems: z.array(textProblemSchema) }),
  },
  refusals: ADMIN_CHANGE_REFUSALS,
});
