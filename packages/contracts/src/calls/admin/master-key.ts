import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { ADMIN_CHANGE_REFUSALS, ADMIN_PREFIX, adminChangeQuerySchema, outcomeSchema } from './shared.ts';

export const adminRestoreMasterKeyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/master-key/restore`,
  summary: 'Write the master key back to the data folder from the memory of the server. At the server only.',
  authentication: { role: 'administrator', reach: 'installation' },
  query: adminChangeQuerySchema,
  answers: {
    200: z.extend(outcomeSchema, {
      path: z.string(),
      /** Where the file went that stood in its place. */
      movedTo: z.nullable(z.string()),
    }),
  },
  /** `not_possible`: the file could not be written, and why. */
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_possible: 409 },
});
