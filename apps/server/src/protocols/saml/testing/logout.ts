import { acceptLogoutRequest, type AcceptedLogoutRequest } from '../logout/logout-request.ts';
import { acceptLogoutResponse, type AcceptedLogoutAnswer } from '../logout/logout-response.ts';
import { receiveLogoutPost, receiveLogoutRedirect } from '../logout/receive-logout.ts';
import type { Received } from '../received-message.ts';
import type { ServiceProvider } from '../service-provider.ts';
import { signXml, WHOLE_MESSAGE } from './sign-text.ts';
import type { SigningKey } from '../signing-key.ts';
import { applicationKey, ENTITY_ID, NOW, serviceProvider } from './fixtures.ts';

export const SLO_URL = 'https://gate.example/saml/slo';
export const APPLICATION_SLO_URL = 'https://mail.example/saml/slo';

/** The application takes part in single logout by both bindings. */
export const leaving = serviceProvider({
  singleLogoutServices: [
    { binding: 'redirect', url: APPLICATION_SLO_URL },
    { binding: 'post', url: `${APPLICATION_SLO_URL}?by=post` },
  ],
});

export interface LogoutParts {
  readonly id?: string;
  readonly attributes?: string;
  readonly issuer?: string;
  /** XML between the Issuer and what comes next. */
  readonly extra?: string;
  /** XML behind that; replaces the usual. */
  readonly rest?: string;
}

const ATTRIBUTES = `IssueInstant="2026-11-21T08:59:50Z" Destination="${SLO_URL}"`;
const PERSON = '<saml:NameID>mara</saml:NameID><samlp:SessionIndex>_session1</samlp:SessionIndex>';
const SUCCESS = '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>';

export function logoutRequestXml(parts: LogoutParts = {}): string {
  return messageXml('LogoutRequest', { id: '_logout1', attributes: ATTRIBUTES, rest: PERSON, ...parts });
}

export function logoutResponseXml(parts: LogoutParts = {}): string {
  const attributes = `${ATTRIBUTES} InResponseTo="_ours1"`;
  return messageXml('LogoutResponse', { id: '_answer1', attributes, rest: SUCCESS, ...parts });
}

function messageXml(name: string, { id, attributes, issuer = ENTITY_ID, extra = '', rest }: LogoutParts): string {
  return (
    `<samlp:${name} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"` +
    ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" ${attributes}>` +
    `<saml:Issuer>${issuer}</saml:Issuer>${extra}${rest}</samlp:${name}>`
  );
}

/** With the application's enveloped signature. */
export function signed(xml: string, key: SigningKey = applicationKey): string {
  return signXml(xml, WHOLE_MESSAGE, key);
}

function acceptRequest(received: Received, record: ServiceProvider | null, now: Date): AcceptedLogoutRequest {
  if (!received.ok) return received;
  return acceptLogoutRequest(received.received, { serviceProvider: record, address: SLO_URL, now });
}

export function acceptPostedLogout(
  xml: string,
  record: ServiceProvider | null = leaving,
  now = NOW,
): AcceptedLogoutRequest {
  return acceptRequest(receiveLogoutPost({ SAMLRequest: Buffer.from(xml).toString('base64') }), record, now);
}

export function acceptRedirectedLogout(
  rawQuery: string,
  record: ServiceProvider | null = leaving,
  now = NOW,
): AcceptedLogoutRequest {
  return acceptRequest(receiveLogoutRedirect(rawQuery), record, now);
}

/** Whatever the address of single logout makes of an answer, with one open request. */
export function acceptAnswer(
  received: Received,
  openRequestIds: readonly string[] = ['_ours1'],
  record: ServiceProvider = leaving,
): AcceptedLogoutAnswer {
  if (!received.ok) return received;
  const options = { serviceProvider: record, address: SLO_URL, now: NOW, openRequestIds };
  return acceptLogoutResponse(received.received, options);
}

export function acceptPostedAnswer(
  xml: string,
  openRequestIds?: readonly string[],
  record?: ServiceProvider,
): AcceptedLogoutAnswer {
  return acceptAnswer(receiveLogoutPost({ SAMLResponse: Buffer.from(xml).toString('base64') }), openRequestIds, record);
}
