import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusAfterWindows, isInWindow } from './focus-after-windows.ts';

const FOCUSABLE = 'a[href], button, input, [tabindex="0"]';

interface Remembered {
  readonly element: Element;
  readonly row: Element | null;
}

/**
 * Keeps keyboard focus on the check page when the element that had it goes away: to the heading of its row, else to the
 * first action of the next row, else to Continue, else to the h1. An element that goes while a window that it opened is
 * shown counts as well: the window cannot give the focus back to it.
 * @param container the part of the page with rows (`data-check-row`) and dock (`data-continue-dock`)
 */
export function useFocusRescue(container: RefObject<HTMLElement | null>): void {
  const remembered = useRef<Remembered | null>(null);
  const rowsBefore = useRef<readonly Element[]>([]);

  useEffect(() => {
    const root = container.current;
    if (root === null) return;
    function remember(event: FocusEvent) {
      if (!(event.target instanceof Element)) return;
      remembered.current = { element: event.target, row: event.target.closest('[data-check-row]') };
    }
    /** Some browsers also say this of an element that is being removed, so the question is asked after the removal. */
    function forget({ target, relatedTarget }: FocusEvent) {
      if (isInWindow(relatedTarget)) return;
      queueMicrotask(() => {
        if (remembered.current?.element === target && remembered.current.element.isConnected) remembered.current = null;
      });
    }
    root.addEventListener('focusin', remember);
    root.addEventListener('focusout', forget);
    return () => {
      root.removeEventListener('focusin', remember);
      root.removeEventListener('focusout', forget);
    };
  }, [container]);

  useLayoutEffect(() => {
    const root = container.current;
    if (root === null) return;
    const lost = remembered.current;
    if (lost !== null && !lost.element.isConnected) {
      remembered.current = null;
      const rows = rowsBefore.current;
      focusAfterWindows(() => placeFor(lost.row, rows, root));
    }
    rowsBefore.current = [...root.querySelectorAll('[data-check-row]')];
  });
}

function placeFor(row: Element | null, rowsBefore: readonly Element[], root: HTMLElement): HTMLElement | null {
  if (row?.isConnected) return row.querySelector('h3');
  const following = row === null ? rowsBefore : rowsBefore.slice(rowsBefore.indexOf(row) + 1);
  for (const next of following) {
    const action = next.isConnected ? next.querySelector<HTMLElement>(FOCUSABLE) : null;
    if (action !== null) return action;
  }
  return root.querySelector<HTMLElement>('[data-continue-dock] button') ?? root.querySelector('h1');
}
