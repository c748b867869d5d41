import * as z from 'zod/mini';
import { CHECK_TYPES } from '../../check-types.ts';
import { defineCall } from '../call.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema } from './shared.ts';

export const adminDeadlinesCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/deadlines`,
  summary: 'Checks that will stop computers from a day to come, by the last report of each, if nothing changes.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      /** The nearest first. */
      deadlines: z.array(
        z.object({
          checkType: z.enum(CHECK_TYPES),
          /** When the first of them is stopped. */
          at: z.iso.datetime(),
          /** Those that this check stops next; one that several stop is in each of them. */
          computers: z.int(),
          /** Whose they are. */
          people: z.int(),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});
