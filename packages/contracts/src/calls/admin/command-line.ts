import * as z from 'zod/mini';
import { codeChallengeSchema, loopbackPortSchema } from '../../command-line-sign-in.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  adminChangeQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

export const adminAllowCommandLineCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/command-line-codes`,
  summary:
    'Let the command line of a computer act as the person who calls: a code, good once and for a minute, which it redeems for a token with their role.',
  authentication: { role: 'auditor' },
  refusesTokens: true,
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    /** Where it waits, at 127.0.0.1 of the computer of the browser. */
    port: loopbackPortSchema,
    challenge: codeChallengeSchema,
    /** What the computer calls itself, for the list of tokens. */
    computer: adminText(60),
    /** As whom the page said that it acts: another person may have signed in in this browser since. */
    login: adminText(120),
  }),
  answers: { 200: z.extend(outcomeSchema, { code: z.nullable(z.string()) }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_possible: 409 },
});

export const adminEndOwnTokenCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/own-token`,
  summary: 'End the token that calls, at once: the command line signs out.',
  authentication: { role: 'auditor' },
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_possible: 409 },
});
