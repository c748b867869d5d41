import type { CheckType, SyntheticLaptop, TryOut } from '@vestibule/contracts';

export const SWITCH_STATES = ['good', 'bad', 'unread'] as const;
export type SwitchState = (typeof SWITCH_STATES)[number];

export function stateOf({ bad, unread }: SyntheticLaptop, type: CheckType): SwitchState {
  if (unread.includes(type)) return 'unread';
  return bad.includes(type) ? 'bad' : 'good';
}

/**
 * The laptop with one switch turned. Checks that are read from one fact are unread together: with the first of them that is
 * read again all of them are.
 */
export function turned(
  laptop: SyntheticLaptop,
  checks: TryOut['checks'],
  type: CheckType,
  state: SwitchState,
): SyntheticLaptop {
  const facts = checks.find(({ checkType }) => checkType === type)?.facts;
  const together = checks.filter((check) => check.facts === facts).map(({ checkType }) => checkType);
  const bad = laptop.bad.filter((one) => one !== type && (state !== 'unread' || !together.includes(one)));
  const unread = laptop.unread.filter((one) => !together.includes(one));
  switch (state) {
    case 'good':
      return { ...laptop, bad, unread };
    case 'bad':
      return { ...laptop, bad: [...bad, type], unread };
    case 'unread':
      return { ...laptop, bad, unread: [...unread, ...together] };
  }
}
