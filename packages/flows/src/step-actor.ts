import { fromPromise } from 'xstate';
import type { StepFailure, StepResult } from './device-flow/step-result.ts';

/** Carries a failure, which is a value everywhere else, over the one way XState has for a step that does not lead on. */
class StepFailed extends Error {
  readonly failure: StepFailure;

  constructor(failure: StepFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Makes a chart's step of a function: what it wanted is `onDone`, every expected failure is `onError`. */
export function stepActor<Input, Value>(step: (input: Input) => Promise<StepResult<Value>>) {
  return fromPromise<Value, Input>(async ({ input }) => {
    const result = await step(input);
    if (!result.ok) throw new StepFailed(result.failure);
    return result.value;
  });
}

/** The failure in an `onError` event. Anything but a step's failure is a bug and is thrown on. */
export function failureOf(error: unknown): StepFailure {
  if (error instanceof StepFailed) return error.failure;
  throw error;
}
