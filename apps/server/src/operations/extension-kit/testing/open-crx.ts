import { createHash, createPublicKey, verify } from 'node:crypto';

/** What is in a CRX3, read by the format's description and not by the code that writes it. */
export interface OpenedCrx {
  readonly id: string;
  readonly isSignatureRight: boolean;
  readonly zip: Buffer;
}

export function openCrx(crx: Buffer): OpenedCrx {
  if (crx.toString('latin1', 0, 4) !== 'Cr24' || crx.readUInt32LE(4) !== 3) throw new Error('This is no CRX3.');
  const end = 12 + crx.readUInt32LE(8);
  const header = readFields(crx.subarray(12, end));
  const zip = crx.subarray(end);
  const signedData = only(header, 10_000);
  const proof = readFields(only(header, 2));
  const publicKey = only(proof, 1);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signedData.length);
  const signed = Buffer.concat([Buffer.from('CRX3 SignedData\0'), length, signedData, zip]);
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  const rawId = only(readFields(signedData), 1);
  const ofKey = createHash('sha256').update(publicKey).digest().subarray(0, 16);
  return {
    id: [...rawId].map((byte) => letter(byte >> 4) + letter(byte & 15)).join(''),
    isSignatureRight: rawId.equals(ofKey) && verify('sha256', signed, key, only(proof, 2)),
    zip,
  };
}

const letter = (digit: number) => 'abcdefghijklmnop'.charAt(digit);

function only(fields: ReadonlyMap<number, Buffer>, number: number): Buffer {
  const found = fields.get(number);
  if (found === undefined) throw new Error(`There is no field ${number}.`);
  return found;
}

/** The fields of a protocol buffer, all of them bytes. */
function readFields(bytes: Buffer): ReadonlyMap<number, Buffer> {
  const fields = new Map<number, Buffer>();
  let at = 0;
  const varint = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    if (tag % 8 !== 2) throw new Error('This field holds no bytes.');
    const length = varint();
    fields.set(Math.floor(tag / 8), bytes.subarray(at, at + length));
    at += length;
  }
  return fields;
}
