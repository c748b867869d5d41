/** Numbers and sized buffers as a TPM wants them: big-endian, one after the other (TPM 2.0 Library, part 2). */
export function writeOctets(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const written = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    written.set(part, at);
    at += part.length;
  }
  return written;
}

/** Two octets. */
export function uint16(value: number): Uint8Array {
  return Uint8Array.of((value >>> 8) & 0xff, value & 0xff);
}

/** Four octets. */
export function uint32(value: number): Uint8Array {
  return Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

/** A buffer behind its length of two octets (TPM2B). */
export function sized(...parts: readonly Uint8Array[]): Uint8Array {
  const content = writeOctets(...parts);
  return writeOctets(uint16(content.length), content);
}

/** Reads what a TPM wrote. Every method throws a RangeError where the octets end too early. */
export class OctetReader {
  #rest: Uint8Array;

  constructor(octets: Uint8Array) {
    this.#rest = octets;
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    if (length > this.#rest.length) throw new RangeError('The octets end too early.');
    const taken = this.#rest.slice(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  uint16(): number {
    const [high = 0, low = 0] = this.take(2);
    return high * 256 + low;
  }

  uint32(): number {
    return this.uint16() * 65_536 + this.uint16();
  }

  /** The content of a TPM2B, without its length. */
  sized(): Uint8Array<ArrayBuffer> {
    return this.take(this.uint16());
  }
}
