import { useSyncExternalStore } from 'react';
import { usePorts } from './ports-context.ts';

/** The address of the page that is shown. */
export function usePlace(): URL {
  const { navigation } = usePorts();
  return new URL(useSyncExternalStore(navigation.subscribe, navigation.current), navigation.origin);
}
