import * as z from 'zod/mini';
import { defineCall, SIGNED_IN_REFUSALS, XSRF_REFUSALS } from './call.ts';
import { SIGN_IN_REFUSALS } from './identity.ts';
import {
  PASSKEY_ASSERTION_BODY_BYTES,
  PASSKEY_REGISTRATION_BODY_BYTES,
  passkeyAssertionSchema,
  passkeyCreationOptionsSchema,
  passkeyRegistrationSchema,
  passkeyRequestOptionsSchema,
} from './passkeys.ts';
import { loginMarkerSchema } from './sign-in-step.ts';
import { isOneLine } from './one-line.ts';
import { hasNoNul } from './text.ts';

/** A person's codes and passkeys. Codes travel as typed: blanks, dashes and small letters are taken. */
const PREFIX = '/api/online/v1/second-factors';
const WRITE_REFUSALS = { ...SIGNED_IN_REFUSALS, ...XSRF_REFUSALS, request_malformed: 400 } as const;

/**
 * Setting up or removing a factor wants a proof of the last minutes (proof_too_old: give the password, a code or a
 * passkey again, or sign in again), and of the second factor where the person has one (second_factor_missing).
 */
const PROOF_REFUSALS = { ...WRITE_REFUSALS, proof_too_old: 403 } as const;
const ENROLLMENT_REFUSALS = { ...PROOF_REFUSALS, second_factor_missing: 403 } as const;

const nameSchema = z.string().check(z.minLength(1), z.maxLength(60), isOneLine);
const typedCode = z.string().check(z.minLength(1), z.maxLength(64), hasNoNul);

/** The page stays the same for a factor set up while signing in and one set up later: go on, or show the list. */
const enrolledSchema = z.object({
  /** Shown once, and only with the first factor; null when the person has codes already. */
  recoveryCodes: z.nullable(z.array(z.string())),
  continueTo: z.string(),
});

export const secondFactorsCall = defineCall({
  method: 'GET',
  path: PREFIX,
  summary: 'The second factors of the person who is signed in.',
  authentication: 'session',
  answers: {
    200: z.object({
      factors: z.array(
        z.object({
          id: z.uuid(),
          kind: z.enum(['totp', 'passkey']),
          name: z.string(),
          createdAt: z.iso.datetime(),
        }),
      ),
      recoveryCodesLeft: z.int(),
      /** The last one cannot be removed: the company or a role asks for one. */
      isRequired: z.boolean(),
    }),
  },
  refusals: SIGNED_IN_REFUSALS,
});
export type SecondFactors = z.infer<(typeof secondFactorsCall)['answers'][200]>;

export const enrollTotpCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/totp`,
  summary: 'Begin to set up an authenticator app. Nothing counts before a code of it was confirmed.',
  authentication: 'first-factor',
  body: z.object({ name: z._default(nameSchema, 'Authenticator app') }),
  answers: {
    201: z.object({
      id: z.uuid(),
      /** Base32, for typing in. */
      secret: z.string(),
      /** For a QR code. */
      otpauthUri: z.string(),
    }),
  },
  refusals: ENROLLMENT_REFUSALS,
});

export const confirmTotpCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/totp/{id}/confirm`,
  summary: 'Confirm an authenticator app by a code of it. While signing in, this is the second factor.',
  authentication: 'first-factor',
  parameters: z.object({ id: z.uuid() }),
  body: z.object({ code: typedCode, loginMarker: loginMarkerSchema }),
  answers: { 200: enrolledSchema },
  refusals: {
    ...ENROLLMENT_REFUSALS,
    not_found: 404,
    sign_in_unknown: 404,
    code_wrong: 422,
    too_many_attempts: 429,
  },
});

export const passkeyRegistrationOptionsCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/passkey-options`,
  summary: 'Begin to set up a passkey. Good once, for five minutes.',
  authentication: 'first-factor',
  answers: { 200: passkeyCreationOptionsSchema },
  refusals: ENROLLMENT_REFUSALS,
});

export const registerPasskeyCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/passkey`,
  summary: 'Set up a passkey. While signing in, this is the second factor.',
  authentication: 'first-factor',
  body: z.object({
    name: z._default(nameSchema, 'Passkey'),
    response: passkeyRegistrationSchema,
    loginMarker: loginMarkerSchema,
  }),
  bodyMaximumBytes: PASSKEY_REGISTRATION_BODY_BYTES,
  answers: { 201: enrolledSchema },
  refusals: { ...ENROLLMENT_REFUSALS, sign_in_unknown: 404, passkey_refused: 422 },
});

export const renewRecoveryCodesCall = defineCall({
  method: 'POST',
  path: `${PREFIX}/recovery-codes`,
  summary: 'Ten new recovery codes, shown once; the ones before are void.',
  authentication: 'session',
  answers: { 201: z.object({ recoveryCodes: z.array(z.string()) }) },
  refusals: { ...PROOF_REFUSALS, not_found: 404 },
});

export const removeSecondFactorCall = defineCall({
  method: 'DELETE',
  path: `${PREFIX}/{id}`,
  summary: 'Remove a second factor.',
  authentication: 'session',
  parameters: z.object({ id: z.uuid() }),
  answers: { 204: null },
  refusals: { ...PROOF_REFUSALS, not_found: 404, second_factor_required: 409, last_way_in: 409 },
});

export const secondFactorPasskeyOptionsCall = defineCall({
  method: 'POST',
  path: '/api/online/v1/second-factor/passkey-options',
  summary: 'Begin to give a passkey as second factor, or as fresh proof. Good once, for five minutes.',
  authentication: 'first-factor',
  answers: { 200: passkeyRequestOptionsSchema },
  refusals: { ...WRITE_REFUSALS, not_found: 404 },
});

export const giveSecondFactorCall = defineCall({
  method: 'POST',
  path: '/api/online/v1/second-factor',
  summary: 'Give the second factor: to go on signing in, or as fresh proof later. Each code works once.',
  authentication: 'first-factor',
  body: z.extend(z.object({ loginMarker: loginMarkerSchema }), {
    factor: z.discriminatedUnion('method', [
      z.object({ method: z.literal('totp'), code: typedCode }),
      z.object({ method: z.literal('recovery-code'), code: typedCode }),
      z.object({ method: z.literal('passkey'), response: passkeyAssertionSchema }),
    ]),
  }),
  bodyMaximumBytes: PASSKEY_ASSERTION_BODY_BYTES,
  answers: { 200: z.object({ continueTo: z.string() }) },
  refusals: { ...SIGN_IN_REFUSALS, ...WRITE_REFUSALS, code_wrong: 422, passkey_refused: 422 },
});
