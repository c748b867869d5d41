import * as z from 'zod/mini';
import { CHECK_TYPES } from '../../check-types.ts';
import {
  SIGN_IN_OUTCOMES,
  SIGN_IN_PROTOCOLS,
  SIGN_IN_SENTENCES,
  SIGN_IN_STEP_KINDS,
  SIGN_IN_WAYS,
  type SignInSentence,
} from '../../sign-in-story.ts';
import { defineCall } from '../call.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema, pageQuery, queryFlag, searchText } from './shared.ts';

const OUTCOME = `(?:${SIGN_IN_OUTCOMES.join('|')})`;
const outcomesSchema = z
  .string()
  .check(z.regex(new RegExp(`^${OUTCOME}(?:,${OUTCOME}){0,8}$`), 'must be outcomes with commas between them'));

/** Which sign-ins are meant, in a list and in a series. All of it holds together. */
const WHICH = {
  /** One or several, with commas between them. */
  outcome: z.optional(outcomesSchema),
  personId: z.optional(z.uuid()),
  /** Of the list of computers. */
  deviceId: z.optional(z.uuid()),
  applicationId: z.optional(z.uuid()),
  /** Those that this check stopped, also where it was fixed. */
  checkType: z.optional(z.enum(CHECK_TYPES)),
  /** When they began; both inclusive. */
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
  /**
   * Part of the person's login, name or e-mail address, or of the computer's name or label; or a request id, or the beginning of
   * the sign-in's own.
   */
  search: z.optional(searchText),
  /** Those that took at least so long from their arrival until they were let in. */
  minimumMs: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'must be a number of milliseconds'))),
  /** Only those that were let in around the gate. */
  isAround: z.optional(queryFlag),
  /** Only those that are stopped, fixing or asked to install at this moment. */
  isStoppedNow: z.optional(queryFlag),
};

const moment = z.nullable(z.iso.datetime());

const signInSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  outcome: z.enum(SIGN_IN_OUTCOMES),
  /** Null: not known yet, or ever. */
  person: z.nullable(z.object({ id: z.uuid(), login: z.string(), displayName: z.string() })),
  /** Null: none has reported in it. */
  device: z.nullable(z.object({ id: z.uuid(), name: z.string(), label: z.nullable(z.string()) })),
  /** Null: it was removed. */
  application: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  protocol: z.enum(SIGN_IN_PROTOCOLS),
  /** Whether extension and Workplace have answered; null: not known. */
  hasAnswered: z.nullable(z.boolean()),
  /** Every check that has stopped it, and those of them that do no longer. Not enforced, they would have. */
  stoppedBy: z.array(z.enum(CHECK_TYPES)),
  fixed: z.array(z.enum(CHECK_TYPES)),
  /** Why a response was refused, by the code of the refusal that came last. */
  refusal: z.nullable(z.string()),
  /** What led around the gate. */
  ways: z.array(z.enum(SIGN_IN_WAYS)),
  /** Why, where someone gave access. */
  reason: z.nullable(z.string()),
  /** Who gave that access. */
  givenBy: z.nullable(z.string()),
  lastAt: z.iso.datetime(),
  /** When the application was answered. */
  endedAt: moment,
  /** From the arrival until they were let in. */
  tookMs: z.nullable(z.int()),
});
export type SignIn = z.infer<typeof signInSchema>;

export const adminSignInsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/sign-ins`,
  summary:
    'Every sign-in to a work application, also those that never got through, the newest first, a page at a time.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, { ...pageQuery, ...WHICH }),
  answers: {
    200: z.object({
      signIns: z.array(signInSchema),
      /** With the first page only. */
      total: z.nullable(z.int()),
      next: z.nullable(z.string()),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

const stepSchema = z.object({
  at: z.iso.datetime(),
  /** Since the sign-in began. */
  afterMs: z.int(),
  kind: z.enum(SIGN_IN_STEP_KINDS),
  /** By id, for pages in other languages; and in English. */
  sentence: z.object({
    id: z.enum(Object.keys(SIGN_IN_SENTENCES) as [SignInSentence, ...SignInSentence[]]),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  }),
  says: z.string(),
  /** The report that was judged, or the access that was used. */
  evidence: z.nullable(z.object({ kind: z.enum(['report', 'access']), id: z.uuid() })),
});

export const adminSignInCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/sign-ins/{id}`,
  summary: 'One sign-in with its steps, and who needed how long.',
  authentication: { role: 'auditor' },
  parameters: z.object({ id: z.uuid() }),
  query: adminQuerySchema,
  answers: {
    200: z.extend(signInSchema, {
      steps: z.array(stepSchema),
      /** Up to the last step. */
      milliseconds: z.object({ gate: z.int(), person: z.int(), fix: z.int() }),
      /** From the report that showed the last fix until they were let in. */
      unblockedMs: z.nullable(z.int()),
      correlationId: z.string(),
    }),
  },
  refusals: { ...ADMIN_REFUSALS, not_found: 404 },
});

const countsSchema = z.record(z.enum(SIGN_IN_OUTCOMES), z.int());

export const adminSignInSeriesCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/sign-ins/series`,
  summary:
    'Sign-ins by outcome for each day or quarter of an hour, how fast a fix led in, and how many are stopped now.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    ...WHICH,
    /** Days and quarters are counted from here on; left out: one day ago, or 14 where `by=day`. */
    from: z.optional(z.iso.datetime()),
    by: z.optional(z.enum(['day', 'quarter-hour'])),
  }),
  answers: {
    200: z.object({
      /** Each from its beginning on, those without a sign-in too. */
      series: z.array(z.object({ at: z.iso.datetime(), counts: countsSchema })),
      counts: countsSchema,
      total: z.int(),
      /** From the report that showed the last fix until the person was let in; null: none. */
      unblockedMs: z.object({ median: z.nullable(z.int()), p95: z.nullable(z.int()) }),
      /** Whatever the span of time. */
      stoppedNow: z.int(),
    }),
  },
  refusals: ADMIN_REFUSALS,
});
