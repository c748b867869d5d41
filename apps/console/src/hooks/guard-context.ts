import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Guard, GuardState } from './guard.ts';

export const GuardContext = createContext<Guard | null>(null);

function useGuard(): Guard {
  const guard = useContext(GuardContext);
  if (guard === null) throw new Error('useGuard needs a GuardContext above it');
  return guard;
}

/** What is missing right now, and the way to say that it was given. */
export function useNeed(): GuardState & Pick<Guard, 'settle'> {
  const guard = useGuard();
  return { ...useSyncExternalStore(guard.subscribe, guard.current), settle: guard.settle };
}
