import { useState } from 'react';
import type { Outcome, Problem } from '../adapters/outcome.ts';

export interface Task {
  readonly isBusy: boolean;
  /** Why the last try did not succeed; null while one is under way. */
  readonly problem: Problem | null;
  /**
   * Does something once at a time.
   * @param work one or more steps, the last of which counts
   * @param onDone takes what came of it; returns the problem when it cannot be used, 'leaving' when the page is left
   */
  readonly run: <Body>(
    work: () => Promise<Outcome<Body>>,
    onDone: (body: Body) => Problem | 'leaving' | void,
  ) => Promise<void>;
}

/** One thing that a person has asked for: whether it is under way, and what came of it. */
export function useTask(): Task {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    isBusy,
    problem,
    async run(work, onDone) {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(null);
      const outcome = await work();
      const result = outcome.ok ? onDone(outcome.body) : outcome.problem;
      if (result === 'leaving') return;
      setIsBusy(false);
      if (result !== undefined) setProblem(result);
    },
  };
}
