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

describe('satisfiesAuthnContext', () => {
  it.each<[SignInMethod, RequestedAuthnContext['comparison'], string[], boolean]>([
    ['password', 'exact', [PASSWORD], true],
    ['password', 'exact', [CODE, PASSWORD], true],
    ['password', 'exact', [CODE], false],
    ['one-time-code', 'exact', [PASSWORD], false],
    ['one-time-code', 'minimum', [PASSWORD], true],
    ['password', 'minimum', [CODE], false],
    ['passkey', 'better', [PASSWORD, CODE], true],
    ['one-time-code', 'better', [PASSWORD, CODE], false],
    ['password', 'maximum', [CODE], true],
    ['passkey', 'maximum', [CODE], false],
    ['passkey', 'minimum', ['urn:unknown'], false],
    ['passkey', 'better', [PASSWORD, 'urn:unknown'], false],
  ])('%s against %s %j is %s', (method, comparison, classes, expected) => {
    expect(satisfiesAuthnContext({ comparison, classes }, method)).toBe(expected);
  });

  it.each<[SignInMethod, boolean]>([
    ['password+device', true],
    ['passkey', true],
    ['one-time-code', false],
    ['upstream', false],
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

  it('is met by anything when nothing is asked for', () => {
    expect(satisfiesAuthnContext(null, 'upstream')).toBe(true);
  });
});
