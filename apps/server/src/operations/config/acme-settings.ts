import * as z from 'zod';
import { isLoopbackName } from './public-address.ts';

/** The certificate authority that is asked when no one names another: Let's Encrypt. */
export const STANDARD_ACME_DIRECTORY = 'https://acme-v02.api.letsencrypt.org/directory';
/** Where certificate authorities ask, whatever port the gate has. */
const STANDARD_ACME_PORT = 80;

/** How the server gets its certificates by itself. */
export interface AcmeSettings {
  /** Whom the authority writes to. */
  readonly contact: string;
  readonly directoryUrl: string;
  /** Where the server waits for the authority's question, which comes to port 80 of the name. */
  readonly port: number;
}

export type AcmeRead =
  | { readonly ok: true; readonly acme: AcmeSettings | null }
  | { readonly ok: false; readonly problem: string };

/** Is this an address that the server may send its orders to? Only this computer goes without https. */
export function isAuthorityAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname));
}

/** Reads how certificates are got. @returns null where no one has said a contact @param publicUrl the gate's origin */
export function readAcme(
  given: { readonly contact?: string | undefined; readonly directory?: string | undefined; readonly port?: number },
  publicUrl: string,
): AcmeRead {
  const { contact, directory = STANDARD_ACME_DIRECTORY, port = STANDARD_ACME_PORT } = given;
  const no = (problem: string): AcmeRead => ({ ok: false, problem });
  if (contact === undefined) return { ok: true, acme: null };
  if (!z.email().safeParse(contact).success) return no(`${contact} is no e-mail address such as you@example.com.`);
  const url = URL.parse(directory);
  if (url === null || !isAuthorityAddress(url) || url.username !== '' || url.hash !== '') {
    return no(`${directory} is no directory of a certificate authority, such as ${STANDARD_ACME_DIRECTORY}`);
  }
  if (!publicUrl.startsWith('https:')) return no('With a certificate the address begins with https://.');
  return { ok: true, acme: { contact, directoryUrl: url.href, port } };
}
