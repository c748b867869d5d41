import type { Problem } from '../adapters/outcome.ts';
import { safeTarget } from './continue-to.ts';
import { usePorts } from './ports-context.ts';

/** From application to application, with their own pages in between. */
export const SIGN_OUT_PATH = '/saml/sign-out';

/** Leaves for where the server says, if that is a place of this site. */
export function useLeave(): (continueTo: string) => Problem | 'leaving' {
  const { navigation } = usePorts();
  return (continueTo) => {
    const target = safeTarget(continueTo, navigation.origin);
    if (target === null) return 'server_error';
    if (target.startsWith(SIGN_OUT_PATH)) navigation.leaveAlong(target);
    else navigation.goTo(target);
    return 'leaving';
  };
}
