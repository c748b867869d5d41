import { toBase64Url, toUtf8 } from './base64url.ts';

/** SHA-256 of a text's UTF-8 bytes, base64url: the form of `importantDataHash` and of key thumbprints. */
export async function digest(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', toUtf8(text))));
}
