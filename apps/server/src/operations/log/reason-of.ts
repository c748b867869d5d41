/** An error in words for a sentence of ours, without a full stop. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'it does not answer';
  const code = 'code' in error ? String(error.code) : '';
  return (
    WORDS[code] ??
    (/SSL routines/.test(error.message) ? NO_TLS : (error.message || code || error.name).replace(/[.\s]+$/, ''))
  );
}

const NO_TLS = 'what listens there does not speak https';
const UNKNOWN_AUTHORITY = 'its certificate is of an authority that is not known here';
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'the name server does not answer',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  EPROTO: NO_TLS,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'its certificate has ended, or the clock of this computer is wrong',
  CERT_NOT_YET_VALID: 'its certificate is not good yet: the clock of this computer is wrong',
};
