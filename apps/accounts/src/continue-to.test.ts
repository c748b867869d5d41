import { expect, it } from 'vitest';
import { safeTarget } from './continue-to.ts';

const ORIGIN = 'https://work.example';

it.each([
  ['/device-check/?login=1', '/device-check/?login=1'],
  ['/online/session-status', '/online/session-status'],
  ['https://evil.example/', null],
  ['https://work.example/device-check/', null],
  ['//evil.example/', null],
  ['/\\evil.example/', null],
  ['/\t/evil.example/', null],
  ['javascript:alert(1)', null],
  ['', null],
])('%j becomes %j', (target, expected) => {
  expect(safeTarget(target, ORIGIN)).toBe(expected);
});
