import * as z from 'zod/mini';
import { boundedJson } from '../../bounded-json.ts';
import { POLICY_MODES } from '../../check-result.ts';
import { CHECK_TYPES } from '../../check-types.ts';
import { defineCall } from '../call.ts';
import { acceptBlockingSchema } from './settings.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
  pageQuery,
  textProblemSchema,
} from './shared.ts';
import { policyImpactSchema, rehearsalSchema } from './policy-impact.ts';

export const policyText = z.string().check(z.minLength(1), z.maxLength(200_000));

/** How hard a check holds today. */
export const STANDINGS = ['off', 'recommended', 'required', 'sign-in-stopper'] as const;

export const policyCheckSchema = z.object({
  checkType: z.enum(CHECK_TYPES),
  /** As the policy says. */
  severity: z.enum(STANDINGS),
  /** After roll-out and grace. */
  now: z.enum(STANDINGS),
  unknown: z.enum(['allow', 'block']),
  /** Sentences: from when it holds, who is exempt. */
  notes: z.array(z.string()),
});

export const policySummarySchema = z.object({
  workplaceAccessPolicy: z.enum(POLICY_MODES),
  isPolicyEnforced: z.boolean(),
  verdictLifeSeconds: z.int(),
  /** A sentence; null: everybody. */
  enforcedFor: z.nullable(z.string()),
  checks: z.array(policyCheckSchema),
  /** What is allowed but probably not meant. */
  warnings: z.array(z.string()),
});
export type PolicySummary = z.infer<typeof policySummarySchema>;

export const policyExplanationSchema = z.object({
  mayContinue: z.boolean(),
  /** What decides: one sentence. */
  why: z.string(),
  /** For whom the policy is enforced, and whether this person is one of them; null: for everybody. */
  scope: z.nullable(z.string()),
  complianceStatus: z.enum(['Compliant', 'NotCompliant']),
  policyMode: z.enum(POLICY_MODES),
  checks: z.array(
    z.object({
      checkType: z.enum(CHECK_TYPES),
      severity: z.enum(STANDINGS),
      now: z.enum(STANDINGS),
      /** not-asked: the check does not exist on this system, so it counts for nothing. */
      state: z.enum(['passed', 'failed', 'unknown', 'not-asked']),
      /** Whether it alone would keep the person from work. */
      blocks: z.boolean(),
      /** Roll-out, grace, exemption, unknown rule, and what was found. */
      why: z.array(z.string()),
    }),
  ),
});
export type PolicyExplanation = z.infer<typeof policyExplanationSchema>;

const versionShape = {
  /** Of this storing: the same text stored again has the same version, and another id. */
  id: z.string(),
  version: z.string(),
  source: z.enum(['file', 'command', 'built-in']),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
};

const problemsSchema = z.object({ problems: z.array(textProblemSchema) });

export const adminPolicyCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/policy`,
  summary: 'The policy that holds: its text, version and where it came from.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: {
    200: z.object({
      version: z.string(),
      source: z.enum(['file', 'command', 'built-in']),
      /** Null: built in. */
      createdAt: z.nullable(z.iso.datetime()),
      createdBy: z.nullable(z.string()),
      text: z.string(),
      summary: policySummarySchema,
    }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminPolicyVersionsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/policy/versions`,
  summary: 'Every policy that was stored, the newest first, a page at a time: the first of all is the one that holds.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, pageQuery),
  answers: { 200: z.object({ versions: z.array(z.object(versionShape)), next: z.nullable(z.string()) }) },
  refusals: ADMIN_REFUSALS,
});

export const adminPolicyVersionCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/policy/versions/{id}`,
  summary: 'A policy that was stored once: its text, and the text of the one before it.',
  authentication: { role: 'auditor' },
  parameters: z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the id of a stored policy')) }),
  query: adminQuerySchema,
  answers: {
    200: z.object({
      ...versionShape,
      text: z.string(),
      /** Null: it was the first. */
      before: z.nullable(z.object({ id: z.string(), version: z.string(), text: z.string() })),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, not_found: 404 },
});

export const adminCheckPolicyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/policy/check`,
  summary: 'Read a policy and say what it would do, or every problem with line and column. Changes nothing.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  body: z.strictObject({ text: policyText }),
  answers: { 200: policySummarySchema, 422: problemsSchema },
  refusals: { ...ADMIN_REFUSALS, xsrf_token_wrong: 403 },
});

export const adminApplyPolicyCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/policy`,
  summary:
    'Store a policy; it holds from then on, until another one is applied or the company’s policy file is saved. Refused when it would newly block more computers than are accepted or, with ifVersion, when another one holds by now.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: z.extend(adminChangeQuerySchema, {
    /** The version that the text was made from: a colleague’s newer one is not written over. */
    ifVersion: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be a version of the policy'))),
  }),
  body: z.strictObject({
    text: policyText,
    /** So many computers may be newly blocked, beyond five percent. */
    acceptBlocking: acceptBlockingSchema,
    /** Why, for the audit log. */
    reason: z.optional(adminText(500)),
  }),
  answers: {
    200: z.extend(outcomeSchema, { version: z.string(), summary: policySummarySchema, impact: policyImpactSchema }),
    422: problemsSchema,
  },
  refusals: { ...ADMIN_PROVEN_REFUSALS, too_many_blocked: 409, not_possible: 409 },
});

export const adminRehearsePolicyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/policy/rehearse`,
  summary: 'Judge the stored reports of the last days by a policy, as if all of it held already. Changes nothing.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  body: z.strictObject({ text: policyText, days: z._default(z.int().check(z.minimum(1), z.maximum(90)), 14) }),
  answers: { 200: rehearsalSchema, 422: problemsSchema },
  refusals: { ...ADMIN_REFUSALS, xsrf_token_wrong: 403 },
});

export const adminExplainPolicyCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/policy/explain`,
  // A policy and a report, both as JSON writes them.
  bodyMaximumBytes: 900_000,
  summary: 'Judge a report by a policy, and say why for each check. Changes nothing.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  body: z.strictObject({
    /** Left out: the policy that holds. */
    text: z.optional(policyText),
    /** A report as the client makes it, bare or signed. */
    report: boundedJson,
    /** For exemptions. */
    login: z.optional(z.string().check(z.maxLength(255))),
    /** Groups the person is in, for `enforceFor` and rules by group. Left out: not known, and explained as enforced. */
    groups: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500))),
    /** Name of the application the person goes to, for rules by application. Left out: none. */
    application: z.optional(z.string().check(z.maxLength(255))),
    /** Whether the computer counts as registered. */
    isKnownDevice: z._default(z.boolean(), true),
  }),
  answers: { 200: policyExplanationSchema, 422: problemsSchema },
  refusals: { ...ADMIN_REFUSALS, xsrf_token_wrong: 403 },
});
