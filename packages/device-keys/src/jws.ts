import type { FlattenedJws, PublicJwk } from '@vestibule/contracts';
import { fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './base64url.ts';
import { type SigningKey, verifySignature } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

/** What a signed text is for. One key signs several kinds; the kind keeps one from passing for another. */
export type JwsType =
  | 'vestibule-report+jwt'
  | 'vestibule-grant+jwt'
  | 'vestibule-agreement-key+jwt'
  | 'vestibule-device+jwt'
  | 'vestibule-opening+jwt'
  | 'vestibule-extensions+jwt';

export type JwsRefusal = 'malformed' | 'altered';

/** Signs a JSON value with ES256 (RFC 7515). */
export async function signJws(type: JwsType, payload: unknown, key: SigningKey, kid: string): Promise<FlattenedJws> {
  const header = toBase64Url(toUtf8(JSON.stringify({ alg: 'ES256', typ: type, kid })));
  const body = toBase64Url(toUtf8(JSON.stringify(payload)));
  const signature = toBase64Url(await key.sign(toUtf8(`${header}.${body}`)));
  return { protected: header, payload: body, signature };
}

/** Checks kind and signature before the payload is even parsed. */
export async function verifyJws(
  type: JwsType,
  jws: FlattenedJws,
  key: PublicJwk,
): Promise<Verified<{ readonly kid: string; readonly payload: unknown }, JwsRefusal>> {
  const header = decodeJson(jws.protected);
  const signature = fromBase64Url(jws.signature);
  if (!isHeaderOf(type, header) || signature === null) return refuse('malformed');
  if (!(await verifySignature(key, signature, toUtf8(`${jws.protected}.${jws.payload}`)))) return refuse('altered');
  const payload = decodeJson(jws.payload);
  return payload === undefined ? refuse('malformed') : accept({ kid: header.kid, payload });
}

/** Writes a JWS as one text (RFC 7515, 7.1). */
export function toCompact(jws: FlattenedJws): string {
  return `${jws.protected}.${jws.payload}.${jws.signature}`;
}

/** @returns null when the text has not exactly three parts */
export function fromCompact(text: string): FlattenedJws | null {
  const [header, payload, signature, ...more] = text.split('.');
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) return null;
  return { protected: header, payload, signature };
}

function decodeJson(part: string): unknown {
  const bytes = fromBase64Url(part);
  const text = bytes && fromUtf8(bytes);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Exactly the three members that are written here: no `crit`, no key inside, no other algorithm. */
function isHeaderOf(type: JwsType, value: unknown): value is { readonly kid: string } {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 3) return false;
  return (
    'alg' in value &&
    value.alg === 'ES256' &&
    'typ' in value &&
    value.typ === type &&
    'kid' in value &&
    typeof value.kid === 'string'
  );
}
