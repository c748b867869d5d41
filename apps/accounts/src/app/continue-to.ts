/**
 * The address to go to after signing in, or null: only a path of this very origin is accepted.
 * @param target what the server answered
 * @param origin of this page
 */
export function safeTarget(target: string, origin: string): string | null {
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** An address of a work application, or null: a page is opened by it, so it is one of the web. */
export function webAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
