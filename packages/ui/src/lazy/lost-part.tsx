import { useContext, useEffect } from 'react';
import { LostScriptContext } from './lost-window.tsx';

/** Of a part of any kind. */
export type LostPartProps = object & {
  /** Where someone has opened the part: shows what stood there before. Always the same function. */
  readonly onClose?: () => void;
};

/** Stands where the script of a part within a page did not come: nothing is shown, and the page is told. */
export function LostPart({ onClose }: LostPartProps) {
  const tellLost = useContext(LostScriptContext);
  useEffect(() => {
    onClose?.();
    tellLost();
  }, [onClose, tellLost]);
  return null;
}
