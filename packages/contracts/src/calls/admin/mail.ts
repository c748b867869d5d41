import * as z from 'zod/mini';
import { MAIL_SETTINGS, mailAddressSchema } from '../../mail-settings.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  outcomeSchema,
} from './shared.ts';

const path = `${ADMIN_PREFIX}/mail`;

export const adminMailCall = defineCall({
  method: 'GET',
  path,
  summary: 'The company’s mail server, without its password; null: none is set, and no mail is sent.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      mail: z.nullable(
        z.object({
          settings: z.object(MAIL_SETTINGS),
          hasPassword: z.boolean(),
          changedAt: z.iso.datetime(),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminSetMailCall = defineCall({
  method: 'PUT',
  path,
  summary:
    'Set the company’s mail server, or change what is named. Another server or login needs the password again. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.extend(z.partial(z.strictObject(MAIL_SETTINGS)), {
    /** Left out: it stays as it is; null: none. */
    password: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(1024)))),
  }),
  answers: { 200: outcomeSchema },
  refusals: ADMIN_PROVEN_REFUSALS,
});

export const adminRemoveMailCall = defineCall({
  method: 'DELETE',
  path,
  summary: 'Forget the company’s mail server and its password. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: ADMIN_PROVEN_REFUSALS,
});

/** What came of a try: the mail is on its way, or the server was only asked (a dry run), or why not and what to do. */
export const mailTrialSchema = z.object({
  isDryRun: z.boolean(),
  isGood: z.boolean(),
  /** What was found, in a sentence. */
  sentence: z.string(),
  /** What to do; null: nothing. */
  next: z.nullable(z.string()),
});
export type MailTrial = z.infer<typeof mailTrialSchema>;

export const adminTryMailCall = defineCall({
  method: 'POST',
  path: `${path}/trial`,
  summary:
    'Send a mail of no meaning, to see that it comes. As a dry run: only reach the mail server, look at its certificate and log in. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({ to: z.optional(mailAddressSchema) }),
  answers: { 200: mailTrialSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_possible: 409 },
});
