import { ACCOUNT_PATHS } from '@vestibule/contracts';
import type { Navigation } from '../adapters/navigation.ts';
import type { Server } from '../adapters/server.ts';
import { readArrival } from './arrival.ts';
import { SIGN_OUT_PATH } from './use-leave.ts';

/**
 * The server as the pages ask it: when no one is signed in any more, the person comes to the sign-in, with the reason. The page
 * leaves no entry behind: who goes back would be sent forward again, in the middle of a sign-out too.
 */
export function askWhileSignedIn(server: Server, navigation: Navigation): Server {
  return {
    async ask(call, input) {
      const outcome = await server.ask(call, input);
      if (outcome.ok || outcome.problem !== 'not_signed_in') return outcome;
      // Left for a sign-out, and shown again as it was: it is loaded again, and goes on with that.
      if (!navigation.current().startsWith(SIGN_OUT_PATH)) navigation.leaveInstead(signInAddress(navigation));
      // The page is being left: it shows no more of what came of this.
      return new Promise(() => undefined);
    },
  };
}

function signInAddress(navigation: Navigation): string {
  const { loginMarker, isSignOutAsked } = readArrival(new URL(navigation.current(), navigation.origin).search);
  if (isSignOutAsked) return `${ACCOUNT_PATHS.signIn}?done=signed-out`;
  const query = new URLSearchParams({ reason: 'not_signed_in', ...(loginMarker !== null && { login: loginMarker }) });
  return `${ACCOUNT_PATHS.signIn}?${query.toString()}`;
}
