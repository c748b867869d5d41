/** Whether a host, as URL writes it, is this very computer: what goes there crosses no network. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether no one on the way can read or change what goes to an address: https, or this very computer. */
export function isProtectedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/**
 * The same of an address to which a browser takes a sign-in: the policy of that page has to name exactly it, and has no words
 * for an address of IPv6.
 */
export function isProtectedTarget(address: string): boolean {
  return isProtectedAddress(address) && !address.toLowerCase().startsWith('http://[');
}

/** What an administrator reads of a target that is not. */
export const NOT_PROTECTED =
  'must be https: anyone who can read it on its way could sign in with it. Only this very computer (http://localhost, http://127.0.0.1) needs none';
