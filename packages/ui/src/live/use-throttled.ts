import { useEffect, useRef, useState } from 'react';

/**
 * Lets a value through at most once per interval; the last one always arrives. This is the place where the user
 * interface keeps time by itself: it delays what is spoken, never what happens.
 * @param value the value as it changes
 * @param intervalMs 0 lets every change through at once
 */
export function useThrottled<T>(value: T, intervalMs: number): T {
  const [passed, setPassed] = useState(value);
  const lastPassedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const wait = Math.max(0, lastPassedAt.current + intervalMs - performance.now());
    const timer = window.setTimeout(() => {
      lastPassedAt.current = performance.now();
      setPassed(value);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [value, intervalMs]);

  return intervalMs === 0 ? value : passed;
}
