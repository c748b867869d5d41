import { ACCOUNT_PATHS, isProtectedAddress } from '@vestibule/contracts';

/** 256 bits in base64url, as the server makes them. */
export function isWebToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * The one kind of address that a browser is started with: this computer's page on a portal. Nothing of it comes from outside
 * but the portal, which was pinned, and the token.
 * @param webToken opens it signed in, once; null: the page asks for a sign-in where the browser has none
 * @returns null when the portal is no origin that is reached by https, or on this very computer
 */
export function openingAddress(portal: string, webToken: string | null): string | null {
  if (!isProtectedAddress(portal) || new URL(portal).origin !== portal) return null;
  if (webToken === null || !isWebToken(webToken)) return `${portal}${ACCOUNT_PATHS.sessionStatus}`;
  // In the fragment: no server, and no log on the way to one, ever sees it.
  return `${portal}${ACCOUNT_PATHS.open}#${webToken}`;
}
