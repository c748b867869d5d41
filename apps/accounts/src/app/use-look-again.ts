import { useEffect } from 'react';

/**
 * Asks again when the person comes back to the page: much of what it shows is changed on other pages and in other tabs.
 * @param ask the same function as long as it asks the same
 */
export function useLookAgain(ask: () => Promise<void>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [ask]);
}
