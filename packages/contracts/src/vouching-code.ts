import * as z from 'zod/mini';
import { UNMISTAKABLE } from './support-code.ts';

const HALF = 4;

/** How many characters a code has: of an alphabet of 32, so 40 bits. */
export const VOUCHING_CODE_LENGTH = 2 * HALF;

/** The code that a computer shows which is not registered yet: four and four characters. */
export const vouchingCodeSchema = z.string().check(z.regex(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/));

/** Builds a code from as many random numbers as it has characters. */
export function vouchingCodeOf(numbers: readonly number[]): string {
  const characters = numbers.map((number) => UNMISTAKABLE[number % UNMISTAKABLE.length]);
  return `${characters.slice(0, HALF).join('')}-${characters.slice(HALF).join('')}`;
}

/** Reads what a person typed: any case, with or without what stands between. @returns null when it cannot be a code */
export function readVouchingCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Dash_Punctuation}]/gu, '');
  const code = `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
  return vouchingCodeSchema.safeParse(code).success ? code : null;
}
