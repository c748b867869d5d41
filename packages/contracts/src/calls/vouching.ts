import * as z from 'zod/mini';
import { flattenedJwsSchema } from '../jose.ts';
import { defineCall, REPORT_BODY_BYTES, SIGNED_IN_REFUSALS, XSRF_REFUSALS } from './call.ts';

const PREFIX = '/api/devices/v2/vouching';

/** The code that a computer shows which is not registered yet: four and four characters, none taken for another. */
export const vouchingCodeSchema = z.string().check(z.regex(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/));

const REFUSALS = { ...SIGNED_IN_REFUSALS, ...XSRF_REFUSALS, request_malformed: 400, too_many_attempts: 429 } as const;

export const createVouchingCodeCall = defineCall({
  method: 'POST',
  path: PREFIX,
  summary: 'A short code of this computer, which is not registered: a registered one of the same person vouches by it.',
  authentication: 'session',
  body: z.object({ sessionId: z.uuid() }),
  answers: { 200: z.object({ code: vouchingCodeSchema, expiresAt: z.iso.datetime() }) },
  refusals: {
    ...REFUSALS,
    session_unknown: 404,
    device_blocked: 403,
    /** Nothing signed has come of this computer yet. */
    report_missing: 409,
    /** Computers are registered in another way here, this one is registered, or its person has none that could vouch. */
    not_possible: 409,
  },
});

/** The computer that a code stands for, as the person is asked about it. */
export const waitingComputerSchema = z.object({
  /** As it calls itself. */
  name: z.string(),
  operatingSystem: z.string(),
  /** When it came. */
  since: z.iso.datetime(),
  /** Where its code was asked for. */
  address: z.string(),
  /** The browser that asks has the same address. */
  isSameAddress: z.boolean(),
});
export type WaitingComputer = z.infer<typeof waitingComputerSchema>;

export const waitingComputerCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/computer`,
  summary: 'Which computer a code stands for. Registers nothing.',
  authentication: 'session',
  body: z.object({ code: vouchingCodeSchema }),
  answers: { 200: waitingComputerSchema },
  refusals: { ...REFUSALS, code_wrong: 404, not_possible: 409 },
});

export const vouchCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/approval`,
  summary: 'Register the computer of a code, with a report that a registered one signed for this very request.',
  authentication: 'session',
  body: z.object({ code: vouchingCodeSchema, sessionId: z.uuid(), signedReport: flattenedJwsSchema }),
  bodyMaximumBytes: REPORT_BODY_BYTES,
  answers: { 204: null },
  refusals: {
    ...REFUSALS,
    code_wrong: 404,
    session_unknown: 404,
    report_altered: 400,
    report_replayed: 409,
    report_wrong_session: 400,
    report_nonce_expired: 410,
    report_refused: 422,
    /** The computer that vouches is not registered, or not in a way that counts as a second factor. */
    device_not_approved: 403,
    /** Its own report does not let the person in. */
    policy_not_met: 403,
    /** The other one cannot be registered: too many computers, or one that is blocked. */
    not_possible: 409,
  },
});
