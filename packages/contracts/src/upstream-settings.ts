import * as z from 'zod/mini';
import { isProtectedAddress } from './loopback.ts';

/**
 * A company's own identity provider, as an administrator sets it. Stored as JSON and checked by these schemas whenever it
 * is read or written. Addresses are https; only this very computer may be reached without, for trying out.
 */
/** Stands for a client id that the other side has not given yet. */
export const NO_CLIENT = 'not-set-yet';

const upstreamUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be a whole address: https://…' })
  .check(z.maxLength(2048), z.refine(isProtectedAddress, 'must be https://…'));

/** The name of a claim or attribute; null: the identity provider says nothing of the kind. */
const claim = (standard: string | null) =>
  z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(255))), standard);
const domainSchema = z
  .string()
  .check(
    z.regex(
      /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/,
      'must be a domain in small letters, such as example.com',
    ),
  );

const peopleSettings = {
  /** Whether someone who is not known yet is added at the first sign-in. Their domain has to be in the list as well. */
  createsPeople: z._default(z.boolean(), false),
  /** Domains of e-mail addresses, in small letters, each exactly: subdomains do not count. No one is added while it is empty. */
  allowedDomains: z._default(z.array(domainSchema).check(z.maxLength(100)), []),
  /** The user type of those who are added, unless a claim says it. */
  userType: z._default(z.string().check(z.minLength(1), z.maxLength(60)), 'employee'),
};

/** By how much its clock and ours may differ, in milliseconds; five minutes at most. */
const clockSkewMs = (standard: number) => z._default(z.int().check(z.minimum(0), z.maximum(300_000)), standard);

/**
 * What says, in a sign-in, that the identity provider looks after the device and finds it in order: for phones and tablets,
 * which Workplace cannot read. A claim or attribute, and its value to the letter.
 */
export const upstreamComplianceSchema = z.object({
  claim: z.string().check(z.minLength(1), z.maxLength(255)),
  value: z.string().check(z.minLength(1), z.maxLength(255)),
});
export type UpstreamCompliance = z.infer<typeof upstreamComplianceSchema>;
const compliance = z._default(z.nullable(upstreamComplianceSchema), null);

export const oidcUpstreamSettingsSchema = z.object({
  ...peopleSettings,
  clockSkewMs: clockSkewMs(60_000),
  /** The identity provider's issuer, exactly as its discovery document and its ID tokens have it. */
  issuer: upstreamUrlSchema,
  clientId: z.string().check(z.minLength(1), z.maxLength(255)),
  clientAuthentication: z._default(
    z.enum(['client_secret_basic', 'client_secret_post', 'none']),
    'client_secret_basic',
  ),
  scopes: z._default(
    z
      .array(z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, 'must be one word, such as openid')))
      .check(z.maxLength(20)),
    ['openid', 'profile', 'email'],
  ),
  claims: z.prefault(
    z.object({
      login: claim('preferred_username'),
      email: claim('email'),
      displayName: claim('name'),
      groups: claim('groups'),
      userType: claim(null),
    }),
    {},
  ),
  /** Takes an e-mail address for verified where the provider does not say. Never where it says that it is not. */
  assumesEmailVerified: z._default(z.boolean(), false),
  /** What in `amr` or `acr` says that a second factor was given there. */
  secondFactor: z.prefault(
    z.object({
      amr: z._default(z.array(z.string().check(z.maxLength(255))).check(z.maxLength(20)), ['mfa']),
      acr: z._default(z.array(z.string().check(z.maxLength(255))).check(z.maxLength(20)), []),
    }),
    {},
  ),
  compliance,
});
export type OidcUpstreamSettings = z.infer<typeof oidcUpstreamSettingsSchema>;

export const samlUpstreamSettingsSchema = z.object({
  ...peopleSettings,
  clockSkewMs: clockSkewMs(120_000),
  /** The identity provider's entity id. */
  entityId: z.string().check(z.minLength(1), z.maxLength(1024)),
  /** Where sign-in requests go, by redirect. */
  ssoUrl: upstreamUrlSchema,
  /** PEM certificates that its answers are signed with; two while it changes its key. */
  certificates: z.array(z.string().check(z.maxLength(16_384))).check(z.minLength(1), z.maxLength(8)),
  nameIdFormat: z._default(
    z.enum([
      'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ]),
    'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  ),
  /** Whether our requests are signed, with the key that our own metadata shows. */
  signsRequests: z._default(z.boolean(), false),
  attributes: z.prefault(
    z.object({
      login: claim('login'),
      email: claim('email'),
      displayName: claim('displayName'),
      groups: claim('groups'),
      userType: claim(null),
    }),
    {},
  ),
  /** AuthnContext classes that say that a second factor was given there. */
  secondFactor: z.prefault(
    z.object({
      authnContexts: z._default(z.array(z.string().check(z.maxLength(255))).check(z.maxLength(20)), [
        'https://refeds.org/profile/mfa',
      ]),
    }),
    {},
  ),
  compliance,
});
export type SamlUpstreamSettings = z.infer<typeof samlUpstreamSettingsSchema>;
