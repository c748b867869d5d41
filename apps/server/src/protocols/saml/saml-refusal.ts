import type { ErrorCode } from '@vestibule/contracts';

/** The codes this module refuses with. `saml_request_replayed` is the caller's, who remembers request ids. */
export type SamlErrorCode = Extract<ErrorCode, `saml_request_${string}`>;

/** An expected failure. The message is for a developer or support person; it repeats nothing of the message's text. */
export interface SamlRefusal {
  readonly ok: false;
  readonly code: SamlErrorCode;
  readonly message: string;
}

export function refuse(code: SamlErrorCode, message: string): SamlRefusal {
  return { ok: false, code, message };
}

export function malformed(message: string): SamlRefusal {
  return refuse('saml_request_malformed', message);
}
