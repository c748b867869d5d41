import * as z from 'zod';

/** Names of this very computer: for trying out only. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname);
}

const redirectUri = z.url({ protocol: /^https?$/, hostname: /^.+$/ }).max(2048);

const isSafe = (address: string) => address.startsWith('https:') || isLoopback(address);
const safeUri = redirectUri.refine(
  isSafe,
  'must be https: whoever can read what is on its way could sign in with it. Only this very computer needs none',
);

/** How a client proves itself at the token endpoint. `none`: a public client, which then needs PKCE. */
export const CLIENT_AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** A registered OpenID Connect application, as it is stored. Its secret is kept beside, sealed. */
export const oidcClientSchema = z.object({
  redirectUris: z.array(redirectUri).min(1).max(32),
  postLogoutRedirectUris: z.array(redirectUri).max(32).default([]),
  authenticationMethod: z.enum(CLIENT_AUTHENTICATION_METHODS).default('client_secret_basic'),
  /** Where the gate itself tells the application that somebody has signed out; null: it cannot be told. */
  backchannelLogoutUri: z
    .url({ protocol: /^https?$/, hostname: /^.+$/ })
    .max(2048)
    .refine(isSafe, 'must be https')
    .nullable()
    .default(null),
  /** PKCE from confidential clients as well. Public ones always need it. */
  requiresPkce: z.boolean().default(false),
});

/** As it is registered from now on; what is stored may be older. */
export const newOidcClientSchema = oidcClientSchema.extend({
  redirectUris: z.array(safeUri).min(1).max(32),
  postLogoutRedirectUris: z.array(safeUri).max(32).default([]),
});
export type OidcClient = z.output<typeof oidcClientSchema>;
