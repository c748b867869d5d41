/** The states that stand for a whole page, or a form over one: pictures of them are kept in every theme and width. */
export const screens: readonly string[] = [
  'first-steps',
  'waiting',
  'sign-in',
  'people-three',
  'people-add',
  'applications-add',
  'person',
  'computer',
  'gate',
  'policy-changed',
];
