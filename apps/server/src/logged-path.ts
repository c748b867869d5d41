/** Parts of an address that are secrets themselves: one-time addresses of uploads, and device tokens. */
const SECRET_PARTS = /(\/(?:upload|device-account)\/).+/;

/** What of an address may stand in a log: neither its query, which holds handles, nor a secret in its path. */
export function loggedPath(address: string): string {
  return (address.split('?')[0] ?? '').replace(SECRET_PARTS, '$1…');
}
