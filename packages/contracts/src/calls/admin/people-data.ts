import * as z from 'zod/mini';
import { MAIL_LANGUAGES } from '../../mail-settings.ts';
import { defineCall } from '../call.ts';
import { acceptBlockingSchema } from './settings.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminLeavingQuerySchema,
  adminQuerySchema,
  adminText,
  changeSchema,
  outcomeSchema,
  textProblemSchema,
} from './shared.ts';

/** Characters of a file of people: more than the 10 000 that are taken at once. */
export const IMPORT_MAXIMUM_LENGTH = 2_000_000;

export const IMPORT_COLUMNS = ['login', 'displayName', 'email', 'type', 'groups', 'subject'] as const;

export const adminImportPeopleCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/people/import`,
  summary:
    'Add and change people from CSV with the columns login, displayName, email and perhaps type, groups (with | between them) and subject (how the identity provider names them). All or nothing.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  // Characters beyond ASCII and quotes grow in JSON.
  bodyMaximumBytes: 6_000_000,
  body: z.strictObject({
    csv: z.string().check(z.minLength(1), z.maxLength(IMPORT_MAXIMUM_LENGTH)),
    /** Makes an invitation for everybody who is new, and for anyone who was there and has never signed up. */
    isInviting: z._default(z.boolean(), false),
    /** Whether the invitations are mailed, where a mail server is set; and in which language, if not in its own. */
    isMailing: z._default(z.boolean(), true),
    language: z.optional(z.enum(MAIL_LANGUAGES)),
    /** Whose the subjects of the file are; may be left out where there is one identity provider. */
    upstreamId: z.optional(z.uuid()),
    acceptBlocking: acceptBlockingSchema,
  }),
  answers: {
    200: z.object({
      isDryRun: z.boolean(),
      added: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      /** Everybody who is new, changed or invited, in the order of the file. Links are shown this once. */
      people: z.array(
        z.object({
          line: z.int(),
          login: z.string(),
          what: z.enum(['added', 'changed', 'unchanged']),
          /** Of anyone who is there already, what is another value afterwards. */
          changes: z.array(changeSchema),
          /** A link was made, or in a dry run would be. */
          isInvited: z.boolean(),
          link: z.nullable(z.string()),
          isMailed: z.boolean(),
        }),
      ),
      warnings: z.array(z.string()),
    }),
    /** Nothing was imported. Every problem of the file, in its order. */
    422: z.object({ problems: z.array(textProblemSchema) }),
  },
  refusals: { ...ADMIN_PROVEN_REFUSALS, too_many_blocked: 409, not_possible: 409 },
});

export const adminExportPersonCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/people/{personId}/export`,
  summary: 'Everything that is kept about a person, without secrets: the answer to a request for access.',
  authentication: { role: 'administrator' },
  parameters: z.object({ personId: z.uuid() }),
  query: adminQuerySchema,
  answers: {
    200: z.object({
      exportedAt: z.iso.datetime(),
      company: z.string(),
      /** Rows by what they are about. */
      data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, not_found: 404 },
});

export const adminErasePersonCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/people/{personId}`,
  summary: 'Erase a person for good. Audit entries stay, with a pseudonym in place of everything that says who it was.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: z.object({ personId: z.uuid() }),
  query: z.extend(adminLeavingQuerySchema, {
    /** The login once more, so that no one erases the wrong person. */
    confirm: adminText(255),
  }),
  answers: { 200: z.extend(outcomeSchema, { pseudonym: z.string() }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
});
