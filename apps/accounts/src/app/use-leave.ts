import { ACCOUNT_PATHS, BASE_PATH } from '@vestibule/contracts';
import type { Problem } from '../adapters/outcome.ts';
import { safeTarget } from './continue-to.ts';
import { usePorts } from './ports-context.ts';

/** From application to application, with their own pages in between. */
export const SIGN_OUT_PATH = '/saml/sign-out';

/** Where a sign-in comes out that no work application waits for. */
const OUTSIDE_APPLICATIONS: readonly string[] = [ACCOUNT_PATHS.sessionStatus, `${BASE_PATH}/`];

/** Leaves for where the server says, if that is a place of this site; back to the console, where that asked for the sign-in. */
export function useLeave(): (continueTo: string) => Problem | 'leaving' {
  const { navigation, returns } = usePorts();
  return (continueTo) => {
    const target = safeTarget(continueTo, navigation.origin);
    if (target === null) return 'server_error';
    const back = OUTSIDE_APPLICATIONS.includes(target) ? returns.take() : null;
    if (target.startsWith(SIGN_OUT_PATH)) navigation.leaveAlong(target);
    else navigation.goTo(back ?? target);
    return 'leaving';
  };
}
