import * as z from 'zod';

/** Names of this very computer: for trying out only. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname);
}

const redirectUri = z.url({ protocol: /^https?$/, hostname: /^.+$/ }).max(2048);

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
    .refine((address) => address.startsWith('https:') || isLoopback(address), 'must be https')
    .nullable()
    .default(null),
  /** PKCE from confidential clients as well. Public ones always need it. */
  requiresPkce: z.boolean().default(false),
});
export type OidcClient = z.output<typeof oidcClientSchema>;
