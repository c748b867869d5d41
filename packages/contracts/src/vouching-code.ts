import { UNMISTAKABLE } from './support-code.ts';

const HALF = 4;

/** How many characters a code has: of an alphabet of 32, so 40 bits. */
export const VOUCHING_CODE_LENGTH = 2 * HALF;

/** How long a code may be entered on a computer that is known. */
export const VOUCHING_CODE_LIFE_MS = 600_000;

/** Builds a code from as many random numbers as it has characters. */
export function vouchingCodeOf(numbers: readonly number[]): string {
  const characters = numbers.map((number) => UNMISTAKABLE[number % UNMISTAKABLE.length]);
  return `${characters.slice(0, HALF).join('')}-${characters.slice(HALF).join('')}`;
}

/** Reads what a person typed: any case, with or without what stands between. @returns null when it cannot be a code */
export function readVouchingCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Dash_Punctuation}]/gu, '');
  const isCode =
    letters.length === VOUCHING_CODE_LENGTH && letters.split('').every((letter) => UNMISTAKABLE.includes(letter));
  return isCode ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : null;
}
