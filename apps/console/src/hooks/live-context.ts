import { createContext, useContext } from 'react';

/** Whether the server says by itself what changes. */
export const LiveContext = createContext(false);

export function useIsLive(): boolean {
  return useContext(LiveContext);
}
