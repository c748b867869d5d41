import * as client from 'openid-client';
import * as z from 'zod';
import type { OidcUpstreamSettings } from '@vestibule/contracts';
import { fetchFor } from '../../../operations/outgoing/fetch-for.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { demandAnswer, noteAnswer } from './answering.ts';
import type { Intent, UpstreamIdentity } from './intent.ts';
import { SAID, saidNames } from './said-texts.ts';
import { addressesOf, type Upstream } from './settings.ts';
import { vouches } from './unsupported-system.ts';

export type OidcUpstream = Extract<Upstream, { kind: 'oidc' }>;

/** Asymmetric ones only: a secret that two sides know proves nothing to a third, and "none" proves nothing at all. */
const ALGORITHMS: readonly string[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
const TIMEOUT_S = 10;
/** Discovery is read again after this long; the provider's keys are read at every sign-in. */
const DISCOVERED_FOR_MS = 10 * 60_000;

// oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out: only addresses of this computer get it
const allowHttp: (configuration: client.Configuration) => void = client.allowInsecureRequests;

const discovered = new Map<string, { readonly at: number; readonly server: Promise<client.ServerMetadata> }>();

/** Where the browser is sent: PKCE, state and nonce, each fresh. @throws where nothing answers there */
export async function createAuthorizationUrl(
  context: ServerContext,
  upstream: OidcUpstream,
  state: string,
  intent: Intent,
): Promise<string> {
  await demandAnswer(context, upstream.settings.issuer);
  const configuration = await configure(context, upstream);
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: addressesOf(context, upstream.row.id).callback,
    scope: upstream.settings.scopes.join(' '),
    response_type: 'code',
    state,
    nonce: intent.nonce ?? '',
    code_challenge: await client.calculatePKCECodeChallenge(intent.codeVerifier ?? ''),
    code_challenge_method: 'S256',
    ...freshnessOf(intent, upstream.settings),
  });
  return url.href;
}

/**
 * Exchanges the code of an answer and checks the ID token: signature, issuer, audience, nonce, times; and that the answer
 * itself is of this issuer.
 * @param query of the callback, with code, state and iss
 * @throws whatever is wrong with the answer or the provider; the message is for the log
 */
export async function readAuthorizationAnswer(
  context: ServerContext,
  upstream: OidcUpstream,
  intent: Intent,
  query: string,
): Promise<UpstreamIdentity> {
  const configuration = await configure(context, upstream);
  const current = new URL(`${addressesOf(context, upstream.row.id).callback}?${query}`);
  const tokens = await client.authorizationCodeGrant(configuration, current, {
    expectedState: current.searchParams.get('state') ?? '',
    expectedNonce: intent.nonce ?? '',
    pkceCodeVerifier: intent.codeVerifier ?? '',
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (idToken === undefined) throw new Error('The answer holds no ID token.');
  const claims = hasEveryClaim(idToken, upstream.settings)
    ? idToken
    : { ...(await readUserInfo(configuration, tokens.access_token, idToken.sub)), ...idToken };
  return {
    ...toIdentity(claims, upstream.settings),
    isFresh: isFresh(idToken, intent, upstream.settings, context.now()),
    signedInAt: idToken.auth_time === undefined ? null : toMoment(idToken.auth_time),
  };
}

async function configure(context: ServerContext, upstream: OidcUpstream): Promise<client.Configuration> {
  const { settings, secret } = upstream;
  const server = await discover(context, settings);
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256'];
  const configuration = new client.Configuration(
    // What the provider may sign with is what it offers and we take.
    { ...server, id_token_signing_alg_values_supported: offered.filter((name) => ALGORITHMS.includes(name)) },
    settings.clientId,
    {
      [client.clockTolerance]: settings.clockSkewMs / 1000,
      // The library reads the system's clock; ours is the one that counts.
      [client.clockSkew]: Math.round((context.now().getTime() - Date.now()) / 1000),
    },
    clientAuthentication(settings, secret),
  );
  configuration.timeout = TIMEOUT_S;
  configuration[client.customFetch] = fetchFor(context);
  client.enableNonRepudiationChecks(configuration);
  if (isLoopback(settings)) allowHttp(configuration);
  return configuration;
}

/** The discovery document of an issuer, read again every ten minutes. */
export async function discover(context: ServerContext, settings: OidcUpstreamSettings): Promise<client.ServerMetadata> {
  const now = context.now().getTime();
  const known = discovered.get(settings.issuer);
  if (known !== undefined && now - known.at < DISCOVERED_FOR_MS) return known.server;
  const server = client
    .discovery(new URL(settings.issuer), settings.clientId, undefined, client.None(), {
      timeout: TIMEOUT_S,
      [client.customFetch]: fetchFor(context),
      execute: isLoopback(settings) ? [allowHttp] : [],
    })
    .then((configuration) => {
      noteAnswer(context, settings.issuer);
      return { ...configuration.serverMetadata() };
    });
  discovered.set(settings.issuer, { at: now, server });
  // A failure is not an answer: the next sign-in asks again.
  server.catch(() => discovered.delete(settings.issuer));
  return server;
}

function clientAuthentication({ clientAuthentication: method }: OidcUpstreamSettings, secret: string | null) {
  switch (method) {
    case 'client_secret_basic':
      return client.ClientSecretBasic(secret ?? '');
    case 'client_secret_post':
      return client.ClientSecretPost(secret ?? '');
    case 'none':
      return client.None();
    default:
      return method satisfies never;
  }
}

/** Only this computer's own addresses may be http: the settings' schema sees to that. */
function isLoopback({ issuer }: OidcUpstreamSettings): boolean {
  return new URL(issuer).protocol === 'http:';
}

/** Google shows an error for `prompt=login`, and says of no sign-in when it was: the most it does is to ask who it is. */
const SELECT = { prompt: 'select_account' };

/** Whether a provider can be asked for a new sign-in at all. */
export function confirmsNewSignIns({ issuer }: OidcUpstreamSettings): boolean {
  return new URL(issuer).hostname !== 'accounts.google.com';
}

/** As old as a proof may be (`factors/proof.ts`). With `max_age` a provider has to say when the sign-in was (OpenID Connect Core, 2). */
const RECENT_S = 15 * 60;

/** How new a sign-in the provider is asked for. */
function freshnessOf(intent: Intent, settings: OidcUpstreamSettings) {
  const isDemanded = intent.isFresh && !intent.isAskedAlready;
  if (!confirmsNewSignIns(settings)) return isDemanded ? SELECT : {};
  if (isDemanded) return { prompt: 'login', max_age: '0' };
  return intent.wantsRecent || intent.isFresh ? { max_age: String(RECENT_S) } : {};
}

/** Null for what is no moment. */
function toMoment(seconds: number): string | null {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** What was asked with max_age 0: that the person has just signed in there. A moment to come is none. */
function isFresh(
  { auth_time: signedInAt }: client.IDToken,
  { startedAt }: Intent,
  { clockSkewMs }: OidcUpstreamSettings,
  now: Date,
): boolean {
  const since = (new Date(startedAt).getTime() - clockSkewMs) / 1000;
  return signedInAt !== undefined && signedInAt >= since && signedInAt <= (now.getTime() + clockSkewMs) / 1000;
}

function hasEveryClaim(claims: Record<string, unknown>, settings: OidcUpstreamSettings): boolean {
  return Object.values(settings.claims).every((name) => name === null || claims[name] !== undefined);
}

async function readUserInfo(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
  return endpoint === undefined ? {} : client.fetchUserInfo(configuration, accessToken, subject);
}

/** What the claims of an ID token say, as the settings name them. */
export function toIdentity(claims: Record<string, unknown>, settings: OidcUpstreamSettings): UpstreamIdentity {
  const read = (name: string | null) => (name === null ? null : claims[name]) ?? null;
  const amr = SAID.groups.parse(claims['amr'] ?? null) ?? [];
  const acr = SAID.level.parse(claims['acr'] ?? null);
  const verified = readVerified(claims, settings);
  const { groups } = settings.claims;
  const { compliance } = settings;
  return {
    issuer: settings.issuer,
    subject: z.string().min(1).max(255).parse(claims['sub']),
    login: SAID.login.parse(read(settings.claims.login)),
    email: SAID.email.parse(read(settings.claims.email)),
    isEmailVerified: verified ?? settings.assumesEmailVerified,
    // What says so speaks of the claim email, and of no other one that the settings may name.
    isEmailProven: verified === true && settings.claims.email === 'email',
    displayName: SAID.displayName.parse(read(settings.claims.displayName)),
    groups: SAID.groups.parse(read(groups)),
    userType: SAID.userType.parse(read(settings.claims.userType)),
    hasSecondFactor:
      amr.some((value) => settings.secondFactor.amr.includes(value)) ||
      (acr !== null && settings.secondFactor.acr.includes(acr)),
    isDeviceVouchedFor: compliance !== null && vouches(claims[compliance.claim], compliance),
    level: acr,
    received: saidNames(claims),
    hasTooManyGroups: hasGroupOverage(claims, groups),
    isFresh: false,
    signedInAt: null,
  };
}

/** Where Entra ID signs people in: in the cloud of all, and in those of governments and of China. */
const ENTRA_HOSTS: readonly string[] = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
];

/**
 * Whether the provider says that the address is the person's. Entra ID says it by a marker of its own, `xms_edov`, for it puts
 * into `email` whatever an administrator of a guest's tenant wrote there. @returns undefined: it says nothing
 */
function readVerified(claims: Record<string, unknown>, { issuer }: OidcUpstreamSettings): boolean | undefined {
  const { xms_edov: marker, email_verified: verified } = claims;
  if (!ENTRA_HOSTS.includes(new URL(issuer).hostname)) return verified === undefined ? undefined : verified === true;
  if (verified === false) return false;
  return marker === undefined ? undefined : [true, 1, '1', 'true'].some((yes) => yes === marker);
}

/** Entra ID names, instead of more than 200 groups, a place to read them (distributed claims; or `hasgroups`). */
function hasGroupOverage(claims: Record<string, unknown>, groups: string | null): boolean {
  const elsewhere = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(claims['_claim_names'] ?? {});
  return (groups !== null && Object.hasOwn(elsewhere, groups)) || claims['hasgroups'] === true;
}
