import { expect, it } from 'vitest';
import { safeTarget, webAddress } from './continue-to.ts';

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

it.each([
  ['https://mail.example/start', 'https://mail.example/start'],
  ['http://127.0.0.1:8081/start', 'http://127.0.0.1:8081/start'],
  ['javascript:alert(1)', null],
  ['data:text/html,a', null],
  ['start', null],
])('an application at %j is opened at %j', (address, expected) => {
  expect(webAddress(address)).toBe(expected);
});
