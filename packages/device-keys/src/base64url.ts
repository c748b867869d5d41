export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}

/**
 * Decodes base64url. Only the one canonical spelling is taken: the unused bits of the last character must be zero, else
 * a signature could be spelled in several ways.
 * @returns null when the text is not canonical base64url
 */
export function fromBase64Url(text: string): Bytes | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'));
  return toBase64Url(bytes) === text ? bytes : null;
}

/** Encodes a text as UTF-8. */
export function toUtf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** @returns null when the bytes are not valid UTF-8 */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
