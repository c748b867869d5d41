import * as z from 'zod/mini';
import { checkResultSchema, samlPostDataSchema } from '../check-result.ts';
import { CHECK_TYPES, FIX_ACTION_TYPES } from '../check-types.ts';
import { LIMITS } from '../constants.ts';
import { flattenedJwsSchema } from '../jose.ts';
import { restrictedSessionSchema, sessionDataSchema } from '../device-sessions.ts';
import {
  DATA_VERSION_REFUSALS,
  DEVICE_TOKEN_REFUSALS,
  defineCall,
  REPORT_BODY_BYTES,
  SIGNED_IN_REFUSALS,
  XSRF_REFUSALS,
} from './call.ts';
import { settingsSchema } from './people.ts';
import { shownParametersSchema } from './shown-parameters.ts';
import { hasNoNul } from './text.ts';

const deviceToken = { scopes: ['device-v2'] } as const;
/** What a device may do before its person may sign in: report, and read the verdict. */
const anyDeviceToken = { scopes: ['device-v2', 'device-v2-restricted'] } as const;
const shortText = z.string().check(z.maxLength(255), hasNoNul);
const sessionRefusals = {
  access_token_wrong: 401,
  account_disabled: 403,
  session_unknown: 401,
  session_expired: 401,
  device_blocked: 403,
} as const;

export const accessTokenCall = defineCall({
  method: 'GET',
  path: '/api/auth-service/v1/access-token',
  summary: 'A short-lived access token for the device calls; the scope is asked for in X-OAuth2-Scope.',
  authentication: 'session',
  /** Seconds the token shall be good for: never under 60 or over 3600, nor longer than the session. */
  query: z.object({ duration: z.optional(z.coerce.number()) }),
  answers: { 200: z.object({ accessToken: z.string(), expiresIn: z.int(), scope: z.string() }) },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400 },
});

export const createSessionCall = defineCall({
  method: 'POST',
  path: '/api/devices/v2/session',
  summary: 'Open a device session with the keys the client shows.',
  authentication: deviceToken,
  dataVersion: LIMITS.dataVersion,
  body: shownParametersSchema,
  answers: { 200: sessionDataSchema },
  refusals: {
    ...DEVICE_TOKEN_REFUSALS,
    ...DATA_VERSION_REFUSALS,
    request_malformed: 400,
    device_blocked: 403,
    /** A new one, while as many computers of this person wait as may. */
    device_not_approved: 403,
  },
});

export const createRestrictedSessionCall = defineCall({
  method: 'POST',
  path: '/api/devices/v2/restricted-session',
  summary: 'Open a session in which a device may report before its person may sign in.',
  authentication: anyDeviceToken,
  dataVersion: LIMITS.dataVersion,
  body: shownParametersSchema,
  answers: { 200: restrictedSessionSchema },
  refusals: {
    ...DEVICE_TOKEN_REFUSALS,
    ...DATA_VERSION_REFUSALS,
    request_malformed: 400,
    device_blocked: 403,
    /** A new one, while as many computers of this person wait as may. */
    device_not_approved: 403,
  },
});

export const confirmRestrictedSessionCall = defineCall({
  method: 'PUT',
  path: '/api/devices/v2/restricted-session',
  summary:
    'Confirm that the client keeps the restricted session: from now on it may be used. Answers a fresh token for it.',
  authentication: anyDeviceToken,
  dataVersion: LIMITS.dataVersion,
  body: z.object({ sessionId: z.uuid() }),
  answers: { 200: z.object({ accessToken: z.string(), sessionId: z.uuid() }) },
  refusals: { ...sessionRefusals, ...DATA_VERSION_REFUSALS, request_malformed: 400 },
});

export const userSettingsCall = defineCall({
  method: 'GET',
  path: '/api/devices/v2/user-settings',
  summary: 'The settings for a device session.',
  authentication: deviceToken,
  answers: { 200: settingsSchema },
  refusals: DEVICE_TOKEN_REFUSALS,
});

/** What the portal says it showed. Kept as a claim of the page; no verdict hangs on it. */
export const samlLoginActivityCall = defineCall({
  method: 'POST',
  path: '/api/devices/v2/saml-login-activity',
  summary: 'Write the sign-in that has just been sent to the activity log.',
  authentication: deviceToken,
  body: z.object({
    securityChecks: z
      .array(z.object({ checkType: z.enum(CHECK_TYPES), isPassed: z.boolean(), isRequired: z.boolean() }))
      .check(z.maxLength(CHECK_TYPES.length)),
    deviceOsType: shortText,
    deviceName: shortText,
    deviceType: z.int(),
    osVersionCaption: shortText,
    clientVersion: shortText,
    model: shortText,
    manufacturer: shortText,
    serialNumber: shortText,
    deviceLoginName: shortText,
  }),
  answers: { 204: null },
  refusals: { ...DEVICE_TOKEN_REFUSALS, request_malformed: 400 },
});

export const uploadUrlCall = defineCall({
  method: 'GET',
  path: '/api/devices/v2/upload-url',
  summary: 'A one-time address for exactly `deviceDataLength` bytes of signed report.',
  authentication: anyDeviceToken,
  dataVersion: LIMITS.dataVersion,
  query: z.object({
    sessionId: z.uuid(),
    deviceDataVersion: z.coerce.number(),
    deviceDataLength: z.coerce.number(),
    dataFormat: z.literal('json'),
    isLogin: z.enum(['true', 'false']),
  }),
  answers: { 200: z.object({ uploadUrl: z.url() }) },
  refusals: { ...sessionRefusals, ...DATA_VERSION_REFUSALS, request_malformed: 400, report_too_large: 413 },
});

export const uploadCall = defineCall({
  method: 'PUT',
  path: '/api/devices/v2/upload/{uploadId}',
  summary: 'The signed report. Judged before the answer is sent.',
  authentication: 'signed-url',
  parameters: z.object({ uploadId: z.string() }),
  body: flattenedJwsSchema,
  bodyMaximumBytes: REPORT_BODY_BYTES,
  answers: { 204: null },
  refusals: {
    request_malformed: 400,
    upload_unknown: 404,
    upload_length_wrong: 400,
    report_altered: 400,
    report_replayed: 409,
    report_wrong_session: 400,
    report_nonce_expired: 410,
    report_refused: 422,
    session_expired: 401,
  },
});

export const checkResultCall = defineCall({
  method: 'GET',
  path: '/api/devices/v2/check-result',
  summary: 'The newest verdict of this session; 204 while there is none.',
  authentication: anyDeviceToken,
  dataVersion: LIMITS.checkResultDataVersion,
  query: z.object({ sessionId: z.uuid(), loginMarker: z.optional(z.uuid()) }),
  answers: { 200: checkResultSchema, 204: null },
  refusals: {
    ...sessionRefusals,
    ...DATA_VERSION_REFUSALS,
    /** A restricted token with a loginMarker: it leads to no permit. */
    access_token_scope: 403,
    request_malformed: 400,
    sign_in_unknown: 404,
    sign_in_expired: 410,
  },
});

export const fixGrantCall = defineCall({
  method: 'POST',
  path: '/api/devices/v2/fix-grant',
  summary: 'Leave, signed for one minute, to run the fixes this session’s failed checks offer.',
  authentication: deviceToken,
  body: z.object({ sessionId: z.uuid(), fixActionTypes: z.array(z.enum(FIX_ACTION_TYPES)).check(z.minLength(1)) }),
  answers: { 200: z.object({ grant: z.string() }) },
  refusals: { ...sessionRefusals, access_token_scope: 403, request_malformed: 400, fix_not_offered: 409 },
});

/**
 * What Workplace opens a browser with, by itself: both the token of a sign-in that lasts and the key of the computer it
 * checked are shown. Either of them alone is worth nothing here.
 */
export const deviceWebTokenCall = defineCall({
  method: 'POST',
  path: '/api/devices/v2/web-token',
  summary: 'A one-time token, good for a minute, with which Workplace opens the person’s page signed in.',
  authentication: deviceToken,
  dataVersion: LIMITS.dataVersion,
  body: z.object({
    sessionId: z.uuid(),
    /** Compact JWS by the device’s identity key over this session; each works once. */
    proof: z.string().check(z.maxLength(2048)),
  }),
  answers: { 200: z.object({ token: z.string() }) },
  refusals: {
    ...sessionRefusals,
    ...DATA_VERSION_REFUSALS,
    access_token_scope: 403,
    request_malformed: 400,
    device_unknown: 404,
    /** The proof is not of this computer, for this session and this portal, or was used. */
    web_token_wrong: 403,
  },
});

export const samlResponseCall = defineCall({
  method: 'POST',
  path: '/api/devices/v2/saml-response',
  summary: 'Redeem a permit, once, for the signed SAML response.',
  authentication: 'session',
  /** The permit itself, as a JSON string. */
  body: z.string().check(z.minLength(1), z.maxLength(512)),
  answers: { 200: samlPostDataSchema },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...XSRF_REFUSALS,
    request_malformed: 400,
    permit_unknown: 403,
    permit_used: 409,
    permit_expired: 410,
    policy_not_met: 403,
    report_missing: 409,
    device_blocked: 403,
    /** The computer itself is the second factor here, and this one does not count yet. */
    device_not_approved: 403,
    sign_in_unknown: 404,
    sign_in_expired: 410,
  },
});
