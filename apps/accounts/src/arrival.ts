import { type ErrorCode, apiErrorSchema, signInCall } from '@vestibule/contracts';

/** What the address says about how the person came here. */
export interface Arrival {
  /** Handle of the sign-in that a work application began. */
  readonly loginMarker: string | null;
  /** Why another part of the product sent the person here. */
  readonly reason: ErrorCode | null;
}

/**
 * Reads the query of the address. What does not fit is as good as absent.
 * @param query as in `location.search`
 */
export function readArrival(query: string): Arrival {
  const parameters = new URLSearchParams(query);
  const loginMarker = signInCall.body.shape.loginMarker.safeParse(parameters.get('login') ?? undefined);
  const reason = apiErrorSchema.shape.code.safeParse(parameters.get('reason'));
  return {
    loginMarker: loginMarker.data ?? null,
    reason: reason.data ?? null,
  };
}
