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
