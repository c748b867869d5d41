import { createContext, useContext, useEffect } from 'react';

/** What a page does about a script of its own that is no longer there. Nothing, unless it says so. */
export const LostScriptContext = createContext<() => void>(() => undefined);

export interface LostWindowProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * Stands where the script of a window did not come. A window that no one sees would still stand between the person and what
 * is under it: it is closed, and the page is told.
 */
export function LostWindow({ isOpen, onClose }: LostWindowProps) {
  const tellLost = useContext(LostScriptContext);
  useEffect(() => {
    if (!isOpen) return;
    onClose();
    tellLost();
  }, [isOpen, onClose, tellLost]);
  return null;
}
