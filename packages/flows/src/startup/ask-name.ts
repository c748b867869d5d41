import { fromCallback } from 'xstate';
import { fromMessage, type StepFailure } from '../device-flow/step-result.ts';
import type { Ports } from '../ports.ts';
import type { ClientName } from './startup-types.ts';

export interface AskName {
  readonly type: 'ask';
  /** Counted from 1. */
  readonly attempt: number;
}

export type NameReport =
  | { readonly type: 'name.told'; readonly client: ClientName }
  | { readonly type: 'name.failed'; readonly attempt: number; readonly failure: StepFailure };

/** Asks the client for its name, each time it is told to. What was asked before is still listened for. */
export const askNameLogic = fromCallback<AskName, { readonly ports: Ports }>(({ input, receive, sendBack }) => {
  async function ask(attempt: number): Promise<NameReport> {
    const name = fromMessage(await input.ports.client.send('get-device-name', {}));
    return name.ok
      ? { type: 'name.told', client: name.value }
      : { type: 'name.failed', attempt, failure: name.failure };
  }
  receive(({ attempt }) => void ask(attempt).then(sendBack));
});
