import * as z from 'zod/mini';
import { boundedJson } from '../bounded-json.ts';
import { checkResultSchema, samlPostDataSchema } from '../check-result.ts';
import { deviceInfoSchema, firstVersionSessionSchema } from '../device-sessions.ts';
import { defineCall, REPORT_BODY_BYTES, SIGNED_IN_REFUSALS, XSRF_REFUSALS } from './call.ts';
import { userDetailsSchema } from './people.ts';
import { shownParametersSchema } from './shown-parameters.ts';
import { hasNoNul } from './text.ts';

/**
 * The first version of the device check, and what is around it (specification, section 7, /api/device-compliance/v1).
 * Its reports are signed like those of the second version: nothing a page says of a computer is believed.
 */
const PREFIX = '/api/device-compliance/v1';
const loginMarker = z.object({ loginMarker: z.optional(z.uuid()) });

const DEVICE_REFUSALS = {
  ...SIGNED_IN_REFUSALS,
  device_blocked: 403,
  /** The server holds no usable key of this device in this sign-in: exchange keys and go on. */
  keys_missing: 412,
  /** This device has used the second version, and never goes back. */
  protocol_too_old: 409,
} as const;

const SAML_REFUSALS = {
  sign_in_unknown: 404,
  sign_in_expired: 410,
  policy_not_met: 403,
  report_missing: 409,
} as const;

export const userGetInfoCall = defineCall({
  method: 'GET',
  /** Without a slash before get-info, exactly so (specification, section 7). */
  path: `${PREFIX}/userget-info`,
  summary: 'Who an access token belongs to, for the client.',
  authentication: { scopes: ['device-v2'] },
  answers: { 200: z.extend(userDetailsSchema, { expiresAt: z.iso.datetime() }) },
  refusals: { access_token_wrong: 401, access_token_scope: 403, account_disabled: 403 },
});

export const keyExchangeCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/key-exchange`,
  summary: 'Show the client’s keys; the server answers its own for this sign-in.',
  authentication: 'session',
  body: shownParametersSchema,
  answers: {
    200: firstVersionSessionSchema,
  },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...XSRF_REFUSALS,
    request_malformed: 400,
    device_blocked: 403,
    /** A new one, while as many computers of this person wait as may. */
    device_not_approved: 403,
    protocol_too_old: 409,
  },
});

const checkQuery = z.extend(loginMarker, { skipSamlResponse: z.optional(z.enum(['true', 'false'])) });
const REPORT_REFUSALS = {
  report_altered: 400,
  report_replayed: 409,
  report_wrong_session: 400,
  report_nonce_expired: 410,
  report_refused: 422,
} as const;

export const checkByDeviceCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/check/{deviceId}`,
  summary:
    'The verdict on the newest report of this device in this sign-in, or of the account of a client that reports by itself. Never with the response: cookies prove no computer.',
  authentication: 'session',
  isSameSiteOnly: true,
  parameters: z.object({ deviceId: z.uuid() }),
  query: checkQuery,
  answers: { 200: checkResultSchema },
  refusals: {
    ...DEVICE_REFUSALS,
    /** The account is another person's, or over. */
    device_unknown: 403,
    request_malformed: 400,
    report_missing: 409,
    sign_in_unknown: 404,
    sign_in_expired: 410,
  },
});

export const checkCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/check`,
  summary: 'Take device info with its signed report, and judge it; with the response when it lets the person in.',
  authentication: 'session',
  query: checkQuery,
  body: deviceInfoSchema,
  bodyMaximumBytes: REPORT_BODY_BYTES,
  answers: { 200: checkResultSchema },
  refusals: {
    ...DEVICE_REFUSALS,
    ...XSRF_REFUSALS,
    ...REPORT_REFUSALS,
    request_malformed: 400,
    sign_in_unknown: 404,
    sign_in_expired: 410,
    /** Of the response: the computer itself is the second factor here, and this one does not count yet. */
    device_not_approved: 403,
  },
});

export const deviceInfoCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/info`,
  summary: 'Take device info with its signed report, without a verdict.',
  authentication: 'session',
  body: deviceInfoSchema,
  bodyMaximumBytes: REPORT_BODY_BYTES,
  answers: { 204: null },
  refusals: { ...DEVICE_REFUSALS, ...XSRF_REFUSALS, ...REPORT_REFUSALS, request_malformed: 400 },
});

export const samlResponseV1Call = defineCall({
  method: 'GET',
  path: `${PREFIX}/saml-response`,
  summary:
    'The response for a person who has been given temporary access. A device is asked for its signed report at `check`.',
  authentication: 'session',
  isSameSiteOnly: true,
  query: loginMarker,
  answers: { 200: samlPostDataSchema },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...SAML_REFUSALS,
    request_malformed: 400,
    device_blocked: 403,
  },
});

export const skipInstallationCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/saml-response/skip-installation`,
  summary: 'The response for a person who may go on without Workplace. Off unless the company allows it.',
  authentication: 'session',
  isSameSiteOnly: true,
  query: loginMarker,
  answers: { 200: samlPostDataSchema },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    request_malformed: 400,
    sign_in_unknown: 404,
    sign_in_expired: 410,
    policy_not_met: 403,
    device_blocked: 403,
    skipping_not_allowed: 403,
    /** As often as the company allows it to one person. */
    skipping_used_up: 403,
    installation_required: 403,
  },
});

export const temporaryAccessInfoSchema = z.object({
  /** Only where it is so: the policy observes by now, and nothing else stands between the person and the application. */
  isObserved: z.optional(z.boolean()),
  /** True when `saml-response` would answer: a leave that a failed sign-in stopper outweighs does not count. */
  isTempAccessGranted: z.boolean(),
  expiresAt: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
  /** Whether the person may ask for it here, and whether they have. */
  mayBeAsked: z.boolean(),
  isAsked: z.boolean(),
  /** What support said to the last request, where it said no. */
  refusal: z.nullable(z.string()),
  /** Support wants to know who is calling: the caller reads this number out. */
  caller: z.nullable(z.object({ number: z.string(), expiresAt: z.iso.datetime() })),
});
export type TemporaryAccessInfo = z.infer<typeof temporaryAccessInfoSchema>;

export const temporaryAccessInfoCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/temp-access-info`,
  summary: 'Whether this person has been given temporary access.',
  authentication: 'session',
  correlationId: 'correlationId',
  query: loginMarker,
  answers: {
    200: temporaryAccessInfoSchema,
  },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400 },
});

export const askTemporaryAccessCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/temp-access-request`,
  summary: 'Ask support for temporary access, with a reason.',
  authentication: 'session',
  body: z.object({
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500), hasNoNul),
    loginMarker: z.optional(z.uuid()),
  }),
  /** Also when the same was asked before and is still open: then nothing is added. */
  answers: { 204: null },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...XSRF_REFUSALS,
    request_malformed: 400,
    asking_not_allowed: 403,
    too_many_attempts: 429,
  },
});

export const activateCall = defineCall({
  method: 'POST',
  path: '/api/auth/v2/activate',
  summary: 'The device check as second factor: it counts from now on for this sign-in.',
  authentication: 'session',
  body: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('deviceCompliance'),
      /** What the page believes of the device. Never believed here: the signed report decides. */
      deviceComplianceInfo: boundedJson,
      /** With a new signed report: without it nothing is activated, whatever was reported before. */
      deviceInfo: z.optional(deviceInfoSchema),
      loginMarker: z.optional(z.uuid()),
    }),
    z.object({
      type: z.literal('deviceComplianceV2'),
      permit: z.string().check(z.minLength(1), z.maxLength(512)),
      deviceComplianceInfo: z.optional(boundedJson),
    }),
  ]),
  bodyMaximumBytes: REPORT_BODY_BYTES,
  /** Where the sign-in goes on, on this site: with a proof in it that works once, and for this sign-in request alone. */
  answers: { 200: z.object({ continueTo: z.string() }) },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...XSRF_REFUSALS,
    ...REPORT_REFUSALS,
    /** Not 422, which says here that the factor was given before. */
    report_refused: 400,
    request_malformed: 400,
    keys_missing: 412,
    protocol_too_old: 409,
    /** The second factor was passed before, and still holds: ask for the response with the same permit, or a new report. */
    already_activated: 422,
    permit_unknown: 403,
    permit_used: 409,
    permit_expired: 410,
    policy_not_met: 403,
    report_missing: 409,
    device_blocked: 403,
    /** The computer is the person’s, and counts as second factor once an administrator approves it. */
    device_not_approved: 403,
    sign_in_unknown: 404,
    sign_in_expired: 410,
  },
});
