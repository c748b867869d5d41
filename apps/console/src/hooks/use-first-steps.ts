import { adminFirstStepsCall, type CallBody } from '@vestibule/contracts';
import { useSyncExternalStore } from 'react';
import { usePorts } from './ports-context.ts';
import { useAnswer } from './use-answer.ts';

export type FirstSteps = CallBody<typeof adminFirstStepsCall>;
export type OneStep = FirstSteps['steps'][number];

const EVERY_MS = 30_000;
/** Where this browser remembers that its person has put them away. */
const PUT_AWAY = 'console-first-steps';

/** How many are done. */
export function doneOf({ steps }: Pick<FirstSteps, 'steps'>): number {
  return steps.filter(({ state }) => state === 'done').length;
}

export function useFirstSteps({ isWanted = true }: { readonly isWanted?: boolean } = {}) {
  return useAnswer(adminFirstStepsCall, {}, { everyMs: EVERY_MS, isWanted });
}

const listeners = new Set<() => void>();

/** Whether this person wants to see them no more, and how they say so. */
export function usePutAway(): readonly [boolean, () => void] {
  const { browser } = usePorts();
  const isPutAway = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => browser.recall(PUT_AWAY) === 'put-away',
  );
  return [
    isPutAway,
    () => {
      browser.remember(PUT_AWAY, 'put-away');
      for (const listener of listeners) listener();
    },
  ];
}

/** How far one is, as long as something is left to do and they are not put away. */
export function useOpenFirstSteps() {
  const [isPutAway] = usePutAway();
  const { data, isPending } = useFirstSteps({ isWanted: !isPutAway });
  const far = data === undefined ? null : { done: doneOf(data), all: data.steps.length };
  const stillOpen = isPutAway || far === null || far.done === far.all ? null : far;
  return { stillOpen, isKnown: isPutAway || !isPending };
}
