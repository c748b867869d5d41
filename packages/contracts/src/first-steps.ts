/** From nothing to everyone, in this order. */
export const FIRST_STEPS = [
  'people',
  'application',
  'policy',
  'arrivals',
  'install',
  'rehearse',
  'pilot',
  'everyone',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/**
 * Where a step stands, read from the gate.
 * - `done`
 * - `now`: the first one that is not done
 * - `later`: it comes after that one
 * - `undone`: it was done, and is no longer
 */
export const FIRST_STEP_STATES = ['done', 'now', 'later', 'undone'] as const;
export type FirstStepState = (typeof FIRST_STEP_STATES)[number];

/** What is so, one sentence for a step; `{name}` stands for what differs. */
export const FIRST_STEP_SENTENCES = {
  'provider-used': '{provider} is connected. People who have signed in there: {people}.',
  'provider-unused': '{provider} is connected. No one has signed in there yet.',
  'people-here': 'Accounts here: {people}. No identity provider is connected.',
  'no-people': 'People come from your identity provider, or from a file.',
  'application-used': '{application} was answered last at {at}.',
  'application-unused': '{application} is registered. It has not been answered yet: open it once yourself.',
  'no-application': 'The first one shows whether names and groups arrive as it wants them.',
  'policy-written': 'Checks that your policy asks for: {checks}.',
  'no-policy': 'The built-in policy holds: none of its checks stops anyone.',
  'people-came': 'People who came in the last 14 days: {people}.',
  'no-one-came': 'The gate only looks until you enforce it: people notice a page, and no one is stopped.',
  'all-have-both': 'People who came in the last 14 days: {people}. All of them have both.',
  'some-have-both':
    'Of {people} who came in the last 14 days, {reported} have both. Once enforced, {others} would be asked to install first.',
  'no-one-to-count': 'Who came is counted here: how many have the extension, and how many Workplace.',
  rehearsed: 'Rehearsed last at {at}.',
  'not-rehearsed': 'Judges the last 14 days by a policy, and says who would have been stopped. It changes nothing.',
  'pilot-enforced': '{enforcedFor}',
  'pilot-over': 'Enforced for everyone.',
  'no-pilot': 'Begin with a group, or with a share of your people: enforceFor in the policy.',
  'everyone-enforced': 'The policy is enforced for everyone.',
  'everyone-open': 'Everyone is let in until {at}.',
  'everyone-later': 'When the pilot is quiet: without enforceFor, or with a greater share.',
} as const;
export type FirstStepSentence = keyof typeof FIRST_STEP_SENTENCES;

/** What is brought to people: the extension of their browser, and Workplace on their computer. */
export const BROUGHT = ['extension', 'workplace'] as const;
export type Brought = (typeof BROUGHT)[number];

/** What is good to do on the way. */
export const GOOD_TO_DO = ['support', 'mail', 'second-administrator'] as const;
export type GoodToDo = (typeof GOOD_TO_DO)[number];

/** @returns the English of a step, such as ‘Checks that your policy asks for: 11.’ */
export function sayFirstStep({
  id,
  values,
}: {
  readonly id: FirstStepSentence;
  readonly values: Readonly<Record<string, string | number>>;
}): string {
  return FIRST_STEP_SENTENCES[id].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    return name === 'at' ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value;
  });
}
