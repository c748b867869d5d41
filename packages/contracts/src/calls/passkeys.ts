import * as z from 'zod/mini';
import { boundedJson } from '../bounded-json.ts';

/**
 * Passkeys on the wire: the JSON forms of Web Authentication, as far as this product uses them. What the server sends is
 * complete, so that a page hands it to the browser as it is.
 */
const bytes = (maximum: number) => z.string().check(z.minLength(1), z.maxLength(maximum), z.regex(/^[\w-]+$/));

export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(PASSKEY_TRANSPORTS)),
});

/** Options for `navigator.credentials.create`. */
export const passkeyCreationOptionsSchema = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptionsSchema>;

/** Options for `navigator.credentials.get`. Without credentials the person picks a passkey: no login is asked for. */
export const passkeyRequestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  allowCredentials: z.array(descriptorSchema),
  userVerification: z.literal('required'),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>;

/** The most that a browser answers: to a registration with an attestation, and to a sign-in. */
export const PASSKEY_REGISTRATION_BODY_BYTES = 98_304;
export const PASSKEY_ASSERTION_BODY_BYTES = 32_768;

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };
const clientExtensionResults = z._default(z.record(z.string().check(z.maxLength(64)), boundedJson), {});

/** What the browser answers to a registration. */
export const passkeyRegistrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(65_536),
    transports: z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16)), []),
  }),
  clientExtensionResults,
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistrationSchema>;

/** What the browser answers to a sign-in. */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    userHandle: z.optional(z.nullable(bytes(128))),
  }),
  clientExtensionResults,
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;
