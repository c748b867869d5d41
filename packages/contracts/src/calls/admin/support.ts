import * as z from 'zod/mini';
import { securityCheckSchema } from '../../check-result.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  outcomeSchema,
} from './shared.ts';

/** From the person to the application, in the order in which one thing needs the one before. */
export const SUPPORT_LINKS = [
  'account',
  'sign-in',
  'application',
  'computer',
  'report',
  'verdict',
  /** An administrator’s, of a computer that is to be a second factor. */
  'approval',
  'response',
] as const;

const linkSchema = z.object({
  link: z.enum(SUPPORT_LINKS),
  /** not-needed: what comes after it has been reached without it. */
  state: z.enum(['good', 'broken', 'not-reached', 'not-needed']),
  /** What is so, and where it is broken what to do, in sentences for the phone. */
  says: z.string(),
});

const moment = z.nullable(z.iso.datetime());

export const adminSupportCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/support/{code}`,
  summary: 'What a caller sees, by the support code on their page, or by the correlation id of an error page.',
  authentication: { role: 'support' },
  parameters: z.object({
    code: z
      .string()
      .check(
        z.regex(
          /^[\w-]{6,64}$/,
          'is no support code: it has six letters and digits, such as 7KQ-42M, and stands at the foot of the page. Ask for it again',
        ),
      ),
  }),
  query: adminQuerySchema,
  answers: {
    200: z.object({
      person: z.object({ login: z.string(), displayName: z.string(), isBlocked: z.boolean() }),
      session: z.object({
        code: z.string(),
        openedAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        isOpen: z.boolean(),
        userAgent: z.string(),
        factors: z.array(z.string()),
      }),
      chain: z.array(linkSchema),
      /** The first link that is broken; null: nothing is. */
      broken: z.nullable(z.enum(SUPPORT_LINKS)),
      application: z.nullable(z.object({ name: z.string(), since: z.iso.datetime(), isOver: z.boolean() })),
      /** What cannot be checked, by what the browser calls itself; null: it can, or a computer has spoken. */
      unsupported: z.nullable(z.enum(['mobile', 'system', 'browser'])),
      device: z.nullable(
        z.object({
          name: z.string(),
          state: z.enum(['waiting', 'approved', 'blocked', 'retired']),
          operatingSystem: z.string(),
          clientVersion: z.string(),
          reportedAt: z.iso.datetime(),
        }),
      ),
      /** That fail or could not be read, those that block first. */
      checks: z.array(securityCheckSchema),
      blocking: z.array(z.string()),
      grants: z.array(
        z.object({
          kind: z.string(),
          expiresAt: z.iso.datetime(),
          usesLeft: z.int(),
          reason: z.string(),
          waitsForApproval: z.boolean(),
        }),
      ),
      /** Asked for temporary access and had no answer yet. */
      request: z.nullable(
        z.object({ id: z.uuid(), reason: z.string(), createdAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
      ),
      /** Whether the caller has proven that they sit before this page: the number itself is never told. */
      caller: z.nullable(z.object({ expiresAt: z.iso.datetime(), triesLeft: z.int(), provenAt: moment })),
      /** The newest first. */
      events: z.array(
        z.object({
          at: z.iso.datetime(),
          action: z.string(),
          outcome: z.enum(['done', 'refused']),
          actor: z.nullable(z.string()),
          code: z.nullable(z.string()),
        }),
      ),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, not_found: 404 },
});

const SUPPORT_CODE = { parameters: adminSupportCall.parameters, query: adminChangeQuerySchema } as const;

export const adminCheckAgainCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/support/{code}/check-again`,
  summary: 'Have the pages of this caller check the computer again, as if they had pressed "Check again".',
  authentication: { role: 'support' },
  ...SUPPORT_CODE,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminAskCallerNumberCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/support/{code}/caller-number`,
  summary: 'Let the page of this caller show a number for five minutes, which they read out.',
  authentication: { role: 'support' },
  ...SUPPORT_CODE,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404, not_possible: 409 },
});

export const adminTryCallerNumberCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/support/{code}/caller-number/answer`,
  summary: 'Whether the number that the caller reads out is the one their page shows: once, with three tries.',
  authentication: { role: 'support' },
  ...SUPPORT_CODE,
  body: z.strictObject({ number: z.string().check(z.regex(/^\d{4}$/, 'must have four digits')) }),
  answers: { 200: z.extend(outcomeSchema, { isRight: z.nullable(z.boolean()), triesLeft: z.nullable(z.int()) }) },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404, not_possible: 409 },
});

const counts = z.record(z.string(), z.int());

/** People who signed in for an application and whose computers never reported: nothing else says that they came. */
export const stoppedBeforeReportSchema = z.object({
  people: z.int(),
  /** The newest first, one for each person and application. */
  examples: z.array(
    z.object({
      login: z.string(),
      applicationName: z.string(),
      times: z.int(),
      at: z.iso.datetime(),
      /** Extension and Workplace answered, and no report was taken; else nothing answered. */
      hasAnswered: z.boolean(),
    }),
  ),
});
export type StoppedBeforeReport = z.infer<typeof stoppedBeforeReportSchema>;

export const adminReportCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/report`,
  summary: 'Coverage, outcomes, reasons, and every assertion that left without a computer that met the policy.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    days: z.optional(z.string().check(z.regex(/^(?:[1-9]|[1-8]\d|90)$/, 'must be a number from 1 to 90'))),
  }),
  answers: {
    200: z.object({
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      people: z.object({ signedIn: z.int(), withReport: z.int(), withoutReport: z.int() }),
      stoppedBeforeReport: stoppedBeforeReportSchema,
      /** Computers by the verdict on their last report, by the policy that holds now. */
      computers: z.object({ reported: z.int(), compliant: z.int(), grace: z.int(), notCompliant: z.int() }),
      clientVersions: counts,
      operatingSystems: counts,
      /** Assertions by how the computer stood. */
      assertions: counts,
      /** Ways around the check: given by kind, waiting for approval, asked for, refused. */
      leave: counts,
      /** Why responses to applications were refused, by code. */
      refusals: counts,
      /** Why reports of computers were not taken, by code. */
      refusedReports: counts,
      /** Why signing in was refused, by code. */
      refusedSignIns: counts,
      /** Why what an application or an identity provider asked for was refused, by code. */
      refusedRequests: counts,
      /** Checks that block a computer by its last report. */
      blockingChecks: counts,
      exceptions: z.array(
        z.object({
          at: z.iso.datetime(),
          login: z.nullable(z.string()),
          applicationName: z.nullable(z.string()),
          standing: z.string(),
          /** What proved it; upstream: the company’s identity provider vouched for a phone. */
          evidence: z.string(),
          /** Of the leave, where there was one. */
          reason: z.nullable(z.string()),
          /** Nothing was enforced: the gate observed, or they are not in `enforceFor`. */
          observed: z.nullable(z.enum(['gate', 'scope'])),
        }),
      ),
      /** More exceptions than are listed. */
      moreExceptions: z.int(),
    }),
  },
  refusals: ADMIN_REFUSALS,
});
