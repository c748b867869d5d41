import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it('ends what a name does to the direction of a sentence, also where the name tries to end that itself', () => {
  expect(isolated('Ilse Brandt')).toBe('Ilse Brandt');
  expect(isolated('a\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  expect(isolated('a\u2069\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  expect(isolated('דנה')).toBe('\u2068דנה\u2069');
});
