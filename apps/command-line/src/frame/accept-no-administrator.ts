/** For commands that are refused otherwise where no one would be left who runs the company. */
export const ACCEPT_NO_ADMINISTRATOR = [
  '--accept-no-administrator',
  'even if no administrator who can sign in is left',
] as const;

export interface AcceptOptions {
  readonly acceptNoAdministrator?: true;
}

/** What the call is told of it. */
export function acceptedQuery({ acceptNoAdministrator }: AcceptOptions): { acceptsNoAdministrator?: 'true' } {
  return acceptNoAdministrator === true ? { acceptsNoAdministrator: 'true' } : {};
}
