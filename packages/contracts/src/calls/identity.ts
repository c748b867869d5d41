import * as z from 'zod/mini';
import { OWN_PAGE_PATH } from '../constants.ts';
import { ADMIN_ROLES, defineCall, SIGNED_IN_REFUSALS, XSRF_REFUSALS } from './call.ts';
import { PASSKEY_ASSERTION_BODY_BYTES, passkeyAssertionSchema, passkeyRequestOptionsSchema } from './passkeys.ts';
import { supportInfoSchema, userDetailsSchema } from './people.ts';
import { loginMarkerSchema, secondFactorChallengeSchema, signedOutSchema, signInStepSchema } from './sign-in-step.ts';

/** Pages of the accounts application that the server itself leads to. */
export const ACCOUNT_PATHS = Object.freeze({
  /**
   * Takes `login` (the pending sign-in) and `reason` (an error code) in its query; after a sign-out `done=signed-out`, and
   * `left` (a handle) when an application is still open. `to` is the page of the console that asks for the sign-in.
   */
  signIn: '/online/',
  /** The session awaits its second factor. Takes `login`. */
  secondFactor: '/online/second-factor',
  /** Takes `asked=sign-out`: an application asks for it, in a request that anyone could have written. */
  sessionStatus: OWN_PAGE_PATH,
  /** Where Workplace opens a browser. The web token is in the fragment, which no server and no log ever sees: `#…`. */
  open: '/online/open',
  /** The invitation's token is in the fragment, which no server and no log ever sees: `#invitation=…`. */
  signup: '/onboarding/signup',
  inProgress: '/onboarding/in-progress',
});

/** Where the pages for administrators, help desk and auditors stand. A sign-in that they ask for leads back to them. */
export const CONSOLE_PATH = '/console';

const PREFIX = '/api/online/v1';

/** Refusals of every step that may end in a whole sign-in. */
export const SIGN_IN_REFUSALS = {
  request_malformed: 400,
  account_disabled: 403,
  too_many_attempts: 429,
  sign_in_unknown: 404,
} as const;

export const signInOptionsCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/sign-in-options`,
  summary: 'How one can sign in here, and whose page this is.',
  authentication: 'none',
  query: z.object({ loginMarker: loginMarkerSchema }),
  answers: {
    200: z.object({
      companyName: z.string(),
      productName: z.string(),
      logoUrl: z.nullable(z.string()),
      /** `#rrggbb`; null is the product's own. */
      accentColor: z.nullable(z.string()),
      privacyPolicyUrl: z.nullable(z.string()),
      support: supportInfoSchema,
      /** The work application that waits for this sign-in; null without one, or when it is too old. */
      applicationName: z.nullable(z.string()),
      /** The browser is signed in as this sign-in asks for, from another tab say: where it goes on. Null: sign in. */
      continueTo: z.nullable(z.string()),
      isPasswordOffered: z.boolean(),
      isPasskeyOffered: z.boolean(),
      /** The company's own identity providers: buttons that lead to `startPath`, the pending sign-in already in it. */
      upstreams: z.array(z.object({ id: z.uuid(), name: z.string(), startPath: z.string() })),
    }),
  },
  refusals: { request_malformed: 400 },
});
export type SignInOptions = z.infer<(typeof signInOptionsCall)['answers'][200]>;

export const passkeySignInOptionsCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/sign-in/passkey-options`,
  summary: 'Begin a sign-in by passkey, without a login. Good once, for five minutes.',
  authentication: 'none',
  answers: { 200: passkeyRequestOptionsSchema },
  refusals: { request_malformed: 400, too_many_attempts: 429 },
});

export const passkeySignInCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/sign-in/passkey`,
  summary: 'Sign in by passkey: first and second factor in one.',
  authentication: 'none',
  body: z.object({ response: passkeyAssertionSchema, loginMarker: loginMarkerSchema }),
  bodyMaximumBytes: PASSKEY_ASSERTION_BODY_BYTES,
  answers: { 200: signInStepSchema },
  refusals: { ...SIGN_IN_REFUSALS, credentials_wrong: 401 },
});

export const signInProgressCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/sign-in-progress`,
  summary: 'Where the sign-in of this browser stands: for the page of the second factor, and after it was reloaded.',
  authentication: 'first-factor',
  query: z.object({ loginMarker: loginMarkerSchema }),
  answers: {
    200: z.object({
      userDisplayName: z.string(),
      /** Null: nothing is missing, go to `continueTo`. */
      secondFactor: z.nullable(secondFactorChallengeSchema),
      continueTo: z.string(),
    }),
  },
  refusals: { ...SIGNED_IN_REFUSALS, request_malformed: 400, sign_in_unknown: 404 },
});
export type SignInProgress = z.infer<(typeof signInProgressCall)['answers'][200]>;

export const SESSION_FACTORS = [
  'password',
  'upstream',
  'upstream-mfa',
  'totp',
  'passkey',
  'recovery-code',
  'device',
] as const;

export const mySessionCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/my-session`,
  summary: 'Who is signed in, on which computer, with which applications and other sessions: /session-status.',
  authentication: 'session',
  answers: {
    200: z.object({
      user: userDetailsSchema,
      /** Null for those who run nothing. */
      role: z.nullable(z.enum(ADMIN_ROLES)),
      /** Short code for the phone, the same as in the portal's support block. */
      supportCode: z.string(),
      isPasswordSet: z.boolean(),
      session: z.object({
        startedAt: z.iso.datetime(),
        /** When it ends whatever happens. */
        expiresAt: z.iso.datetime(),
        factors: z.array(z.enum(SESSION_FACTORS)),
        /** The device check is the second factor here, and has not been passed yet. */
        isDeviceCheckOutstanding: z.boolean(),
      }),
      /** This computer, when it reported in this session. */
      device: z.nullable(
        z.object({
          name: z.string(),
          state: z.enum(['waiting', 'approved', 'blocked', 'retired']),
          complianceStatus: z.nullable(z.enum(['Compliant', 'NotCompliant'])),
          /** True when the last verdict is too old to let anybody in. */
          checksExpired: z.boolean(),
          checkedAt: z.nullable(z.iso.datetime()),
          failedChecks: z.int(),
          /** What could not be read has not failed, also where the company stops it. */
          unreadChecks: z.int(),
        }),
      ),
      /** From a registered computer this person may register another one. */
      offersVouching: z.boolean(),
      /** The launch pad, by name. */
      applications: z.array(z.object({ id: z.uuid(), name: z.string(), startUrl: z.url() })),
      /** Newest use first. */
      otherSessions: z.array(
        z.object({
          id: z.string(),
          startedAt: z.iso.datetime(),
          lastSeenAt: z.iso.datetime(),
          address: z.string(),
          /** As the browser names itself: parse it for showing, never trust it. */
          userAgent: z.string(),
        }),
      ),
    }),
  },
  refusals: SIGNED_IN_REFUSALS,
});
export type MySession = z.infer<(typeof mySessionCall)['answers'][200]>;

export const endOtherSessionCall = defineCall({
  method: 'DELETE',
  path: `${PREFIX}/my-sessions/{id}`,
  summary: 'End another session of the person who is signed in.',
  authentication: 'session',
  parameters: z.object({ id: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  answers: { 204: null },
  refusals: { ...SIGNED_IN_REFUSALS, ...XSRF_REFUSALS, request_malformed: 400, not_found: 404 },
});

export const signOutEverywhereCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/sign-out-everywhere`,
  summary: 'End every session of the person, this one included. A password alone is not enough for that.',
  authentication: 'session',
  answers: { 200: signedOutSchema },
  refusals: { ...SIGNED_IN_REFUSALS, ...XSRF_REFUSALS, request_malformed: 400 },
});

export const signOutResultCall = defineCall({
  method: 'GET',
  path: `${PREFIX}/sign-outs/{handle}`,
  summary: 'Which applications could not be signed out. The handle is in the address that the sign-out ended on.',
  authentication: 'none',
  parameters: z.object({ handle: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  answers: {
    /** Names, in the order they were asked. */
    200: z.object({ stillOpen: z.array(z.string()) }),
  },
  refusals: { request_malformed: 400, not_found: 404 },
});

/** Shortest password. The rest of the rule: `password_weak` says in its message what is missing. */
export const PASSWORD_MINIMUM_LENGTH = 12;

export const newPasswordSchema = z.string().check(z.minLength(1), z.maxLength(1024));

export const changePasswordCall = defineCall({
  method: 'PUT',
  path: `${PREFIX}/password`,
  summary: 'Change the password. Every other session ends.',
  authentication: 'session',
  body: z.object({
    currentPassword: z.string().check(z.minLength(1), z.maxLength(1024)),
    newPassword: newPasswordSchema,
  }),
  answers: { 204: null },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...XSRF_REFUSALS,
    request_malformed: 400,
    password_wrong: 403,
    proof_too_old: 403,
    password_weak: 422,
    too_many_attempts: 429,
  },
});

export const confirmPasswordCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/confirm-password`,
  summary: 'Give the password again, for what asks for a proof of the last minutes (proof_too_old).',
  authentication: 'session',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  answers: { 204: null },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...XSRF_REFUSALS,
    request_malformed: 400,
    password_wrong: 403,
    too_many_attempts: 429,
  },
});
