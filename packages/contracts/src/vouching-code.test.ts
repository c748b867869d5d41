import { describe, expect, test } from 'vitest';
import { vouchingCodeSchema } from './calls/vouching.ts';
import { readVouchingCode, VOUCHING_CODE_LENGTH, vouchingCodeOf } from './vouching-code.ts';

describe('the code of a computer that waits', () => {
  test('has 40 bits, and no character that is taken for another', () => {
    const all = Array.from({ length: 32 }, (_, number) => vouchingCodeOf([number, 0, 0, 0, 0, 0, 0, 0])[0]);
    expect(new Set(all).size ** VOUCHING_CODE_LENGTH).toBe(2 ** 40);
    expect(all.join('')).not.toMatch(/[01IO]/);
    expect(vouchingCodeSchema.parse(vouchingCodeOf([0, 1, 2, 3, 4, 5, 6, 31]))).toBe('2345-678Z');
  });

  test.each(['k7qm-4x9p', 'K7QM4X9P', ' k7qm 4x9p ', 'K7QM–4X9P', 'K7QM - 4X9P'])('is read as typed: %s', (typed) => {
    expect(readVouchingCode(typed)).toBe('K7QM-4X9P');
  });

  test.each(['', 'K7QM', 'K7QM-4X9', 'K7QM-4X9PA', 'K0QM-4X9P', 'KIQM-4X9P', 'ключ-4X9P'])('is none: "%s"', (typed) => {
    expect(readVouchingCode(typed)).toBeNull();
    expect(vouchingCodeSchema.safeParse(typed).success).toBe(false);
  });
});
