/** Cookies that are not as the others are: the reason, and what they have instead. `Secure` comes with TLS. */
const EXCEPTIONS: Readonly<Record<string, { readonly reason: string; readonly has: readonly string[] }>> = {
  'XSRF-TOKEN': {
    reason: 'The specification has the name, and pages read it. What it holds counts for one session only.',
    has: ['Path=/', 'SameSite=Lax'],
  },
  'vestibule-try-out': {
    reason: 'Its path keeps it from every other call. One that another host sets shows what its link would show.',
    has: ['HttpOnly', 'Path=/api/try-out/v1/', 'SameSite=Strict'],
  },
};

/** How long a cookie is kept. */
const LIFE = /^(expires|max-age)=/i;

/**
 * Judges a `Set-Cookie` header of ours: over TLS a `__Host-` name, so that no other host of the domain can set it, for the
 * whole host, and out of reach of pages and of other sites.
 * @returns what is wrong with it, without its value; null: nothing
 */
export function judgeCookie(line: string): string | null {
  const [pair = '', ...parts] = line.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  const attributes = parts.filter((part) => !LIFE.test(part));
  const isSecure = attributes.includes('Secure');
  const exception = EXCEPTIONS[name.replace(/^__Secure-/, '')];
  const isNamed = isSecure ? /^__Host-vestibule-[\w-]+$/.test(name) : /^vestibule-[\w-]+$/.test(name);
  // An application may post its answer to a sign-out from its own site.
  const site = name === '__Host-vestibule-sign-out' ? 'None' : 'Lax';
  const wanted = exception?.has ?? ['HttpOnly', 'Path=/', `SameSite=${site}`];
  const others = attributes.filter((attribute) => attribute !== 'Secure');
  const isWhole = others.length === wanted.length && wanted.every((one) => others.includes(one));
  return isWhole && (isNamed || exception !== undefined) ? null : [name, ...attributes].join('; ');
}
