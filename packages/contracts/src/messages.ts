import * as z from 'zod/mini';
import { fixActionSchema } from './check-result.ts';
import { FIX_ACTION_TYPES } from './check-types.ts';
import { LIMITS } from './constants.ts';
import { flattenedJwsSchema, publicJwkSchema } from './jose.ts';
import {
  deviceInfoSchema,
  firstVersionSessionSchema,
  grantSchema,
  restrictedDeviceDataSchema,
  restrictedSessionConfigSchema,
  restrictedSessionSchema,
  sessionDataSchema,
  sessionParametersSchema,
} from './device-sessions.ts';
import { fciUserInfoSchema, siloDataSchema } from './registration.ts';

/**
 * The one protocol between the portal's page, the extension and the native client. The extension carries messages and
 * adds where they came from; it understands none of them.
 */
export const PROTOCOL_VERSION = 1;
export const NATIVE_HOST_NAME = 'com.vestibule.workplace';
/** The content script writes the extension's id into this attribute of <html>, so its presence is known at once. */
export const EXTENSION_ATTRIBUTE = 'data-vestibule-extension';
/** Marks window messages of the content-script bridge. */
export const BRIDGE_CHANNEL = 'vestibule-bridge';
/** Name of the long-lived port from page to extension (externally_connectable). */
export const PAGE_PORT_NAME = 'vestibule-page';

/** What the server signs into a session grant: registers the session with the client. */
export const sessionGrantSchema = z.object({
  use: z.literal('session'),
  iss: z.string(),
  deviceId: z.uuid(),
  origin: z.string(),
  exp: z.int(),
  sessionId: z.uuid(),
  companyName: z.string(),
  serverKey: publicJwkSchema,
});
export type SessionGrant = z.infer<typeof sessionGrantSchema>;

/** What the server signs into a fix grant: which fixes, with which values, on which device, for which page. */
export const fixGrantSchema = z.object({
  use: z.literal('fix'),
  iss: z.string(),
  deviceId: z.uuid(),
  origin: z.string(),
  exp: z.int(),
  jti: z.string(),
  fixActions: z.array(fixActionSchema).check(z.minLength(1), z.maxLength(16)),
});
export type FixGrant = z.infer<typeof fixGrantSchema>;

/** How much of Workplace runs: `full` has a window of its own, the others serve the browser. */
export const APPLICATION_MODES = ['frontline', 'onboarding', 'full'] as const;
export type ApplicationMode = (typeof APPLICATION_MODES)[number];

export const fixOutcomeSchema = z.object({
  fixActionType: z.enum(FIX_ACTION_TYPES),
  /** `opened`: nothing was changed, but a page of the system's settings was opened, and it goes on there. */
  outcome: z.enum(['fixed', 'opened', 'not-fixed', 'cancelled', 'refused', 'managed', 'not-possible']),
  /** The system's own words, shown to the person as they are. */
  detail: z.optional(z.string()),
  /** How to take the change back, in one sentence. */
  undo: z.optional(z.string()),
});
export type FixOutcome = z.infer<typeof fixOutcomeSchema>;

const nothing = z.object({});
const webToken = z.optional(z.string());
/** What the specification sends with the messages of a restricted session. */
const restrictedRequest = {
  dataVersion: z.literal(LIMITS.dataVersion),
  correlationId: z.string().check(z.maxLength(64)),
};

/** Every message with its request and answer. Unknown ones are refused. */
export const MESSAGES = {
  'get-device-name': {
    request: nothing,
    answer: z.object({ id: z.uuid(), deviceName: z.string(), clientVersion: z.string() }),
  },
  'get-extension-status': { request: nothing, answer: z.object({ status: z.enum(['ok', 'noKeys', 'noData']) }) },
  /** Beyond the specification, for the extension's popup: how the checks stand by their usual rules, read again. */
  'get-summary': {
    request: nothing,
    answer: z.object({
      deviceName: z.string(),
      clientVersion: z.string(),
      passed: z.int(),
      failed: z.int(),
      unknown: z.int(),
      lastReportAt: z.nullable(z.iso.datetime()),
    }),
  },
  'get-device-compliance-info': {
    request: nothing,
    answer: z.object({
      deviceName: z.string(),
      deviceAccountName: z.string(),
      osVersionCaption: z.string(),
      deviceType: z.int(),
    }),
  },
  /** For the first version of the device check: facts with the report that proves them. */
  'get-device-info': {
    /** `nonce` from the newest check result; without it the session's first one. */
    request: z.object({ nonce: z.optional(z.string()) }),
    answer: deviceInfoSchema,
  },
  /** Key exchange of the first version: the client's keys, then the session that the server opened for them. */
  'get-client-device-key': { request: nothing, answer: sessionParametersSchema },
  'set-server-device-key': { request: z.object({ session: firstVersionSessionSchema }), answer: nothing },
  'set-application-mode': { request: z.object({ mode: z.enum(APPLICATION_MODES) }), answer: nothing },
  /** Opens the person's page in a window. Beyond the specification: the token of `get-web-token`, which has it signed in. */
  'launch-workplace': { request: z.object({ webToken }), answer: nothing },
  /** What may be started is a closed list, and so is what it is started with. What it opens is in the web token. */
  'launch-app': {
    request: z.object({
      'command-line-arguments': z.literal('-select:secure-browser'),
      webToken,
    }),
    answer: nothing,
  },
  /** This computer's word that it is itself, signed for the portal that asks and good for a minute. */
  'get-device-auth-token': { request: nothing, answer: z.object({ token: z.string() }) },
  'register-silo-data': { request: z.object({ siloData: siloDataSchema }), answer: nothing },
  'register-fci-user-info': { request: z.object({ fciUserInfo: fciUserInfoSchema }), answer: nothing },
  'devices-v2/get-session-data': {
    /** Who is signed in now: the session of another sign-in, and its token, stay with the client. */
    request: z.object({ signIn: z.string() }),
    answer: z.object({ session: z.nullable(sessionDataSchema) }),
  },
  'devices-v2/get-create-session-parameters': { request: nothing, answer: sessionParametersSchema },
  'devices-v2/set-session-data': { request: z.object({ session: sessionDataSchema }), answer: nothing },
  'devices-v2/remove-session-data': { request: nothing, answer: nothing },
  'devices-v2/get-device-data': {
    /** `nonce` from the newest check result; without it the session's first one. */
    request: z.object({ nonce: z.optional(z.string()), force: z.optional(z.boolean()) }),
    answer: z.object({
      lookupId: z.string(),
      importantDataHash: z.string(),
      signedReport: flattenedJwsSchema,
    }),
  },
  'devices-v2/decrypt-permit': {
    request: z.object({ encryptedPermit: z.string(), permitSalt: z.string() }),
    answer: z.object({ permit: z.string() }),
  },
  'devices-v2/get-restricted-session-config': {
    /** Beyond the specification: who is signed in now, as for `get-session-data`. */
    request: z.object({ ...restrictedRequest, signIn: z.string() }),
    answer: z.object({ config: z.nullable(restrictedSessionConfigSchema) }),
  },
  'devices-v2/get-create-restricted-session-parameters': { request: nothing, answer: sessionParametersSchema },
  'devices-v2/set-restricted-session-data': {
    request: z.object({ session: restrictedSessionSchema }),
    answer: nothing,
  },
  /** The token that the server answered to the confirmation, in place of the one before. */
  'devices-v2/set-restricted-token': {
    request: z.object({ accessToken: z.string(), sessionId: z.uuid() }),
    answer: nothing,
  },
  'devices-v2/get-restricted-device-data': {
    request: z.object({ ...restrictedRequest, nonce: z.optional(z.string()) }),
    answer: restrictedDeviceDataSchema,
  },
  'execute-fix-action': {
    request: z.object({ grant: grantSchema }),
    answer: z.object({ outcomes: z.array(fixOutcomeSchema) }),
  },
  'get-diagnostics': {
    request: nothing,
    answer: z.object({ lines: z.array(z.object({ ok: z.boolean(), text: z.string() })) }),
  },
} as const;

export type MessageType = keyof typeof MESSAGES;
export type MessageRequest<T extends MessageType> = z.infer<(typeof MESSAGES)[T]['request']>;
export type MessageAnswer<T extends MessageType> = z.infer<(typeof MESSAGES)[T]['answer']>;

export const MESSAGE_ERROR_CODES = [
  'unknown-message',
  'malformed-message',
  'origin-not-allowed',
  'extension-missing',
  'host-missing',
  'host-stopped',
  'timed-out',
  'grant-refused',
  'session-missing',
  'fix-failed',
  /** No browser on this computer could be started. */
  'window-missing',
  'client-error',
] as const;
/** Detail of `window-missing`: Workplace runs as an administrator, and starts no browser with all that one may do. */
export const OPENED_AS_ADMINISTRATOR = 'opened-as-administrator';

export type MessageErrorCode = (typeof MESSAGE_ERROR_CODES)[number];

export const messageErrorSchema = z.object({
  code: z.enum(MESSAGE_ERROR_CODES),
  message: z.string(),
  /** The exception's own words (the specification's "exception detail"). */
  detail: z.optional(z.string()),
});
export type MessageError = z.infer<typeof messageErrorSchema>;

const messageTypeSchema = z.enum(Object.keys(MESSAGES) as [MessageType, ...MessageType[]]);

/** From page to client. `origin` is stamped by the extension from the browser's own word, never by the page. */
export const requestEnvelopeSchema = z.object({
  v: z.literal(PROTOCOL_VERSION),
  id: z.string().check(z.maxLength(64)),
  type: z.string().check(z.maxLength(64)),
  payload: z.unknown(),
  sentAt: z.iso.datetime(),
  correlationId: z.string().check(z.maxLength(64)),
  origin: z.optional(z.string()),
});
export type RequestEnvelope = z.infer<typeof requestEnvelopeSchema>;

export const answerEnvelopeSchema = z.union([
  z.object({ v: z.literal(PROTOCOL_VERSION), id: z.string(), ok: z.literal(true), payload: z.unknown() }),
  z.object({ v: z.literal(PROTOCOL_VERSION), id: z.string(), ok: z.literal(false), error: messageErrorSchema }),
]);
export type AnswerEnvelope = z.infer<typeof answerEnvelopeSchema>;

/** What the client sends on its own. */
export const pushEnvelopeSchema = z.object({
  v: z.literal(PROTOCOL_VERSION),
  push: z.enum(['heartbeat', 'device-changed', 'fix-progress']),
  payload: z.optional(
    z.object({
      importantDataHash: z.optional(z.string()),
      fixActionType: z.optional(z.enum(FIX_ACTION_TYPES)),
      share: z.optional(z.number()),
      text: z.optional(z.string()),
    }),
  ),
});
export type PushEnvelope = z.infer<typeof pushEnvelopeSchema>;

/**
 * Tells whether a name is one of the protocol's messages.
 * @param name the `type` of an envelope
 */
export function isMessageType(name: string): name is MessageType {
  return messageTypeSchema.safeParse(name).success;
}
