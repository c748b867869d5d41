/** For commands that are refused otherwise where nobody would be left who runs the company. */
export const ACCEPT_NO_ADMINISTRATOR = [
  '--accept-no-administrator',
  'also where nobody is left who is administrator and can sign in',
] as const;

export interface AcceptOptions {
  readonly acceptNoAdministrator?: true;
}

/** What the call is told of it. */
export function acceptedQuery({ acceptNoAdministrator }: AcceptOptions): { acceptsNoAdministrator?: 'true' } {
  return acceptNoAdministrator === true ? { acceptsNoAdministrator: 'true' } : {};
}
