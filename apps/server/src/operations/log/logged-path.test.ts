import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.ts';

test.each([
  ['/api/device-compliance/v1/device-account/1174.3q2-7wAb', '/api/device-compliance/v1/device-account/…'],
  [
    '/api/device-compliance/v1/device-account/1174.3q2-7wAb/more?again=1174.3q2',
    '/api/device-compliance/v1/device-account/…',
  ],
  ['/upload/secret', '/upload/…'],
  ['/device-check/?login=handle', '/device-check/'],
  ['/saml/sso', '/saml/sso'],
  [`/${'x'.repeat(16_000)}`, `/${'x'.repeat(511)}…`],
])('of %s a log has %s', (address, path) => {
  expect(loggedPath(address)).toBe(path);
});
