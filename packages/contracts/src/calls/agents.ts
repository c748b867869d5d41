import * as z from 'zod/mini';
import { CHECK_TYPES } from '../check-types.ts';
import { UPDATE_CHANNELS } from '../client-update.ts';
import { flattenedJwsSchema } from '../jose.ts';
import { defineCall, REPORT_BODY_BYTES } from './call.ts';

/** A client that reports by itself, with the account it was given at its installation: no page, no extension. */
const PREFIX = '/api/device-compliance/v1/agent';
const parameters = z.object({ accountId: z.uuid() });

const AGENT_REFUSALS = {
  request_malformed: 400,
  account_disabled: 403,
  device_blocked: 403,
  /** There is no such account, or it was not used for long: the client needs a new device token. */
  device_unknown: 403,
  too_many_attempts: 429,
} as const;

/** How long a client that reports by itself may wait until its next report. */
const reportInSeconds = z.int().check(z.minimum(1), z.maximum(86_400));

export const agentNonceCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/{accountId}`,
  summary: 'What the next report of an installed client is made with. Worth nothing without the keys of its device.',
  authentication: 'none',
  parameters,
  /** The caller names the device that the account was given to. To others the account is unknown. */
  query: z.object({ deviceId: z.uuid() }),
  answers: {
    200: z.object({
      nonce: z.string(),
      reportInSeconds,
      /** The channel that this person's clients are updated from. */
      updateChannel: z.enum(UPDATE_CHANNELS),
    }),
  },
  refusals: AGENT_REFUSALS,
});

export const agentReportCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/{accountId}/report`,
  summary: 'The signed report of an installed client, by itself. Its account is the session it is signed for.',
  authentication: 'device-key',
  parameters,
  body: flattenedJwsSchema,
  bodyMaximumBytes: REPORT_BODY_BYTES,
  answers: {
    200: z.object({
      reportInSeconds,
      complianceStatus: z.enum(['Compliant', 'NotCompliant']),
      /** Checks of the policy that this report fails. */
      failed: z.array(z.enum(CHECK_TYPES)),
      /** What could not be read has not failed. Absent from earlier servers, which counted it as failed. */
      unread: z.optional(z.array(z.enum(CHECK_TYPES))),
    }),
  },
  refusals: {
    ...AGENT_REFUSALS,
    report_altered: 400,
    report_wrong_session: 400,
    report_replayed: 409,
    report_nonce_expired: 410,
    report_refused: 422,
  },
});
