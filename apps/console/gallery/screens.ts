/** The states that stand for a whole page: pictures of them are kept in every theme and width. */
export const screens: readonly string[] = [
  'first-steps',
  'waiting',
  'sign-in',
  'people-three',
  'person',
  'computer',
  'gate',
  'policy-changed',
];
