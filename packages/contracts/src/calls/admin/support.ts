import * as z from 'zod/mini';
import { securityCheckSchema } from '../../check-result.ts';
import { defineCall } from '../call.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema } from './shared.ts';

/** From the person to the application, in the order in which one thing needs the one before. */
export const SUPPORT_LINKS = [
  'account',
  'sign-in',
  'application',
  'computer',
  'report',
  'verdict',
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
  parameters: z.object({ code: z.string().check(z.regex(/^[\w-]{6,64}$/, 'is no support code')) }),
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
        z.object({ kind: z.string(), expiresAt: z.iso.datetime(), usesLeft: z.int(), reason: z.string() }),
      ),
      /** Asked for temporary access and had no answer yet. */
      askedAt: moment,
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

const counts = z.record(z.string(), z.int());

export const adminReportCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/report`,
  summary: 'Coverage, outcomes, reasons, and every assertion that left without a computer that met the policy.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    days: z.optional(z.string().check(z.regex(/^(?:[1-9]|[1-8]\d|90)$/, 'is a number from 1 to 90'))),
  }),
  answers: {
    200: z.object({
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      people: z.object({ signedIn: z.int(), withReport: z.int(), withoutReport: z.int() }),
      /** Computers by the verdict on their last report, by the policy that holds now. */
      computers: z.object({ reported: z.int(), compliant: z.int(), grace: z.int(), notCompliant: z.int() }),
      clientVersions: counts,
      operatingSystems: counts,
      /** Assertions by how the computer stood. */
      assertions: counts,
      /** Why sign-ins were refused, by code. */
      refusals: counts,
      /** Checks that block a computer by its last report. */
      blockingChecks: counts,
      exceptions: z.array(
        z.object({
          at: z.iso.datetime(),
          login: z.nullable(z.string()),
          applicationName: z.nullable(z.string()),
          standing: z.string(),
          /** Of the leave, where there was one. */
          reason: z.nullable(z.string()),
        }),
      ),
      /** More exceptions than are listed. */
      moreExceptions: z.int(),
    }),
  },
  refusals: ADMIN_REFUSALS,
});
