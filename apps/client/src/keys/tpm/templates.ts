import type { PublicJwk } from '@vestibule/contracts';
import { type Bytes, fromBase64Url, toBase64Url } from '@vestibule/device-keys';
import { OctetReader, sized, uint16, uint32, writeOctets } from './octets.ts';
import { TpmFailure } from './tpm-failure.ts';

/** Algorithms and curves (TPM 2.0 Library, part 2, 6.3 and 6.4). */
export const ALGORITHM = { aes: 0x06, sha256: 0x0b, nothing: 0x10, ecdsa: 0x18, ecdh: 0x19, ecc: 0x23, cfb: 0x43 };
const P256 = 0x03;
const COORDINATE_LENGTH = 32;

/** Attributes of objects (part 2, 8.3). */
const FIXED_TPM = 1 << 1;
const FIXED_PARENT = 1 << 4;
const MADE_INSIDE = 1 << 5;
const USED_BY_PASSWORD = 1 << 6;
const NO_LOCKOUT = 1 << 10;
const RESTRICTED = 1 << 16;
const DECRYPTS = 1 << 17;
const SIGNS = 1 << 18;
/** Made in this TPM, and never to leave it or its parent; the password is empty, so a lockout would protect nothing. */
const STAYS_INSIDE = FIXED_TPM | FIXED_PARENT | MADE_INSIDE | USED_BY_PASSWORD | NO_LOCKOUT;

const NOTHING = uint16(ALGORITHM.nothing);
const EMPTY = sized();

function template(attributes: number, symmetric: Uint8Array, scheme: Uint8Array): Uint8Array {
  return writeOctets(
    ...[uint16(ALGORITHM.ecc), uint16(ALGORITHM.sha256), uint32(attributes), EMPTY],
    ...[symmetric, scheme, uint16(P256), NOTHING],
    ...[EMPTY, EMPTY],
  );
}

/** The storage key under which both keys lie: the same each time it is made, until the TPM is cleared. */
export const PARENT_TEMPLATE = template(
  STAYS_INSIDE | RESTRICTED | DECRYPTS,
  writeOctets(uint16(ALGORITHM.aes), uint16(128), uint16(ALGORITHM.cfb)),
  NOTHING,
);

/** ECDSA over SHA-256 on P-256. */
export const SIGNING_TEMPLATE = template(
  STAYS_INSIDE | SIGNS,
  NOTHING,
  writeOctets(uint16(ALGORITHM.ecdsa), uint16(ALGORITHM.sha256)),
);

/** Diffie-Hellman on P-256. */
export const AGREEMENT_TEMPLATE = template(
  STAYS_INSIDE | DECRYPTS,
  NOTHING,
  writeOctets(uint16(ALGORITHM.ecdh), uint16(ALGORITHM.sha256)),
);

/**
 * Takes the public key out of the public area of a stored key.
 * @param expected what the key was made after: nothing else is taken for it
 * @throws TpmFailure when it is another kind of key
 */
export function publicKeyOf(publicArea: Uint8Array, expected: Uint8Array): PublicJwk {
  const beforePoint = expected.subarray(0, expected.length - 4);
  try {
    const reader = new OctetReader(publicArea);
    const isSame = Buffer.compare(reader.take(beforePoint.length), beforePoint) === 0;
    if (isSame) return { kty: 'EC', crv: 'P-256', x: coordinate(reader.sized()), y: coordinate(reader.sized()) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new TpmFailure('foreign', 'What was stored of the keys is not what a TPM makes.');
}

/** A point of the curve as a TPM takes it. */
export function pointOf({ x, y }: PublicJwk): Uint8Array {
  return sized(sized(fromBase64Url(x) ?? new Uint8Array()), sized(fromBase64Url(y) ?? new Uint8Array()));
}

/** A number of the curve, in its full length: a TPM may leave zeros away. */
export function inFullLength(number: Uint8Array): Bytes {
  if (number.length > COORDINATE_LENGTH) throw new RangeError('The number is too long for the curve.');
  const full = new Uint8Array(COORDINATE_LENGTH);
  full.set(number, COORDINATE_LENGTH - number.length);
  return full;
}

function coordinate(number: Uint8Array): string {
  return toBase64Url(inFullLength(number));
}
