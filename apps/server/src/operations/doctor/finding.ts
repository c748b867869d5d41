/** `good`: nothing to do; `look`: someone should see to it; `wrong`: people cannot get in, or soon not. */
type State = 'good' | 'look' | 'wrong';

/** One line of what was looked at. */
export interface Finding {
  readonly check: string;
  readonly state: State;
  /** What was found, and by what it was found out. */
  readonly sentence: string;
  /** What to do; null: nothing. */
  readonly next: string | null;
}

export const good = (check: string, sentence: string): Finding => ({ check, state: 'good', sentence, next: null });
export const look = (check: string, sentence: string, next: string): Finding => ({
  check,
  state: 'look',
  sentence,
  next,
});
export const wrong = (check: string, sentence: string, next: string): Finding => ({
  check,
  state: 'wrong',
  sentence,
  next,
});
