import { expect, test } from 'vitest';
import { addressOf } from './go-to.ts';

test.each([
  ['/download', '/device-check/', '/device-check/download'],
  ['/download', '/device-check/support', '/device-check/download'],
  ['/download', '/device-check/v2', '/device-check/v2/download'],
  ['/download', '/device-check/v2/support', '/device-check/v2/download'],
  ['/', '/device-check/support', '/device-check/'],
  ['/', '/device-check/v2/support', '/device-check/v2'],
  ['/status', '/device-check/v2', '/device-check/v2/status'],
  ['/v2', '/device-check/download', '/device-check/v2'],
  ['/v2/session-expired', '/device-check/status', '/device-check/v2/session-expired'],
  ['/v2', '/device-check/v2/download', '/device-check/v2'],
  ['/v2x', '/device-check/v2', '/device-check/v2/v2x'],
])('[S1.031, S2.003] %s from %s leads to %s', (path, from, address) => {
  expect(addressOf(path, from)).toBe(address);
});
