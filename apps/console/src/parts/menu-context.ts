import { createContext } from 'react';

/** Opens the menu where the sidebar has no room. */
export const MenuContext = createContext<() => void>(() => undefined);
