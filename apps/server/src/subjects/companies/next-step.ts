import { FIRST_STEPS, type FirstStep } from '@vestibule/contracts';

/** What only leads to a policy that is enforced for everyone: once it is, there is no use in it. */
const ON_THE_WAY: ReadonlySet<FirstStep> = new Set(['rehearse', 'pilot']);

/** @returns the first step that is open and that no later one has made pointless */
export function nextStep(isDone: (step: FirstStep) => boolean): FirstStep | undefined {
  return FIRST_STEPS.find((step) => !isDone(step) && !(ON_THE_WAY.has(step) && isDone('everyone')));
}
