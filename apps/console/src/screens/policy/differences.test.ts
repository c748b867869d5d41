import { describe, expect, it } from 'vitest';
import { differenceOf, mergeInto } from './differences.ts';

const BASE = 'a\nb\nc\nd\ne\n';

describe('the difference of two texts', () => {
  it('is line by line, with two lines around', () => {
    const [lines = []] = differenceOf(BASE, BASE.replace('d', 'D'));
    expect(lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same b',
      'same c',
      'removed d',
      'added D',
      'same e',
    ]);
    expect(differenceOf(BASE, BASE)).toEqual([]);
  });
});

describe('what two people made of one text', () => {
  it.each([
    ['lines side by side', BASE.replace('b', 'B'), BASE.replace('c', 'C'), 'a\nB\nC\nd\ne\n'],
    ['lines far apart', BASE.replace('a', 'A'), BASE.replace('e', 'E'), 'A\nb\nc\nd\nE\n'],
    ['a line put in and one taken out', 'a\nx\nb\nc\nd\ne\n', 'a\nb\nc\ne\n', 'a\nx\nb\nc\ne\n'],
    ['the same line in the same way', BASE.replace('c', 'C'), BASE.replace('c', 'C'), 'a\nb\nC\nd\ne\n'],
    ['the same and one more', 'A\nb\nC\nd\ne\n', BASE.replace('c', 'C'), 'A\nb\nC\nd\ne\n'],
    ['nothing, one of them', BASE, BASE.replace('c', 'C'), 'a\nb\nC\nd\ne\n'],
  ])('becomes one again: %s', (_, mine, theirs, merged) => {
    expect(mergeInto(theirs, BASE, mine)).toBe(merged);
    expect(mergeInto(mine, BASE, theirs)).toBe(merged);
  });

  it.each([
    ['the same line, otherwise', BASE.replace('c', 'C'), BASE.replace('c', 'x')],
    ['a line that the other took out', BASE.replace('c', 'C'), 'a\nb\nd\ne\n'],
    ['lines put in at one place', 'a\nx\nb\nc\nd\ne\n', 'a\ny\nb\nc\nd\ne\n'],
  ])('is for a person to decide: %s', (_, mine, theirs) => {
    expect(mergeInto(theirs, BASE, mine)).toBeNull();
    expect(mergeInto(mine, BASE, theirs)).toBeNull();
  });
});
