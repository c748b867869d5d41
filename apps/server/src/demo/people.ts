/** The people of the trial. Their passwords are printed at every start: the trial listens on this computer only. */
export const DEMO_PEOPLE = [
  { login: 'nadia', displayName: 'Nadia Keller', password: 'doorway-2026' },
  { login: 'tomas', displayName: 'Tomás Rivera', password: 'hallway-2026' },
] as const;
