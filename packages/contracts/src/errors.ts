import * as z from 'zod/mini';

/** Every way a call can be refused. The portal has a text and a next step for each. */
export const ERROR_CODES = [
  'request_malformed',
  'not_found',
  'not_signed_in',
  'credentials_wrong',
  'too_many_attempts',
  'xsrf_token_wrong',
  'access_token_wrong',
  'access_token_scope',
  'session_unknown',
  'session_expired',
  'sign_in_unknown',
  'sign_in_expired',
  'account_disabled',
  'device_blocked',
  'report_missing',
  'report_altered',
  'report_replayed',
  'report_wrong_session',
  'report_nonce_expired',
  'report_too_large',
  'report_refused',
  'upload_unknown',
  'upload_length_wrong',
  'policy_not_met',
  'permit_unknown',
  'permit_used',
  'permit_expired',
  'fix_not_offered',
  'saml_request_malformed',
  'saml_request_unknown_issuer',
  'saml_request_acs_not_registered',
  'saml_request_destination_wrong',
  'saml_request_expired',
  'saml_request_replayed',
  'saml_request_signature_wrong',
  'saml_request_not_supported',
  'server_error',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The one error body on the wire. */
export const apiErrorSchema = z.object({
  code: z.enum(ERROR_CODES),
  /** A sentence for a developer or a support person; safe to show, holds no secret. */
  message: z.string(),
  correlationId: z.string(),
});
export type ApiError = z.infer<typeof apiErrorSchema>;
