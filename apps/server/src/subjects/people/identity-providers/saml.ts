import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { authenticate } from '../../../operations/crypto/tokens.ts';
import { parseXmlStrict } from '../../../protocols/saml/index.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { fail, type UpstreamFailure } from './failure.ts';
import type { Intent, UpstreamIdentity } from './intent.ts';
import { readAssertion } from './saml-assertion.ts';
import { declines, whyShapeIsWrong } from './saml-shape.ts';
import { addressesOf, type Upstream } from './settings.ts';

export type SamlUpstream = Extract<Upstream, { kind: 'saml' }>;

/** Some answers carry hundreds of groups. */
const ANSWER_MARKUP = { bytes: 262_144, depth: 32, elements: 4096, attributesPerElement: 64 };
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Where the browser is sent with a request. */
export async function createSamlRequestUrl(
  context: ServerContext,
  upstream: SamlUpstream,
  state: string,
  intent: Intent,
): Promise<string> {
  const serviceProvider = createServiceProvider(context, upstream, state, intent);
  return serviceProvider.getAuthorizeUrlAsync(state, undefined, {});
}

/**
 * Checks a posted answer: what the text may hold, its shape, both signatures, and then the verified assertion.
 * @param samlResponse as posted
 * @returns the identity, or what is wrong
 */
export async function readSamlAnswer(
  context: ServerContext,
  upstream: SamlUpstream,
  state: string,
  intent: Intent,
  samlResponse: string,
): Promise<UpstreamIdentity | UpstreamFailure> {
  // Some identity providers break the base64 into lines.
  const base64 = samlResponse.replaceAll(/[\r\n]/g, '');
  if (base64 === '' || !BASE64.test(base64)) return unusable('It is not base64.');
  const parsed = parseXmlStrict(Buffer.from(base64, 'base64'), ANSWER_MARKUP);
  if (!parsed.ok) return unusable(parsed.reason);
  if (declines(parsed.document)) return fail('upstream_denied', 'The identity provider did not sign anybody in.');
  const { acs: acsUrl } = addressesOf(context, upstream.row.id);
  const requestId = requestIdOf(context, state);
  const problem = whyShapeIsWrong(parsed.document, { acsUrl, requestId, issuer: upstream.settings.entityId });
  if (problem !== null) return unusable(problem);
  const serviceProvider = createServiceProvider(context, upstream, state, intent);
  const verified = await serviceProvider
    .validatePostResponseAsync({ SAMLResponse: base64 })
    .catch((error: unknown) => (error instanceof Error ? error.message : 'It was refused.'));
  if (typeof verified === 'string') return unusable(verified);
  const { profile } = verified;
  if (profile === null) return unusable('It signs no one in.');
  return readAssertion(profile.getAssertion?.(), profile['attributes'], {
    settings: upstream.settings,
    acsUrl,
    requestId,
    now: context.now(),
    startedAt: new Date(intent.startedAt),
  });
}

function unusable(reason: string): UpstreamFailure {
  return fail('upstream_failed', reason);
}

/** What the identity provider is told about us. */
export function createUpstreamMetadata(context: ServerContext, upstream: SamlUpstream): string {
  const serviceProvider = createServiceProvider(context, upstream, '', null);
  const certificates = context.samlKeys.published.map(({ certificatePem }) => certificatePem);
  return serviceProvider.generateServiceProviderMetadata(null, upstream.settings.signsRequests ? certificates : null);
}

/** One object per identity provider and sign-in: it knows one issuer's certificates and one request. */
function createServiceProvider(
  context: ServerContext,
  { row, settings }: SamlUpstream,
  state: string,
  intent: Intent | null,
): SAML {
  const { acs, metadata } = addressesOf(context, row.id);
  const requestId = requestIdOf(context, state);
  return new SAML({
    issuer: metadata,
    callbackUrl: acs,
    audience: metadata,
    entryPoint: settings.ssoUrl,
    idpIssuer: settings.entityId,
    idpCert: settings.certificates,
    identifierFormat: settings.nameIdFormat,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    // SAML knows no `max_age`: a recent sign-in is a new one.
    forceAuthn: intent !== null && !intent.isAskedAlready && (intent.isFresh || intent.wantsRecent),
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    cacheProvider: onlyRequest(requestId, intent),
    // Times are checked by our own clock, in readAssertion.
    acceptedClockSkewMs: -1,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...(settings.signsRequests && {
      privateKey: context.samlKeys.active.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      publicCert: context.samlKeys.active.certificatePem,
    }),
  });
}

/**
 * The requests an answer may belong to: the one whose intent was taken from the database, once, for this very answer.
 * Nothing is remembered in this process.
 */
function onlyRequest(requestId: string, intent: Intent | null): CacheProvider {
  return {
    saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
    // The intent's own end was checked when it was taken, so the moment given here is always recent enough.
    getAsync: (key) => Promise.resolve(key === requestId && intent !== null ? new Date().toISOString() : null),
    removeAsync: (key) => Promise.resolve(key),
  };
}

/** The id of the request that goes with a state. It gives nothing away of the state. */
function requestIdOf({ secret }: ServerContext, state: string): string {
  return `_${authenticate(secret, 'upstream-saml-request', state)}`;
}
