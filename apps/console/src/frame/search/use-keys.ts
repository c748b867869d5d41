import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { addressOfPage } from '../navigation.ts';
import { meaningOf, type Meant, WAIT_MS } from './keys.ts';

export interface KeysOptions {
  readonly areSingleOn: boolean;
  readonly onSearch: () => void;
  readonly onKeys: () => void;
}

/** Keys that act on every page. */
export function useKeys({ areSingleOn, onSearch, onKeys }: KeysOptions): void {
  const [, navigate] = useLocation();
  const gAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const meant = meaningOf({
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey,
        isAlt: event.altKey,
        isTyping: isTyping(event.target),
        isAfterG: event.timeStamp - gAt.current < WAIT_MS,
        areSingleOn,
      });
      gAt.current = meant?.kind === 'wait' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (meant === null || meant.kind === 'wait') return;
      event.preventDefault();
      act(meant);
    }
    function act(meant: Meant) {
      if (meant.kind === 'search') onSearch();
      else if (meant.kind === 'keys') onKeys();
      else if (meant.kind === 'page') navigate(addressOfPage(meant.page));
      else document.querySelector<HTMLElement>('#main input[type="search"]')?.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areSingleOn, onSearch, onKeys, navigate]);
}

/** Whether a key goes into a field, or a window that is open. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]') !== null;
}
