// @vitest-environment jsdom
import { supportCodeSchema } from '@vestibule/contracts';
import { beforeEach, expect, test } from 'vitest';
import { createMemory } from './memory.ts';
import { holdTabCode } from './tab-code.ts';

beforeEach(() => sessionStorage.clear());

test('a tab has a code from the start, and the same one in the next page', () => {
  const code = holdTabCode(createMemory());
  expect(supportCodeSchema.safeParse(code).success).toBe(true);
  expect(holdTabCode(createMemory())).toBe(code);
});

test('junk in its place is no code: it goes into a header', () => {
  sessionStorage.setItem('wp-tab-code', 'X\r\nCookie: a=b');
  expect(supportCodeSchema.safeParse(holdTabCode(createMemory())).success).toBe(true);
});

test('a browser that keeps nothing has one for the page', () => {
  const forgetful = { read: () => null, write: () => undefined };
  expect(supportCodeSchema.safeParse(holdTabCode(forgetful)).success).toBe(true);
});
