/**
 * The people of the trial. Their passwords are printed at every start: the trial listens on this computer only. Their ids are
 * the same everywhere, so that they are found under another login as well.
 */
export const DEMO_PEOPLE = [
  {
    id: 'a1de7b01-0000-4000-8000-000000000001',
    login: 'nadia',
    displayName: 'Nadia Keller',
    password: 'doorway-2026',
  },
  {
    id: 'a1de7b02-0000-4000-8000-000000000002',
    login: 'tomas',
    displayName: 'Tomás Rivera',
    password: 'hallway-2026',
  },
] as const;
