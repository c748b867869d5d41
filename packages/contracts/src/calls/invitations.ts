import * as z from 'zod/mini';
import { defineCall, SIGNED_IN_REFUSALS } from './call.ts';
import { newPasswordSchema } from './identity.ts';
import { isOneLine, isVisible } from './one-line.ts';
import {
  PASSKEY_REGISTRATION_BODY_BYTES,
  passkeyCreationOptionsSchema,
  passkeyRegistrationSchema,
} from './passkeys.ts';
import { secondFactorChallengeSchema } from './sign-in-step.ts';

/**
 * Signing up by invitation. The token is in a body and never in an address. One that is unknown, over, used, withdrawn or
 * of another company gets the same refusal.
 */
const PREFIX = '/api/online/v1/invitation';
const tokenSchema = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\w-]+$/));
const displayNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), isOneLine, isVisible);
const INVITATION_REFUSALS = { request_malformed: 400, invitation_unknown: 404, too_many_attempts: 429 } as const;

export const invitationCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/look-up`,
  summary: 'Whom an invitation is for, and what is asked of them.',
  authentication: 'none',
  body: z.object({ token: tokenSchema }),
  answers: {
    200: z.object({
      companyName: z.string(),
      productName: z.string(),
      login: z.string(),
      displayName: z.string(),
      email: z.string(),
      expiresAt: z.iso.datetime(),
      /** A password alone is not enough here: a second factor is set up right after. A passkey is enough. */
      isSecondFactorRequired: z.boolean(),
    }),
  },
  refusals: INVITATION_REFUSALS,
});
export type Invitation = z.infer<(typeof invitationCall)['answers'][200]>;

export const invitationPasskeyOptionsCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/passkey-options`,
  summary: 'Begin to set up a passkey instead of a password. Good once, for five minutes.',
  authentication: 'none',
  body: z.object({ token: tokenSchema, displayName: displayNameSchema }),
  answers: { 200: passkeyCreationOptionsSchema },
  refusals: INVITATION_REFUSALS,
});

export const acceptInvitationCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/accept`,
  summary: 'Accept an invitation, once. The person is signed in.',
  authentication: 'none',
  body: z.object({
    token: tokenSchema,
    displayName: displayNameSchema,
    /** The person has agreed to the licence agreement, which has a call of its own. */
    isEulaAccepted: z.literal(true),
    secret: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('password'), password: newPasswordSchema }),
      z.object({ kind: z.literal('passkey'), response: passkeyRegistrationSchema }),
    ]),
  }),
  bodyMaximumBytes: PASSKEY_REGISTRATION_BODY_BYTES,
  answers: {
    201: z.object({
      /** With a passkey: shown once. */
      recoveryCodes: z.nullable(z.array(z.string())),
      /** Not null: set it up before going on. */
      secondFactor: z.nullable(secondFactorChallengeSchema),
      continueTo: z.string(),
    }),
  },
  refusals: {
    ...INVITATION_REFUSALS,
    account_disabled: 403,
    password_weak: 422,
    passkey_refused: 422,
  },
});

export const ONBOARDING_STEPS = ['account', 'second-factor', 'workplace', 'device-check'] as const;

export const onboardingProgressCall = defineCall({
  method: 'GET',
  path: '/api/online/v1/onboarding-progress',
  summary: 'How far a new person has come: /in-progress.',
  authentication: 'session',
  answers: {
    200: z.object({
      /** In the order in which they are done. Steps that are not asked for here are left out. */
      steps: z.array(
        z.object({
          step: z.enum(ONBOARDING_STEPS),
          isDone: z.boolean(),
          /** Where the step is done. */
          path: z.string(),
        }),
      ),
      isDone: z.boolean(),
      /** The step to take next, or where one goes when all are done. */
      continueTo: z.string(),
    }),
  },
  refusals: SIGNED_IN_REFUSALS,
});
export type OnboardingProgress = z.infer<(typeof onboardingProgressCall)['answers'][200]>;
