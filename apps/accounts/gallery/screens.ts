/** The states that stand for a whole screen: pictures of them are kept in every theme and width. */
export const screens: readonly string[] = [
  'sign-in',
  'sign-in-wrong',
  'second-factor-passkey',
  'second-factor-totp',
  'enroll-authenticator',
  'enroll-codes',
  'status',
  'status-remove',
  'password',
  'signup',
  'signup-agreement',
  'in-progress',
  'sign-in-company',
];
