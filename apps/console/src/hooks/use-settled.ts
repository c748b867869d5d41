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

const SEARCH_SETTLES_MS = 150;

/** What is searched for in a list: the field and the address have every letter at once, the server is asked for the word. */
export function useSearched(search: string | undefined): string {
  return useSettled(search?.trim() ?? '', SEARCH_SETTLES_MS);
}
