import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openChunk, sealChunk } from './chunks.ts';

const backup = { header: randomBytes(78), chunkKey: randomBytes(32) };
const plain = Buffer.from('a chunk');

describe('a sealed chunk', () => {
  test('opens where it was sealed', () => {
    for (const [number, isLast] of [
      [0, false],
      [0, true],
      [2 ** 40, false],
    ] as const) {
      expect(openChunk(backup, number, isLast, sealChunk(backup, number, isLast, plain))).toEqual(plain);
    }
    expect(openChunk(backup, 0, true, sealChunk(backup, 0, true, Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  test.each([
    ['at another place', backup, 4, false],
    ['at a place so far away that a shorter counter would begin again', backup, 3 + 2 ** 32, false],
    ['as the last one, which it was not', backup, 3, true],
    ['under another header', { ...backup, header: randomBytes(78) }, 3, false],
    ['with another key', { ...backup, chunkKey: randomBytes(32) }, 3, false],
  ])('does not open %s', (_, where, number, isLast) => {
    const sealed = sealChunk(backup, 3, false, plain);
    expect(() => openChunk(where, number, isLast, sealed)).toThrow('cut short or changed');
  });

  test('that was the last does not open as one that is followed by more', () => {
    expect(() => openChunk(backup, 3, false, sealChunk(backup, 3, true, plain))).toThrow('cut short or changed');
  });

  test('shows nothing of what is in it, and the same text looks different in each place', () => {
    const first = sealChunk(backup, 0, false, plain);
    expect(first.includes(plain)).toBe(false);
    expect(first.equals(sealChunk(backup, 1, false, plain))).toBe(false);
  });
});
