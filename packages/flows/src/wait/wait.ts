import { OWN_LIMITS } from '@vestibule/contracts';
import { setup } from 'xstate';

/** A page that waits says so when it takes longer than a moment: see wait.design.md. */
export const waitMachine = setup({ delays: { told: OWN_LIMITS.waitIsToldAfterMs } }).createMachine({
  id: 'wait',
  initial: 'quiet',
  states: { quiet: { after: { told: 'told' } }, told: { tags: 'told' } },
});
