import { expect, test } from 'vitest';
import { signInText } from './person.ts';

const nobody = { login: 'ilse', hasPassword: false, upstream: null, signsInThere: true, secondFactors: [] };

test.each([
  [{}, 'nothing yet; invite them: vestibule person invite ilse'],
  [{ secondFactors: [{ kind: 'totp' }] }, 'nothing yet; invite them: vestibule person invite ilse'],
  [{ secondFactors: [{ kind: 'passkey' }] }, 'a passkey'],
  [{ hasPassword: true }, 'a password'],
  [{ hasPassword: true, secondFactors: [{ kind: 'passkey' }] }, 'a password or a passkey'],
  [{ upstream: 'Alderbrook', secondFactors: [{ kind: 'passkey' }] }, 'the identity provider Alderbrook'],
  [{ upstream: 'Step', signsInThere: false, hasPassword: true }, 'a password'],
])('how someone signs in: %j', (changes, text) => {
  expect(signInText({ ...nobody, ...changes })).toBe(text);
});
