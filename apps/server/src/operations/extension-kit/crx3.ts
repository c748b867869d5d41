import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

/**
 * Packs a zip as CRX3, the form in which Chromium takes extensions from elsewhere than a store: a head with the signature,
 * then the zip as it is. The head is a small protocol buffer (crx3.proto of Chromium).
 * @param key RSA; its public half makes the extension's id
 */
export function packCrx3(zip: Uint8Array, key: KeyObject): Buffer {
  const publicKey = publicKeyBytes(key);
  const signedData = field(1, rawId(publicKey));
  const signature = sign(
    'sha256',
    Buffer.concat([Buffer.from('CRX3 SignedData\0'), littleEndian(signedData.length), signedData, zip]),
    key,
  );
  const proof = Buffer.concat([field(1, publicKey), field(2, signature)]);
  const header = Buffer.concat([field(SHA256_WITH_RSA, proof), field(SIGNED_HEADER_DATA, signedData)]);
  return Buffer.concat([Buffer.from('Cr24'), littleEndian(3), littleEndian(header.length), header, zip]);
}

/** The zip in a CRX3, whose signature is not looked at. */
export function zipOfCrx3(crx: Buffer): Buffer {
  return crx.subarray(12 + crx.readUInt32LE(8));
}

const SHA256_WITH_RSA = 2;
const SIGNED_HEADER_DATA = 10_000;

/** First 32 hex digits of the SHA-256 of the public key, written with the letters a to p. */
export function chromiumIdOf(key: KeyObject): string {
  const digits = rawId(publicKeyBytes(key)).toString('hex');
  return digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/** The public half (SubjectPublicKeyInfo, DER), as the manifest of an unpacked extension and the head of a CRX name it. */
export function publicKeyBytes(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function rawId(publicKey: Buffer): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, 16);
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A field of bytes: its number and kind, their length, themselves. */
function field(number: number, content: Uint8Array): Buffer {
  const LENGTH_DELIMITED = 2;
  return Buffer.concat([varint(number * 8 + LENGTH_DELIMITED), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}
