import { lazyPart } from '@vestibule/ui';
import type { ComponentType } from 'react';
import { LostRoute } from './lost-route.tsx';

/** A screen in a script of its own. One that did not arrive is asked for again at the next visit of the screen. */
export function lazyRoute(load: () => Promise<ComponentType>): ComponentType {
  return lazyPart(load, LostRoute);
}
