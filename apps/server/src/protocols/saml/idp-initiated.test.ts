import { describe, expect, it } from 'vitest';
import { checkIdpInitiated } from './idp-initiated.ts';
import { ACS_URL, serviceProvider } from './testing/fixtures.ts';

const relayStates = ['https://mail.example/inbox', '/calendar?view=week'];
const record = serviceProvider({ allowsIdpInitiated: true, relayStates });

describe('a sign-in that no request began', () => {
  it('is not allowed unless the record says so', () => {
    expect(checkIdpInitiated(serviceProvider({ relayStates }), null)).toMatchObject({
      ok: false,
      code: 'saml_request_not_supported',
    });
  });

  it('goes to the default address, with a registered RelayState or none', () => {
    expect(checkIdpInitiated(record, null)).toEqual({ ok: true, acsUrl: ACS_URL, relayState: null });
    for (const relayState of relayStates) {
      expect(checkIdpInitiated(record, relayState)).toEqual({ ok: true, acsUrl: ACS_URL, relayState });
    }
  });

  it.each([
    ['nothing', ''],
    ['another page', 'https://evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['more behind it', 'https://mail.example/inbox/../evil'],
    ['a host that begins the same', 'https://mail.example.evil.example/inbox'],
    ['capital letters', 'HTTPS://mail.example/inbox'],
    ['a blank behind', '/calendar?view=week '],
    ['percent signs', '/calendar%3Fview=week'],
    ['a part of it', '/calendar'],
  ])('is refused with a RelayState that is not exactly registered: %s', (_name, relayState) => {
    expect(checkIdpInitiated(record, relayState).ok).toBe(false);
    expect(checkIdpInitiated(serviceProvider({ allowsIdpInitiated: true }), relayState).ok).toBe(false);
  });
});
