import { type AcceptLinkedOptions, misuse, type Output } from '@vestibule/command-line';

/** What the administrator says of the other side. */
export interface ConnectOptions extends AcceptLinkedOptions {
  readonly name?: string;
  readonly tenant?: string;
  readonly domain?: string[];
  readonly issuer?: string;
  readonly metadata?: string;
  readonly clientId?: string;
  readonly secretFile?: string;
  readonly enable?: boolean;
  readonly wait?: string;
}

export const CONNECT_KINDS = ['entra', 'okta', 'google', 'oidc', 'saml'] as const;
export type ConnectKind = (typeof CONNECT_KINDS)[number];

/** What is known of a maker's identity provider: how its settings begin, and where its administrator clicks. */
export interface Preset {
  readonly name: string;
  readonly kind: 'oidc' | 'saml';
  /** @throws CommandFailure when an option is missing that this maker needs */
  readonly settings: (options: ConnectOptions) => Readonly<Record<string, unknown>>;
  /** What to do on the other side, with the addresses of this one. */
  readonly steps: (addresses: Addresses) => readonly Step[];
  /** What to do when something does not come, by the field of the settings. */
  readonly hints: { readonly [field: string]: string };
}

/** A sentence, or one with an address to copy. */
export type Step = string | readonly [sentence: string, address: string];

/** Steps with their numbers. */
export function printSteps(output: Output, steps: readonly Step[]): void {
  for (const [index, step] of steps.entries()) {
    const [sentence, address] = typeof step === 'string' ? [step] : step;
    output.say(`${index + 1}. ${sentence}`, 2);
    // To be copied whole: never broken into lines.
    if (address !== undefined) output.line(`     ${address}`);
  }
}

interface Addresses {
  readonly callbackUrl: string;
  readonly acsUrl: string;
  readonly metadataUrl: string;
}

export const PRESETS: { readonly [kind in ConnectKind]: Preset } = {
  entra: {
    name: 'Microsoft',
    kind: 'oidc',
    settings: ({ tenant }) => ({
      issuer: `https://login.microsoftonline.com/${needTenant(tenant)}/v2.0`,
      // For people who are new: the tenant is the company's own. An imported account is linked by xms_edov alone.
      assumesEmailVerified: true,
    }),
    steps: ({ callbackUrl }) => [
      'Entra admin center: Identity, Applications, App registrations, New registration. Accounts in this directory only.',
      ['Redirect URI, platform Web:', callbackUrl],
      'Certificates & secrets: New client secret. Copy its value into a file.',
      'Token configuration: add optional claims, ID token: email, auth_time. Add groups claim: groups assigned to the application, Group ID.',
      'Manifest, optionalClaims, idToken: add {"name": "xms_edov"}. By it, imported people are linked by their e-mail address.',
      'API permissions: openid, profile, email; grant admin consent.',
    ],
    hints: {
      freshness: 'Token configuration: add the optional claim auth_time to the ID token.',
      email: 'Token configuration: add the optional claim email to the ID token. People without a mailbox have none.',
      groups:
        'Token configuration: add groups claim, groups assigned to the application. Until then use: vestibule person import',
      login: 'API permissions: profile brings preferred_username.',
      displayName: 'API permissions: profile brings name.',
      tooManyGroups:
        'Entra ID puts no more than 200 groups into a token. Token configuration: groups assigned to the application, and assign only those that a policy names.',
    },
  },
  okta: {
    name: 'Okta',
    kind: 'oidc',
    settings: ({ issuer, tenant }) => ({
      issuer: issuer ?? `https://${needOktaDomain(tenant)}`,
      scopes: ['openid', 'profile', 'email', 'groups'],
    }),
    steps: ({ callbackUrl }) => [
      'Okta admin console: Applications, Create App Integration: OIDC, Web Application.',
      ['Sign-in redirect URI:', callbackUrl],
      'Assignments: the people of the pilot, or everybody.',
      'Sign On, OpenID Connect ID Token: Groups claim filter, name groups, matches regex .*',
      'Copy client id and client secret.',
    ],
    hints: {
      groups: 'Sign On, OpenID Connect ID Token: set the groups claim filter to groups, matches regex .*',
      email: 'The person has no primary e-mail address in Okta.',
      tooManyGroups: 'Okta puts no more than 100 groups into a token: narrow the regex of the groups claim filter.',
    },
  },
  google: {
    name: 'Google',
    kind: 'oidc',
    settings: () => ({
      issuer: 'https://accounts.google.com',
      // Google has neither a login besides the address, nor groups in its tokens.
      claims: { login: 'email', groups: null },
    }),
    steps: ({ callbackUrl }) => [
      'Google Cloud console: APIs & Services, OAuth consent screen: Internal.',
      'Credentials, Create credentials, OAuth client ID: Web application.',
      ['Authorised redirect URI:', callbackUrl],
      'Copy client id and client secret.',
      'Google gives no groups: bring those that a policy names with vestibule person import.',
    ],
    hints: {
      freshness: 'Google confirms none, whatever is set there: let these applications not ask for it.',
    },
  },
  oidc: {
    name: 'Company account',
    kind: 'oidc',
    settings: ({ issuer }) => {
      if (issuer === undefined) throw misuse('Say where it is: --issuer https://login.example.com');
      return { issuer };
    },
    steps: ({ callbackUrl }) => [
      'Add a client: authorization code, with PKCE; ID tokens signed with RS256, PS256, ES256 or EdDSA.',
      ['Redirect address, exactly:', callbackUrl],
      'Scopes: openid, profile, email.',
    ],
    hints: {
      groups: 'Have it put the person’s groups into the ID token as groups, or name another claim in the settings.',
      login: 'Have it put preferred_username into the ID token, or name another claim in the settings.',
    },
  },
  saml: {
    name: 'Company account',
    kind: 'saml',
    settings: () => ({}),
    steps: ({ acsUrl, metadataUrl }) => [
      ['Add a service provider by its metadata, which is also its entity id:', metadataUrl],
      ['Or by hand, the assertion consumer service (POST):', acsUrl],
      'Name id: persistent. Attributes: login, email, displayName, groups. Sign response and assertion.',
    ],
    hints: {
      groups: 'Have it send an attribute groups, or name another one in the settings.',
      login: 'Have it send an attribute login, or name another one in the settings.',
      email: 'Have it send an attribute email, or name another one in the settings.',
    },
  },
};

/** `common` and its like let people of every company in the world in, and a name of one word is no tenant. */
function needTenant(tenant: string | undefined): string {
  if (tenant !== undefined && (TENANT_ID.test(tenant) || isDomain(tenant))) return tenant.toLowerCase();
  throw misuse(
    `${tenant === undefined ? '' : `${tenant} is no tenant. `}Say which tenant: --tenant with the directory (tenant) id from the overview of Entra ID.`,
  );
}

const TENANT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A domain as e-mail addresses have it: at least two names. */
export function isDomain(text: string): boolean {
  return /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i.test(text);
}

function needOktaDomain(tenant: string | undefined): string {
  if (tenant !== undefined && /-admin\.okta/i.test(tenant)) {
    throw misuse(`${tenant} is where Okta is administered. People sign in at ${tenant.replace('-admin', '')}.`);
  }
  if (tenant !== undefined && isDomain(tenant)) return tenant.toLowerCase();
  throw misuse('Say which Okta: --tenant example.okta.com');
}
