import { describe, expect, it } from 'vitest';
import {
  authnContextClassOf,
  provenSignInMethod,
  type RequestedAuthnContext,
  type SignInMethod,
  satisfiesAuthnContext,
} from './authn-context.ts';

const PASSWORD = authnContextClassOf('password');
const CODE = authnContextClassOf('one-time-code');
const MFA = 'https://refeds.org/profile/mfa';

describe('satisfiesAuthnContext', () => {
  it.each<[SignInMethod, RequestedAuthnContext['comparison'], string[], boolean]>([
    ['password', 'exact', [PASSWORD], true],
    ['password', 'exact', [CODE, PASSWORD], true],
    ['password', 'exact', [CODE], false],
    ['one-time-code', 'exact', [PASSWORD], true],
    ['password+device', 'exact', [PASSWORD], true],
    ['passkey', 'exact', [PASSWORD], false],
    ['upstream', 'exact', [PASSWORD], true],
    ['password+passkey', 'exact', [PASSWORD], true],
    ['upstream+second-factor', 'exact', [PASSWORD], true],
    ['one-time-code', 'minimum', [PASSWORD], true],
    ['password', 'minimum', [CODE], false],
    ['one-time-code', 'minimum', [PASSWORD, MFA], true],
    ['one-time-code', 'maximum', [PASSWORD, MFA], true],
    ['password', 'maximum', [PASSWORD], true],
    ['passkey', 'better', [PASSWORD, CODE], true],
    ['one-time-code', 'better', [PASSWORD, CODE], true],
    ['password', 'maximum', [CODE], true],
    ['passkey', 'maximum', [CODE], false],
    ['passkey', 'minimum', ['urn:unknown'], false],
    ['passkey', 'better', [PASSWORD, 'urn:unknown'], false],
  ])('%s against %s %j is %s', (method, comparison, classes, expected) => {
    expect(satisfiesAuthnContext({ comparison, classes }, method)).toBe(expected);
  });

  it('states the class that was asked for where it was proven, and else its own', () => {
    const exactly = (...classes: string[]) => ({ comparison: 'exact', classes }) as const;
    expect(authnContextClassOf('one-time-code', null, exactly('urn:x', PASSWORD))).toBe(PASSWORD);
    expect(authnContextClassOf('one-time-code', null, exactly(PASSWORD, CODE))).toBe(CODE);
    expect(authnContextClassOf('one-time-code', null, { comparison: 'minimum', classes: [PASSWORD] })).toBe(CODE);
    expect(authnContextClassOf('password', null, exactly(CODE))).toBe(PASSWORD);
  });

  it.each<[SignInMethod, boolean]>([
    ['password+device', true],
    ['passkey', true],
    ['upstream+second-factor', true],
    ['one-time-code', true],
    ['upstream+one-time-code', true],
    ['upstream', false],
    ['password', false],
  ])('knows that two factors are asked for: %s is %s', (method, expected) => {
    for (const comparison of ['exact', 'minimum'] as const) {
      expect(satisfiesAuthnContext({ comparison, classes: ['https://refeds.org/profile/mfa'] }, method)).toBe(expected);
    }
  });

  it('does not count a device that proved nothing', () => {
    expect(provenSignInMethod('password+device', 'hardware-key')).toBe('password+device');
    expect(provenSignInMethod('password+device', 'software-key')).toBe('password+device');
    expect(provenSignInMethod('password+device', 'none')).toBe('password');
    expect(provenSignInMethod('passkey', 'none')).toBe('passkey');
  });

  describe('what another identity provider said of its sign-in', () => {
    const SMARTCARD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard';

    it('is passed on, and satisfies who asks for exactly that', () => {
      expect(authnContextClassOf('upstream', SMARTCARD)).toBe(SMARTCARD);
      const longest = `urn:${'x'.repeat(251)}`;
      for (const level of ['https://login.example/strong', 'http://login.example/strong', longest]) {
        expect(authnContextClassOf('upstream', level)).toBe(level);
      }
      const exact = { comparison: 'exact', classes: [SMARTCARD] } as const;
      expect(satisfiesAuthnContext(exact, 'upstream', SMARTCARD)).toBe(true);
      expect(satisfiesAuthnContext(exact, 'upstream')).toBe(false);
      expect(satisfiesAuthnContext({ comparison: 'minimum', classes: [PASSWORD] }, 'upstream', PASSWORD)).toBe(true);
    });

    it.each([CODE, 'https://refeds.org/profile/mfa'])('is no second factor by its own word: %s', (level) => {
      expect(authnContextClassOf('upstream', level)).toBe(authnContextClassOf('upstream'));
      expect(satisfiesAuthnContext({ comparison: 'exact', classes: [level] }, 'upstream', level)).toBe(false);
    });

    it.each(['1', 'a b', 'javascript:1', 'urn:', 'xurn:a', `urn:${'x'.repeat(252)}`, 'urn:a\n'])(
      'is left out when it is %j',
      (level) => {
        expect(authnContextClassOf('upstream', level)).toBe(authnContextClassOf('upstream'));
      },
    );

    it.each<SignInMethod>(['password', 'passkey', 'upstream+second-factor'])('changes nothing for %s', (method) => {
      expect(authnContextClassOf(method, SMARTCARD)).toBe(authnContextClassOf(method));
    });

    it('has no place in our order, so it is neither maximum nor better', () => {
      for (const comparison of ['minimum', 'maximum', 'better'] as const) {
        expect(satisfiesAuthnContext({ comparison, classes: [PASSWORD] }, 'upstream', SMARTCARD)).toBe(false);
      }
    });
  });

  it('is met by anything when nothing is asked for', () => {
    expect(satisfiesAuthnContext(null, 'upstream')).toBe(true);
  });
});
