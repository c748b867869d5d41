import { OWN_LIMITS } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { waitMachine } from './wait.ts';

test('a wait is told once it has lasted a second, and not before', () => {
  const clock = new SimulatedClock();
  const actor = createActor(waitMachine, { clock }).start();
  clock.increment(OWN_LIMITS.waitIsToldAfterMs - 1);
  expect(actor.getSnapshot().hasTag('told')).toBe(false);
  clock.increment(1);
  expect(actor.getSnapshot().hasTag('told')).toBe(true);
});
