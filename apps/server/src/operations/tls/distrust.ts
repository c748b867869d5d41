/** What Node says of a certificate whose authority it does not know. */
const DISTRUST: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Whether a connection came to nothing because no one here knows who issued the other side's certificate. */
export function isDistrust(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && DISTRUST.includes(String(error.code))) return true;
  return isDistrust(error.cause);
}

/** What to do then. */
export const HOW_TO_TRUST =
  'Mostly its chain is missing there (fullchain.pem). With an authority of your own, start the server, and this command, with NODE_EXTRA_CA_CERTS=FILE.';
