import { useEffect, useState } from 'react';

/** A value, once it has stayed the same for so long: what is typed is asked for when the person pauses. */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), afterMs);
    return () => window.clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
