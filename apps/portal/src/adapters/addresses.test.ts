import { expect, test } from 'vitest';
import { isWebAddress } from './addresses.ts';

test.each([
  ['https://downloads.example/a.msi?x=1', true],
  ['http://localhost:4000/a', true],
  ['javascript:alert(1)', false],
  ['data:text/html,a', false],
  ['/a', false],
  ['', false],
])('%j as an address of the web: %s', (address, expected) => {
  expect(isWebAddress(address)).toBe(expected);
});
