/** The few forms of DER (X.690) that a self-signed certificate needs. Each function returns one complete value. */

function value(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = integerBytes(BigInt(length));
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

function integerBytes(number: bigint): Buffer {
  const digits = number.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

export function sequence(...members: readonly Uint8Array[]): Buffer {
  return value(0x30, Buffer.concat(members));
}

export function set(...members: readonly Uint8Array[]): Buffer {
  return value(0x31, Buffer.concat(members));
}

/** A non-negative integer. A leading zero keeps the highest bit from meaning "negative". */
export function integer(number: bigint): Buffer {
  const bytes = integerBytes(number);
  return value(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(toBase128)]));
}

function toBase128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let left = number >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
}

export function utf8String(text: string): Buffer {
  return value(0x0c, Buffer.from(text, 'utf8'));
}

/** A time to the second; until 2049 with two digits for the year, as RFC 5280 demands. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return date.getUTCFullYear() < 2050 ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits));
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return value(0x03, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

export function octetString(bytes: Uint8Array): Buffer {
  return value(0x04, bytes);
}

export const TRUE = value(0x01, Buffer.from([0xff]));
export const NULL = value(0x05, Buffer.alloc(0));

/** A context-specific, constructed tag around a value. */
export function explicit(tag: number, content: Uint8Array): Buffer {
  return value(0xa0 | tag, content);
}
