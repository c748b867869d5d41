import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openingAddress } from './opening-address.ts';

const PORTAL = 'https://gate.example.com';
const TOKEN = 'a-_Z0'.repeat(8) + 'abc';

describe('the address that a browser is started with', () => {
  test('is the person’s page, and with a web token the page that spends it, with the token in the fragment', () => {
    expect(openingAddress(PORTAL, null)).toBe(`${PORTAL}/online/session-status`);
    expect(openingAddress(PORTAL, TOKEN)).toBe(`${PORTAL}/online/open#${TOKEN}`);
    expect(openingAddress('http://localhost:4000', null)).toBe('http://localhost:4000/online/session-status');
  });

  test.each([
    'http://gate.example.com',
    'https://gate.example.com/elsewhere',
    'https://nadia@gate.example.com',
    'https://gate.example.com --user-data-dir=/tmp',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '--app=https://evil.example',
    '-select:secure-browser',
    '',
  ])('is none for %s', (portal) => {
    expect(openingAddress(portal, null)).toBeNull();
    expect(openingAddress(portal, TOKEN)).toBeNull();
  });

  test('holds nothing of a token that is no token: whatever is said, it stays one address of the portal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (token) => {
        const address = openingAddress(PORTAL, token);
        expect(address).toMatch(/^https:\/\/gate\.example\.com\/online\/(?:session-status|open#[\w-]{43})$/);
      }),
    );
  });
});
