import { type ComponentType, lazy } from 'react';
import { ServiceErrorRoute } from './service-error-route.tsx';

/** A screen in a script of its own. When that does not arrive, the connection is what is broken, and the page says so. */
export function lazyRoute(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: ServiceErrorRoute };
    }
  });
}
