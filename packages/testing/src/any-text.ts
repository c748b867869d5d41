import fc from 'fast-check';

const FIRST_SURROGATE = 0xd8_00;
const SURROGATES = 0x8_00;
const LAST = 0x10_ff_ff;

function characterAt(index: number): string {
  return String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);
}

function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || character !== String.fromCodePoint(code)) throw new TypeError('No single character.');
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}

const character = fc.nat(LAST - SURROGATES).map(characterAt, indexOf);

/**
 * Text of whatever characters Unicode has room for. As fast-check's own unit 'binary', which for each use makes a list of a
 * million of them first: half a second, and there are dozens of uses.
 */
export function anyText(constraints: fc.StringConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
