import { expect, test } from 'vitest';
import { PAGES } from '../navigation.ts';
import { meaningOf, PAGE_KEYS, type Pressed } from './keys.ts';

const plain: Pressed = {
  key: '',
  hasModifier: false,
  isAlt: false,
  isTyping: false,
  isAfterG: false,
  areSingleOn: true,
};

test.each([
  [{ key: 'k', hasModifier: true }, { kind: 'search' }],
  [{ key: 'K', hasModifier: true, isTyping: true, areSingleOn: false }, { kind: 'search' }],
  [{ key: 'k', hasModifier: true, isAlt: true }, null],
  [{ key: 'g', hasModifier: true }, null],
  [{ key: 'k' }, null],
  [{ key: '/' }, { kind: 'here' }],
  [{ key: '?' }, { kind: 'keys' }],
  [{ key: 'g' }, { kind: 'wait' }],
  [
    { key: 'g', isAfterG: true },
    { kind: 'page', page: 'gate' },
  ],
  [
    { key: 'w', isAfterG: true },
    { kind: 'page', page: 'waiting' },
  ],
  [{ key: 'x', isAfterG: true }, null],
  [{ key: '?', isTyping: true }, null],
  [{ key: 'w', isAfterG: true, isTyping: true }, null],
  [{ key: '/', areSingleOn: false }, null],
  [{ key: '/', isAlt: true }, null],
] as const)('%j asks for %j', (pressed, meant) => {
  expect(meaningOf({ ...plain, ...pressed })).toEqual(meant);
});

test('each page has a letter of its own', () => {
  expect(new Set(PAGES.map((page) => PAGE_KEYS[page])).size).toBe(PAGES.length);
});
