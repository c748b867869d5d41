import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema, pageQuery, queryFlag, searchText } from './shared.ts';

export const adminAuditCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/audit`,
  summary: 'Who did what, the newest first, a page at a time.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    ...pageQuery,
    /** Both inclusive. */
    from: z.optional(z.iso.datetime()),
    until: z.optional(z.iso.datetime()),
    /** Part of who did it. A login, id, e-mail address or name of a person finds what they did under every name. */
    actor: z.optional(searchText),
    /**
     * Part of what it was done to. A login, id, e-mail address or name of a person finds every entry about them: also what
     * names them in its details, and what was opened by leave of theirs.
     */
    target: z.optional(searchText),
    action: z.optional(searchText),
    outcome: z.optional(z.enum(['done', 'refused'])),
    correlationId: z.optional(searchText),
    /** With what administrators only looked at. */
    isWithReads: z.optional(queryFlag),
    /** What was done to no company: providers and silos. At the server only. */
    isOfInstallation: z.optional(queryFlag),
  }),
  answers: {
    200: z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          at: z.iso.datetime(),
          action: z.string(),
          outcome: z.enum(['done', 'refused']),
          actor: z.nullable(z.string()),
          target: z.nullable(z.string()),
          /** Where `target` is the id of a person: what they sign in with. */
          targetLogin: z.nullable(z.string()),
          details: z.record(z.string(), z.unknown()),
          address: z.string(),
          correlationId: z.string(),
        }),
      ),
      next: z.nullable(z.string()),
    }),
  },
  refusals: ADMIN_REFUSALS,
});
