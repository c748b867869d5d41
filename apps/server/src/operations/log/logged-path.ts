/** Parts of an address that are secrets themselves: one-time addresses of uploads, and device tokens. */
const SECRET_PARTS = /(\/(?:upload|device-account)\/).+/;

/** Longer than every address that means something here; a stranger may ask for 16 kB. */
const MAXIMUM_CHARACTERS = 512;

/** What of an address may stand in a log: neither its query, which holds handles, nor a secret in its path. */
export function loggedPath(address: string): string {
  const path = (address.split('?')[0] ?? '').replace(SECRET_PARTS, '$1…');
  return path.length > MAXIMUM_CHARACTERS ? `${path.slice(0, MAXIMUM_CHARACTERS)}…` : path;
}
