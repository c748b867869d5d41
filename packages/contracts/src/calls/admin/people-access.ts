import * as z from 'zod/mini';
import { ADMIN_ROLES, defineCall } from '../call.ts';
import { SESSION_FACTORS } from '../identity.ts';
import { MAIL_LANGUAGES } from '../../mail-settings.ts';
import { ADMIN_PERSON, ROLE_REACHES, upstreamSubjectSchema } from './people.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminLeavingQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
  queryFlag,
} from './shared.ts';

const UNKNOWN = { not_found: 404 } as const;

/** Of calls that make invitations. `mail=false`: they are not mailed. */
const mailingQuery = { mail: z.optional(queryFlag), language: z.optional(z.enum(MAIL_LANGUAGES)) };

export const adminInvitePersonCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/people/{personId}/invitation`,
  summary:
    'Make a one-time link to sign up with, or to begin again after every factor was lost. Earlier links are void.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...ADMIN_PERSON,
  query: z.extend(adminChangeQuerySchema, mailingQuery),
  answers: {
    /**
     * The link is shown this once: hand it to the person, and to no one else. Where a mail server is set it is mailed to
     * anyone who signs up for the first time and has no role; `warnings` say if not, and why.
     */
    200: z.extend(outcomeSchema, {
      link: z.nullable(z.string()),
      expiresAt: z.nullable(z.iso.datetime()),
      isMailed: z.boolean(),
    }),
  },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN, not_possible: 409 },
});

export const adminResetFactorsCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/people/{personId}/second-factors`,
  summary:
    'Take every second factor of a person away, for a person who has lost them all. Their sessions and tokens end.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...ADMIN_PERSON,
  query: adminLeavingQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN, not_possible: 409 },
});

export const adminLinkPersonCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/people/{personId}/upstream`,
  summary:
    'Say which account at the company’s own identity provider a person has; null: none. Sessions whose way in goes by it end.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...ADMIN_PERSON,
  query: adminLeavingQuerySchema,
  body: z.strictObject({
    link: z.nullable(z.strictObject({ upstreamId: z.uuid(), subject: upstreamSubjectSchema })),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN, already_there: 409, not_possible: 409 },
});

/** Also where no one is left who is administrator and can sign in: without it, that is refused. */
const acceptsNoAdministrator = z.optional(z.boolean());

export const adminBlockPersonCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/people/{personId}/block`,
  summary: 'Block a person, which ends every session and token of theirs at once, or let them in again.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...ADMIN_PERSON,
  query: adminChangeQuerySchema,
  body: z.strictObject({ isBlocked: z.boolean(), reason: adminText(500), acceptsNoAdministrator }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN, not_possible: 409 },
});

export const adminSetRoleCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/people/{personId}/role`,
  summary: 'Give a person a role, or another one; null takes it away, and ends the tokens they made. Not by a token.',
  authentication: { role: 'administrator' },
  refusesTokens: true,
  needsFreshProof: true,
  ...ADMIN_PERSON,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    role: z.nullable(z.enum(ADMIN_ROLES)),
    reach: z._default(z.enum(ROLE_REACHES), 'company'),
    acceptsNoAdministrator,
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN, not_possible: 409 },
});

export const adminSessionsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/people/{personId}/sessions`,
  summary: 'Where a person is signed in now, the newest first, and with which computers.',
  authentication: { role: 'auditor' },
  ...ADMIN_PERSON,
  query: adminQuerySchema,
  answers: {
    200: z.object({
      sessions: z.array(
        z.object({
          id: z.uuid(),
          startedAt: z.iso.datetime(),
          lastSeenAt: z.iso.datetime(),
          expiresAt: z.iso.datetime(),
          factors: z.array(z.enum(SESSION_FACTORS)),
          awaits: z.nullable(z.enum(['second-factor', 'device'])),
          /** Where the session was opened, and the browser as it names itself. */
          address: z.string(),
          userAgent: z.string(),
          devices: z.array(
            z.object({ name: z.string(), state: z.string(), kind: z.string(), openedAt: z.iso.datetime() }),
          ),
        }),
      ),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, ...UNKNOWN },
});

export const adminEndSessionsCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/people/{personId}/sessions`,
  summary:
    'Sign a person out everywhere, at once, and end the tokens they made. With `accounts=true` their installed clients need new device tokens.',
  authentication: { role: 'administrator' },
  ...ADMIN_PERSON,
  query: z.extend(adminChangeQuerySchema, { accounts: z.optional(queryFlag) }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, ...UNKNOWN },
});
