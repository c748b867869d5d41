import * as z from 'zod/mini';
import { codeVerifierSchema, loopbackPortSchema } from '../command-line-sign-in.ts';
import { ADMIN_ROLES, defineCall } from './call.ts';

export const redeemCommandLineCodeCall = defineCall({
  method: 'POST',
  path: '/api/online/v1/command-line-token',
  summary:
    'A token for the command line, for the code that its person’s browser brought. A code works once; shown again, it ends the token.',
  authentication: 'none',
  body: z.strictObject({
    code: z.string().check(z.regex(/^[\w-]{43}$/)),
    /** Whose digest the code was made for. */
    verifier: codeVerifierSchema,
    /** Where the code was brought to. */
    port: loopbackPortSchema,
  }),
  answers: {
    /** The token is shown this once. */
    200: z.object({
      token: z.string(),
      name: z.string(),
      login: z.string(),
      role: z.enum(ADMIN_ROLES),
      companyName: z.string(),
      expiresAt: z.iso.datetime(),
    }),
  },
  refusals: { request_malformed: 400, not_signed_in: 401, too_many_attempts: 429 },
});
