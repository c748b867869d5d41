import * as z from 'zod/mini';
import { ADMIN_ROLES, defineCall } from '../call.ts';
import { BROUGHT } from '../../first-steps.ts';
import { VERDICTS } from '../../verdicts.ts';
import { isOneLine, isPlain } from '../one-line.ts';
import { featureBodySchema, featureKeySchema, settingsChangeSchema } from './settings.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
  pageQuery,
  queryFlag,
  searchText,
} from './shared.ts';

/** A role holds in the person's own company, or in every company of its provider. */
export const ROLE_REACHES = ['company', 'msp'] as const;

/** What people sign in with: no blanks. Capitals do not count. */
export const adminLoginSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(255),
    z.regex(/^[^\s\p{Cc}]+$/u, 'must not hold blanks'),
    isOneLine,
    isPlain,
  );
export const groupNameSchema = adminText(120);
/** How the company's own identity provider names a person: `sub`, or the NameID. */
export const upstreamSubjectSchema = adminText(255);
export const personTypeSchema = adminText(60);

export const adminPersonSchema = z.object({
  id: z.uuid(),
  login: z.string(),
  displayName: z.string(),
  email: z.string(),
  type: z.string(),
  groups: z.array(z.string()),
  blockedAt: z.nullable(z.iso.datetime()),
  role: z.nullable(z.object({ role: z.enum(ADMIN_ROLES), reach: z.enum(ROLE_REACHES) })),
  createdAt: z.iso.datetime(),
});
export type AdminPerson = z.infer<typeof adminPersonSchema>;

/** A token for the command line of another computer. Never the token itself. */
export const adminTokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.nullable(z.iso.datetime()),
  /** To the minute. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});

/** Names a person in a path. */
export const ADMIN_PERSON = { parameters: z.object({ personId: z.uuid() }) } as const;
const UNKNOWN = { not_found: 404 } as const;

/** By what people are sorted; with a hyphen before it, from the end. */
export const PEOPLE_SORTS = ['login', '-login', 'name', '-name', '-seen', 'seen'] as const;

/** What is known of a person by their computers. */
const personVerdictShape = {
  /** That of their best computer; `stopped` as well where they are blocked. */
  verdict: z.enum(VERDICTS),
  since: z.iso.datetime(),
  /** False: the gate or the policy only reports, and they are not kept out. */
  isEnforced: z.boolean(),
  /** Without those that are retired. */
  devices: z.int(),
  devicesStopped: z.int(),
  /** When a computer of theirs has reported last. */
  lastSeenAt: z.nullable(z.iso.datetime()),
};

export const adminPeopleCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/people`,
  summary: 'The people of a company with what their computers come to, by login, a page at a time.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    ...pageQuery,
    /** Part of login, name or e-mail address. */
    search: z.optional(searchText),
    /** The whole login. */
    login: z.optional(adminLoginSchema),
    group: z.optional(groupNameSchema),
    role: z.optional(z.enum(ADMIN_ROLES)),
    isBlocked: z.optional(queryFlag),
    verdict: z.optional(z.enum(VERDICTS)),
    isEnforced: z.optional(queryFlag),
    /** A computer of theirs has reported since this moment, or none ever has. */
    seen: z.optional(z.union([z.literal('never'), z.iso.datetime()])),
    /** They have temporary access at the moment, or none. */
    hasAccess: z.optional(queryFlag),
    /** They came in the last 14 days, and this of theirs has not answered since. */
    without: z.optional(z.enum(BROUGHT)),
    sort: z.optional(z.enum(PEOPLE_SORTS)),
  }),
  answers: {
    200: z.object({
      people: z.array(z.extend(adminPersonSchema, personVerdictShape)),
      /** How many there are on all pages: counted for the first one. */
      total: z.int(),
      /** For `after`; null: this was the last page. */
      next: z.nullable(z.string()),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminPeopleFacetsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/people/facets`,
  summary: 'How many people of a company there are in each view of the list.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      total: z.int(),
      /** Each verdict that anybody has. */
      verdicts: z.array(z.object({ verdict: z.enum(VERDICTS), people: z.int(), enforced: z.int() })),
      neverSeen: z.int(),
      blocked: z.int(),
      withRole: z.int(),
      withAccess: z.int(),
      /** So many computers are still judged by a policy or settings of before. */
      beingJudged: z.int(),
      at: z.iso.datetime(),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminPersonCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/people/{personId}`,
  summary: 'One person: how they can sign in, their invitation and their settings.',
  authentication: { role: 'auditor' },
  ...ADMIN_PERSON,
  query: adminQuerySchema,
  answers: {
    200: z.extend(adminPersonSchema, {
      ...personVerdictShape,
      hasPassword: z.boolean(),
      /** Name of the company's own identity provider that this person comes from. */
      upstream: z.nullable(z.string()),
      /** Not where that provider is off, as for a second step: then they sign in here. */
      signsInThere: z.boolean(),
      secondFactors: z.array(z.object({ kind: z.string(), name: z.string(), createdAt: z.iso.datetime() })),
      /** When the open invitation ends. */
      invitedUntil: z.nullable(z.iso.datetime()),
      /** What they made and is good still, in whichever company; it ends with their role. */
      tokens: z.array(adminTokenSchema),
      settings: z.record(z.string(), z.unknown()),
      explicitSettings: z.array(z.string()),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, ...UNKNOWN },
});

export const adminAddPersonCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/people`,
  summary: 'Add a person. They sign in by invitation, or at the company’s own identity provider.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    login: adminLoginSchema,
    displayName: adminText(120),
    email: z.email({ error: 'is no e-mail address' }).check(z.maxLength(255)),
    type: z._default(personTypeSchema, 'employee'),
    groups: z._default(z.array(groupNameSchema).check(z.maxLength(100)), []),
  }),
  answers: { 200: z.extend(outcomeSchema, { personId: z.nullable(z.uuid()) }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, already_there: 409 },
});

export const adminUpdatePersonCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/people/{personId}`,
  summary: 'Change login, name, e-mail address, type or groups. What is left out stays.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...ADMIN_PERSON,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    login: z.optional(adminLoginSchema),
    displayName: z.optional(adminText(120)),
    email: z.optional(z.email({ error: 'is no e-mail address' }).check(z.maxLength(255))),
    type: z.optional(personTypeSchema),
    groups: z.optional(z.array(groupNameSchema).check(z.maxLength(100))),
  }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN, already_there: 409 },
});

export const adminSetPersonSettingsCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/people/{personId}/settings`,
  summary: 'Set settings of a person, or leave them to the company again.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...ADMIN_PERSON,
  query: adminChangeQuerySchema,
  body: settingsChangeSchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN },
});

export const adminSetPersonFeatureCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/people/{personId}/features/{key}`,
  summary: 'Switch a feature flag for one person on or off, or leave it to the company again.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: z.object({ personId: z.uuid(), key: featureKeySchema }),
  query: adminChangeQuerySchema,
  body: featureBodySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, ...UNKNOWN },
});
