import { useEffect } from 'react';

/**
 * Asks again when the person comes back to the page, or the network does: much of what it shows is changed on other pages and in other tabs.
 * @param ask the same function as long as it asks the same
 */
export function useLookAgain(ask: () => Promise<void>): void {
  useEffect(() => {
    let isAsking = false;
    // Both are said of one return: it is one question.
    const look = () => {
      if (isAsking || document.visibilityState !== 'visible') return;
      isAsking = true;
      void ask().finally(() => {
        isAsking = false;
      });
    };
    document.addEventListener('visibilitychange', look);
    // Windows that stand next to each other are visible both.
    window.addEventListener('focus', look);
    window.addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      window.removeEventListener('online', look);
    };
  }, [ask]);
}
