import { type FlattenedJws, type SignedReportPayload, signedReportPayloadSchema } from '@vestibule/contracts';

/** What a signed report says: the page can read it, and cannot change it. @returns null when it is none */
export function readReportPayload({ payload }: FlattenedJws): SignedReportPayload | null {
  const read = signedReportPayloadSchema.safeParse(decode(payload));
  return read.success ? read.data : null;
}

/** The content of a JWS (RFC 7515): base64url of UTF-8 of JSON. Junk is null. */
function decode(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return null;
  }
}
