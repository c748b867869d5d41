import { BASE_PATH } from '@vestibule/contracts';
import { createContext, useContext } from 'react';

export interface Route {
  /** With the base path. */
  readonly path: string;
  /** Ids of the person are shown nowhere here, and a different flow runs. */
  readonly isStatusPage: boolean;
  /** Also for someone who is signed out or blocked: nothing that is refused leads away from here. */
  readonly isForAnybody: boolean;
}

export const RouteContext = createContext<Route>({ path: `${BASE_PATH}/`, isStatusPage: false, isForAnybody: true });

/** Where the visitor is. */
export function useRoute(): Route {
  return useContext(RouteContext);
}
