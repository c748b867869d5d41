import { misuse } from '@vestibule/command-line';
import type { Step } from './connect-presets.ts';

export const SECOND_STEP_KINDS = ['entra', 'okta', 'google'] as const;

/** What the administrator says of the other side. */
export interface SecondStepOptions {
  readonly name?: string;
  readonly tenant?: string;
  readonly cloud?: string;
  readonly appId?: string;
  readonly domain?: string[];
  readonly metadata?: string;
  readonly profileId?: string;
}

const CLOUDS: { readonly [name in string]?: { readonly login: string } } = {
  global: { login: 'https://login.microsoftonline.com' },
  us: { login: 'https://login.microsoftonline.us' },
  china: { login: 'https://login.partner.microsoftonline.cn' },
};

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Entra ID's own addresses for a tenant. @throws CommandFailure when the tenant is not named as its tokens name it */
export function readTenant({ tenant, cloud = 'global' }: SecondStepOptions): {
  readonly issuer: string;
  readonly redirectUri: string;
} {
  const place = CLOUDS[cloud];
  if (place === undefined) throw misuse(`${cloud} is none of ${Object.keys(CLOUDS).join(', ')}.`);
  if (tenant === undefined || !GUID.test(tenant)) {
    throw misuse('Say which tenant: --tenant with the directory (tenant) id from the overview of Entra ID.');
  }
  return {
    issuer: `${place.login}/${tenant.toLowerCase()}/v2.0`,
    redirectUri: `${place.login}/common/federation/externalauthprovider`,
  };
}

export function readAppId(appId: string | undefined): string | undefined {
  if (appId === undefined || GUID.test(appId)) return appId?.toLowerCase();
  throw misuse('--app-id takes the application (client) id of the app registration.');
}

/** What has to be there in Entra ID before the method: the application that stands for this gate. */
export function registrationSteps(authorize: string): readonly Step[] {
  return [
    'Entra admin center: Identity, Applications, App registrations, New registration. Accounts in this directory only.',
    ['Redirect URI, platform Web:', authorize],
    'Token configuration: add optional claim, ID token: email.',
    'Manifest, optionalClaims, idToken: add {"name": "xms_edov"}. By it Entra ID says that an address is verified.',
    'API permissions: openid and profile of Microsoft Graph; grant admin consent.',
    'Copy the application (client) id.',
  ];
}

export function methodSteps(): readonly Step[] {
  return [
    'Entra admin center: Authentication methods, Policies, Add external method. Enter the four values below.',
    'Include a group of pilot people. Exclude the break-glass accounts.',
    'Conditional Access: a policy for the same group that requires multifactor authentication. It must not ask for an authentication strength.',
  ];
}

export function oktaSteps(gate: string): readonly Step[] {
  return [
    'Okta admin console: Security, Identity Providers, Add identity provider: SAML 2.0 IdP. IdP Usage: Factor only.',
    ['IdP Issuer URI:', `${gate}/saml/metadata`],
    ['IdP Single Sign-On URL, and Destination:', `${gate}/saml/sso`],
    'IdP Signature Certificate: the lines below, from BEGIN to END, as a file.',
    'Request Signature: sign SAML authentication requests. Name format: unspecified. No requested authentication context.',
    'Download the metadata of this identity provider in Okta.',
  ];
}

export function oktaEnd(): readonly Step[] {
  return [
    'Okta admin console: Security, Authenticators, Add: IdP Authenticator, with this identity provider.',
    'Enroll a group of pilot people. Leave the break-glass accounts out.',
    'Authentication policies: ask the same group for a possession factor.',
  ];
}

export function googleSteps(gate: string): readonly Step[] {
  return [
    'Google Admin console: Security, Authentication, SSO with third party IdP, Add SAML profile.',
    ['IDP entity ID:', `${gate}/saml/metadata`],
    ['Sign-in page URL:', `${gate}/saml/sso`],
    'Verification certificate: the lines below, from BEGIN to END, as a file.',
    'Save. Google shows an entity ID and an ACS URL. Copy what stands behind rpid= in them.',
  ];
}

export function googleEnd(): readonly Step[] {
  return [
    'Manage SSO profile assignments: give the profile to one organisational unit of pilot people.',
    'Super administrators sign in at Google without it. Keep at least two.',
  ];
}

/** What Google's profile sends and takes. @param id `rpid` of its addresses */
export function googleRecord(id: string | undefined) {
  if (id === undefined) return null;
  if (!/^[\w-]{4,64}$/.test(id)) throw misuse('--profile-id takes what stands behind rpid= in the profile’s ACS URL.');
  return {
    entityId: `https://accounts.google.com/samlrp/metadata?rpid=${id}`,
    acsUrls: [{ url: `https://accounts.google.com/samlrp/acs?rpid=${id}`, index: 0, isDefault: true }],
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    // Google refuses every answer with an attribute beyond ASCII.
    attributes: [],
  };
}
