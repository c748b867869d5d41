const WINDOW = '[role="dialog"], [role="alertdialog"]';

/** Whether an element lies in a modal window. */
export function isInWindow(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest(WINDOW) !== null;
}

/**
 * Puts the focus on an element: at once, or, while a modal window keeps the focus inside, after the last window has gone, if it
 * could not give the focus back.
 * @param find looks for the element at that moment
 */
export function focusAfterWindows(find: () => HTMLElement | null): void {
  if (document.querySelector(WINDOW) === null) {
    find()?.focus();
    return;
  }
  const observer = new MutationObserver(() => {
    if (document.querySelector(WINDOW) !== null) return;
    observer.disconnect();
    // A window gives the focus back in the frame after it has gone.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.activeElement === document.body && find()?.focus()),
    );
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
