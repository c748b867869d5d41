import { hash } from 'node:crypto';

/** SHA-256 of a text's UTF-8 bytes, base64url: the form of `importantDataHash` and of key thumbprints. */
export async function digest(text: string): Promise<string> {
  return hash('sha256', text, 'base64url');
}
