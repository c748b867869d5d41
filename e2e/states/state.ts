import type { CheckType } from '@vestibule/contracts';

export type Verdict = 'passed' | 'failed' | 'unknown';

/** `service`: the person, who is told by root's reader what only root may read; `person`: the person where there is none. */
export type ReadBy = 'person' | 'service' | 'root';

export type Expected = Readonly<Partial<Record<CheckType, Verdict>>>;

/** A desktop session of Nadia's, as a shell starts it and everything in it. */
export interface Session {
  /** What `XDG_CURRENT_DESKTOP` says. */
  readonly desktop: string;
  /** Runs as Nadia on a session bus of its own; ends with the session. */
  readonly start: string;
  /** A line of shell that ends well once the session is up. */
  readonly isUp: string;
}

/** One state of a computer: how it is made, and what the checks that it is about have to say. */
export interface State {
  readonly name: string;
  /** What files hold; null for one that is not there. They are put back afterwards by themselves. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Shell, as root, after the files. */
  readonly make?: string;
  /** Takes back what `make` did, before the files are put back. */
  readonly undo?: string;
  readonly session?: Session;
  /** The same is expected of each; the person next to root's reader when left out. */
  readonly readBy?: readonly ReadBy[];
  readonly expected: Expected;
  /** Judged wrongly so far: `docs/checks.md` names it, and no test asks for its verdict until it is mended. */
  readonly isOpen?: true;
}

/** The states of one subject. Subjects do not touch each other's settings: their states are made side by side. */
export interface Subject {
  readonly name: string;
  /** Once, before the first state: shell as root. */
  readonly prepare?: string;
  /** What holds before the first state, between two, and after the last. */
  readonly asItWas: Expected;
  readonly session?: Session;
  readonly states: readonly State[];
}

/** A state, or the return to what was before. */
export interface Step {
  readonly state: State;
  readonly isCounted: boolean;
}

/**
 * The states in their order. Where two in a row expect the same, the return to what was before stands between them, so that
 * every state is seen to change a verdict.
 */
export function stepsOf({ asItWas, states, session }: Subject): readonly Step[] {
  const rest: State = { name: 'as it was', expected: asItWas, ...(session === undefined ? {} : { session }) };
  const steps: Step[] = [{ state: rest, isCounted: false }];
  for (const state of states) {
    if (!changes(steps.at(-1)?.state.expected ?? {}, state.expected)) steps.push({ state: rest, isCounted: false });
    steps.push({ state, isCounted: true });
  }
  return [...steps, { state: rest, isCounted: false }];
}

/** Whether two states are told apart by a check that both speak of. */
export function changes(before: Expected, after: Expected): boolean {
  return Object.entries(after).some(([check, verdict]) => before[check as CheckType] !== verdict);
}

const WORDS: Readonly<Record<string, Verdict>> = { p: 'passed', f: 'failed', u: 'unknown' };

/** Verdicts of several checks in short: 'pfu' says that the first passes, the second fails and the third is unknown. */
export function verdictsOf(checks: readonly CheckType[], letters: string): Expected {
  return Object.fromEntries(checks.map((check, at) => [check, WORDS[letters.charAt(at)]]));
}
