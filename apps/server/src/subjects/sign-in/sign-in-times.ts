import type { StoredStep } from '../../repositories/sign-ins.ts';

type Part = 'gate' | 'person' | 'fix';

/** Whose time passes behind a step, until the next one. */
const BEHIND: Readonly<Record<StoredStep['kind'], Part>> = {
  arrived: 'gate',
  'signed-in': 'gate',
  computer: 'gate',
  passed: 'gate',
  'let-in': 'gate',
  fixed: 'gate',
  install: 'person',
  stopped: 'person',
  access: 'person',
  refused: 'person',
  fix: 'fix',
};

/** Steps in the order of their moments: a report is older than the note of it. */
export function inOrder(steps: readonly StoredStep[]): readonly StoredStep[] {
  return steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** How long gate, person and fixes needed, up to the last step. @param steps in order */
export function timesOf(steps: readonly StoredStep[]): Readonly<Record<Part, number>> {
  const times = { gate: 0, person: 0, fix: 0 };
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (before === undefined) continue;
    // To give a password or a second factor is the person's part.
    const part = step.id === 'signed-in' ? 'person' : BEHIND[before.kind];
    times[part] += Date.parse(step.at) - Date.parse(before.at);
  }
  return times;
}
