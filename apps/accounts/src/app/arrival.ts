import { apiErrorSchema, type ErrorCode, signInCall, signOutResultCall } from '@vestibule/contracts';
import { pageOfConsole } from '../adapters/returns.ts';

/** What the address says about how the person came here. */
export interface Arrival {
  /** Handle of the sign-in that a work application began. */
  readonly loginMarker: string | null;
  /** Why another part of the product sent the person here. */
  readonly reason: ErrorCode | null;
  /** The person has just signed out. */
  readonly isSignedOut: boolean;
  /** An application asks to sign the person out, and cannot prove that it does: the person decides. */
  readonly isSignOutAsked: boolean;
  /** Asks the server which applications could not be signed out; null when all were. */
  readonly signOutHandle: string | null;
  /** The page of the console that asks for the sign-in, and where it leads. */
  readonly returnTo: string | null;
}

/**
 * Reads the query of the address. What does not fit is as good as absent.
 * @param query as in `location.search`
 */
export function readArrival(query: string): Arrival {
  const parameters = new URLSearchParams(query);
  const loginMarker = signInCall.body.shape.loginMarker.safeParse(parameters.get('login') ?? undefined);
  const handle = signOutResultCall.parameters.shape.handle.safeParse(parameters.get('left'));
  const reason = apiErrorSchema.shape.code.safeParse(parameters.get('reason'));
  return {
    loginMarker: loginMarker.data ?? null,
    reason: reason.data ?? null,
    isSignedOut: parameters.get('done') === 'signed-out',
    isSignOutAsked: parameters.get('asked') === 'sign-out',
    signOutHandle: handle.data ?? null,
    returnTo: pageOfConsole(parameters.get('to') ?? ''),
  };
}

/** The handle as calls take it: absent when there is none. */
export function markerOf({ loginMarker }: Pick<Arrival, 'loginMarker'>): { readonly loginMarker?: string } {
  return loginMarker === null ? {} : { loginMarker };
}

/** An address of these pages that keeps the pending sign-in. */
export function withMarker(path: string, { loginMarker }: Arrival): string {
  return loginMarker === null ? path : `${path}?login=${loginMarker}`;
}

const INVITATION = /^#invitation=([\w-]{1,128})$/;

/**
 * The token of an invitation. It stands in the fragment, which no server and no log ever sees.
 * @param fragment as in `location.hash`
 */
export function readInvitation(fragment: string): string | null {
  return INVITATION.exec(fragment)?.[1] ?? null;
}
