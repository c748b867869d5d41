import { isProtectedAddress, isProtectedTarget, NOT_PROTECTED } from '@vestibule/contracts';
import * as z from 'zod';

const redirectUri = z.url({ protocol: /^https?$/, hostname: /^.+$/ }).max(2048);

/** People are sent back to exactly this address: what stands behind # is no part of it, and a star matches nothing. */
const isExact = (address: string) => !address.includes('#') && !URL.parse(address)?.hostname.includes('*');
const safeUri = redirectUri
  .refine(isProtectedTarget, NOT_PROTECTED)
  .refine(isExact, 'is compared as it is written, so a # or a * in it never matches: name each address');

/** How a client proves itself at the token endpoint. `none`: a public client, which then needs PKCE. */
export const CLIENT_AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** A registered OpenID Connect application, as it is stored. Its secret is kept as well, sealed. */
export const oidcClientSchema = z.object({
  redirectUris: z.array(redirectUri).min(1).max(32),
  authenticationMethod: z.enum(CLIENT_AUTHENTICATION_METHODS).default('client_secret_basic'),
  /** Where the gate itself tells the application that someone has signed out; null: it cannot be told. */
  backchannelLogoutUri: z
    .url({ protocol: /^https?$/, hostname: /^.+$/ })
    .max(2048)
    .refine(isProtectedAddress, 'must be https')
    .nullable()
    .default(null),
  /** PKCE from confidential clients as well. Public ones always need it. */
  requiresPkce: z.boolean().default(false),
});

/** As it is registered from now on; what is stored may be older. */
export const newOidcClientSchema = oidcClientSchema.extend({
  redirectUris: z.array(safeUri).min(1).max(32),
});
export type OidcClient = z.output<typeof oidcClientSchema>;
