/** A cookie's value, or null. Junk in a cookie reads as no cookie. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split(';')) {
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
