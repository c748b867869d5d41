import type { RequestedAuthnContext } from './authn-context.ts';
import { isNameIdFormat, type NameIdFormat } from './name-id.ts';
import { type AuthnRequestContent, parseAuthnRequest } from './parse-authn-request.ts';
import type { ReceivedMessage } from './received-message.ts';
import { refuse, type SamlRefusal } from './saml-refusal.ts';
import { defaultAcsUrlOf, type ServiceProvider } from './service-provider.ts';
import { checkHead, rememberUntil, trustMessage } from './trust-message.ts';
import { HTTP_POST_BINDING } from './xml-names.ts';

/** A request that may be acted on: every value was checked, and comes from the signed octets when it was signed. */
export interface AuthnRequest {
  readonly id: string;
  readonly issuer: string;
  readonly issueInstant: Date;
  /** Until when the caller must remember `id` together with `issuer`, and refuse it as `saml_request_replayed`. */
  readonly rememberUntil: Date;
  /** One of the registered addresses. */
  readonly acsUrl: string;
  readonly relayState: string | null;
  readonly binding: 'redirect' | 'post';
  readonly isSigned: boolean;
  /** The person must sign in again. */
  readonly forceAuthn: boolean;
  /** Nothing may be asked of the person; if something must be, answer with `issueErrorResponse` NoPassive. */
  readonly isPassive: boolean;
  /** null: as registered. */
  readonly nameIdFormat: NameIdFormat | null;
  /** What was asked for where no such name can be given; answer with `issueErrorResponse` InvalidNameIDPolicy. */
  readonly impossibleName: string | null;
  readonly requestedAuthnContext: RequestedAuthnContext | null;
  /** Who is meant, by the name they have at the application; only in a signed request of one that may say so. */
  readonly subject: string | null;
}

export type AcceptedRequest = { readonly ok: true; readonly request: AuthnRequest } | SamlRefusal;

export interface AcceptOptions {
  /** The record registered for `received.claimedIssuer`; null when there is none, or it is switched off. */
  readonly serviceProvider: ServiceProvider | null;
  /** The address of the single sign-on endpoint as published in the metadata. */
  readonly ssoUrl: string;
  readonly now: Date;
}

/**
 * Decides whether a received request may begin a sign-in.
 *
 * @returns the request, or the refusal with one of the codes `saml_request_*` (all but `saml_request_replayed`). A
 *   refusal is shown to the person and never sent to the address the message names.
 */
export function acceptAuthnRequest(received: ReceivedMessage, options: AcceptOptions): AcceptedRequest {
  const { ssoUrl, now } = options;
  const mustBeSigned = options.serviceProvider?.wantAuthnRequestsSigned ?? true;
  const trusted = trustMessage(received, options.serviceProvider, mustBeSigned);
  if (!trusted.ok) return trusted;
  const { serviceProvider } = trusted;
  const parsed = parseAuthnRequest(trusted.document);
  if (!parsed.ok) return parsed;
  const { content } = parsed;
  const refusal =
    checkHead(content, received.isSigned, serviceProvider, { address: ssoUrl, now }) ??
    checkSupport(content) ??
    checkSubject(content, received, serviceProvider);
  if (refusal !== null) return refusal;
  const acsUrl = selectAcsUrl(content, serviceProvider);
  if (acsUrl === null) {
    return refuse('saml_request_acs_not_registered', 'The address for the response is not registered.');
  }
  return { ok: true, request: toAuthnRequest(content, received, serviceProvider, acsUrl) };
}

/** By URL (the same text, character by character), else by index, else the default. Never another one instead. */
function selectAcsUrl(content: AuthnRequestContent, serviceProvider: ServiceProvider): string | null {
  const { acsUrls } = serviceProvider;
  if (content.acsUrl !== undefined) return acsUrls.find(({ url }) => url === content.acsUrl)?.url ?? null;
  if (content.acsIndex !== undefined) return acsUrls.find(({ index }) => index === content.acsIndex)?.url ?? null;
  return defaultAcsUrlOf(serviceProvider);
}

function checkSupport({ protocolBinding }: AuthnRequestContent): SamlRefusal | null {
  return protocolBinding === undefined || protocolBinding === HTTP_POST_BINDING
    ? null
    : notSupported('Responses go by HTTP-POST only.');
}

/** @returns a format that is not known here, or another application than this one, as which the person should be known */
function impossibleNameOf(
  { nameIdFormat, spNameQualifier }: AuthnRequestContent,
  { entityId }: ServiceProvider,
): string | null {
  if (nameIdFormat !== undefined && !isNameIdFormat(nameIdFormat)) return nameIdFormat;
  return spNameQualifier === undefined || spNameQualifier === entityId ? null : spNameQualifier;
}

/** A name that anybody could have written is no one's. */
function checkSubject(
  { subject }: AuthnRequestContent,
  { isSigned }: ReceivedMessage,
  { namesPerson }: ServiceProvider,
): SamlRefusal | null {
  return subject === null || (namesPerson && isSigned) ? null : notSupported('The request may not name a person.');
}

function notSupported(message: string): SamlRefusal {
  return refuse('saml_request_not_supported', message);
}

function toAuthnRequest(
  content: AuthnRequestContent,
  received: ReceivedMessage,
  serviceProvider: ServiceProvider,
  acsUrl: string,
): AuthnRequest {
  const { id, issuer, issueInstant, forceAuthn, isPassive, nameIdFormat, requestedAuthnContext, subject } = content;
  return {
    id,
    issuer,
    issueInstant,
    rememberUntil: rememberUntil(issueInstant, serviceProvider),
    acsUrl,
    relayState: received.relayState,
    binding: received.binding,
    isSigned: received.isSigned,
    forceAuthn,
    isPassive,
    nameIdFormat: nameIdFormat !== undefined && isNameIdFormat(nameIdFormat) ? nameIdFormat : null,
    impossibleName: impossibleNameOf(content, serviceProvider),
    requestedAuthnContext,
    subject,
  };
}
