import { type Dispatch, type SetStateAction, useEffect } from 'react';
import { isTyping } from './use-keys.ts';

/** One letter, digit or sign, and no name of a key such as `Enter`. */
const SIGN = /^.$/u;

/**
 * Takes what is typed between the key that asks for the window of search and its field: a person who types a code does not
 * wait. None of it is a key of a page.
 */
export function useTypedAhead(isOpen: boolean, setTyped: Dispatch<SetStateAction<string>>): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    function onKey({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
      if (isTyping(target) || ctrlKey || metaKey || altKey || isComposing) return false;
      if (key !== 'Backspace' && !SIGN.test(key)) return false;
      setTyped((before) => (key === 'Backspace' ? before.slice(0, -1) : before + key));
      return true;
    }
    function take(event: KeyboardEvent) {
      if (!onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [isOpen, setTyped]);
}
