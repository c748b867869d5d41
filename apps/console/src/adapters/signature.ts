import type { FlattenedJws, PublicJwk } from '@vestibule/contracts';

const BITS_PER_CHARACTER = 6;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  const binary = atob(plain.padEnd(Math.ceil((plain.length * BITS_PER_CHARACTER) / 24) * 4, '='));
  return Uint8Array.from(binary, (one) => one.codePointAt(0) ?? 0);
}

/**
 * Whether a report was signed by this key (RFC 7515, ES256), found out by this browser.
 * @returns false also where signature or key cannot be read
 */
export async function isSignedBy(report: FlattenedJws, { kty, crv, x, y }: PublicJwk): Promise<boolean> {
  try {
    const algorithm = { name: 'ECDSA', namedCurve: crv };
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, ['verify']);
    const signed = new TextEncoder().encode(`${report.protected}.${report.payload}`);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(report.signature), signed);
  } catch {
    return false;
  }
}

/** What a report says, as lines; null: it cannot be read. */
export function payloadOf(report: FlattenedJws): string | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(report.payload)));
    return JSON.stringify(value, null, 2);
  } catch {
    return null;
  }
}
