import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies AWS Signature Version 4 as its documentation describes the algorithm. It is for tests: it shares no code with
 * the product, which signs by a library, and is itself tested against the examples that AWS publishes.
 */
export interface SignedRequest {
  readonly method: string;
  /** As it came over the wire: path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Credentials {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

/** The error code an S3 store answers with, or null when the request is signed and in time. */
export type SignatureProblem =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch';

const SKEW_MS = 900_000;

export function findSignatureProblem(
  request: SignedRequest,
  credentials: Credentials,
  now: Date,
): SignatureProblem | null {
  const [path = '', query = ''] = request.target.split('?');
  const parameters = parseQuery(query);
  const claim = readClaim(request.headers['authorization'], parameters);
  if (claim === null) return 'AccessDenied';
  const moment = claim.isPresigned ? parameters.get('X-Amz-Date') : request.headers['x-amz-date'];
  const issued = parseMoment(moment ?? '');
  const [keyId, day, region, service, end] = claim.credential.split('/');
  if (keyId !== credentials.keyId) return 'InvalidAccessKeyId';
  if (region !== credentials.region || service !== 's3' || end !== 'aws4_request')
    return 'AuthorizationHeaderMalformed';
  if (Number.isNaN(issued) || moment?.startsWith(day ?? '') !== true) return 'AccessDenied';

  const age = now.getTime() - issued;
  const lifeMs = Number(parameters.get('X-Amz-Expires')) * 1000;
  if (claim.isPresigned && !(age <= lifeMs && age >= -SKEW_MS)) return 'AccessDenied';
  if (!claim.isPresigned && Math.abs(age) > SKEW_MS) return 'RequestTimeTooSkewed';

  const digest = request.headers['x-amz-content-sha256'];
  if (!claim.isPresigned && digest === undefined) return 'AccessDenied';
  if (digest !== undefined && digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(request.body)) {
    return 'XAmzContentSHA256Mismatch';
  }
  // Headers that S3 would obey have to be signed, else someone on the way could add them.
  const mustBeSigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-') || name === 'host');
  if (mustBeSigned.some((name) => !claim.signedHeaders.includes(name))) return 'AccessDenied';

  parameters.delete('X-Amz-Signature');
  const canonical = [
    request.method,
    encode(decodeURIComponent(path)).replaceAll('%2F', '/'),
    [...parameters]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...claim.signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    claim.signedHeaders.join(';'),
    digest ?? 'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = [day, region, service, end].join('/');
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const key = [day ?? '', region, service, end].reduce<Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    Buffer.from(`AWS4${credentials.secret}`),
  );
  const wanted = createHmac('sha256', key).update(toSign).digest();
  const given = Buffer.from(claim.signature, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? null : 'SignatureDoesNotMatch';
}

interface Claim {
  readonly isPresigned: boolean;
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

function readClaim(header: string | undefined, parameters: ReadonlyMap<string, string>): Claim | null {
  if (header !== undefined) {
    const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
    const [, credential, signedHeaders, signature] = parts ?? [];
    if (credential === undefined || signedHeaders === undefined || signature === undefined) return null;
    return { isPresigned: false, credential, signedHeaders: signedHeaders.split(';'), signature };
  }
  const [algorithm, credential, signedHeaders, signature, expires] = [
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
    'X-Amz-Expires',
  ].map((name) => parameters.get(name));
  if (algorithm !== 'AWS4-HMAC-SHA256' || expires === undefined) return null;
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return null;
  return { isPresigned: true, credential, signedHeaders: signedHeaders.split(';'), signature };
}

function parseQuery(query: string): Map<string, string> {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
      return [name, value];
    }),
  );
}

function parseMoment(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
