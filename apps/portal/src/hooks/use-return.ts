import { useEffect, useRef } from 'react';

/** Calls when the person comes back to this page, and when the computer comes back to the network. */
export function useReturn(onReturn: () => void): void {
  const newest = useRef(onReturn);
  useEffect(() => {
    newest.current = onReturn;
  });
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') newest.current();
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, []);
}
