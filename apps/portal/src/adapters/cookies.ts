/** The cookies of a document, as far as this page may see them: `document.cookie` in production. */
export interface CookieJar {
  read(): string;
  /** @param cookie one cookie with its attributes */
  write(cookie: string): void;
}

export const documentCookies: CookieJar = {
  read: () => document.cookie,
  write: (cookie) => {
    document.cookie = cookie;
  },
};

/** A cookie's value, or null. Junk in a cookie reads as no cookie. */
export function readCookie(name: string, jar: CookieJar = documentCookies): string | null {
  for (const part of jar.read().split(';')) {
    const [key = '', ...rest] = part.split('=');
    if (key.trim() !== name) continue;
    try {
      return decodeURIComponent(rest.join('=').trim());
    } catch {
      return null;
    }
  }
  return null;
}

export interface CookieAttributes {
  readonly expires: Date | null;
  readonly isSecure: boolean;
}

/** One cookie as a browser takes it. It goes to every web application of this site, and with no request from elsewhere. */
export function formatCookie(name: string, value: string, { expires, isSecure }: CookieAttributes): string {
  const lifetime = expires === null ? '' : `; expires=${expires.toUTCString()}`;
  return `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${isSecure ? '; secure' : ''}${lifetime}`;
}
