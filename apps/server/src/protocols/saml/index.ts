export {
  authnContextClassOf,
  provenSignInMethod,
  type RequestedAuthnContext,
  satisfiesAuthnContext,
  type SignInMethod,
} from './authn-context.ts';
export { type AuthnRequest, acceptAuthnRequest } from './authn-request.ts';
export type { DeviceEvidence, DeviceStanding } from './device-statement.ts';
export { checkIdpInitiated } from './idp-initiated.ts';
export { type ErrorStatus, issueErrorResponse, issueResponse } from './issue-response.ts';
export { issueLogoutRequest, issueLogoutResponse, type LogoutStatus } from './logout/issue-logout.ts';
export { acceptLogoutRequest } from './logout/logout-request.ts';
export { acceptLogoutResponse, claimedRequestOf } from './logout/logout-response.ts';
export { receiveLogoutPost, receiveLogoutRedirect } from './logout/receive-logout.ts';
export { createMetadata } from './metadata.ts';
export { isSameNameId } from './name-id.ts';
export type { OutgoingMessage } from './outgoing-message.ts';
export { parseXmlStrict } from './parse-xml-strict.ts';
export { receivePost } from './post-binding.ts';
export type { Received } from './received-message.ts';
export { receiveRedirect } from './redirect-binding.ts';
export type { SamlErrorCode } from './saml-refusal.ts';
export { type ServiceProvider, serviceProviderSchema } from './service-provider.ts';
export type { MetadataErrorCode } from './service-provider-metadata/metadata-refusal.ts';
export { readServiceProviderMetadata } from './service-provider-metadata/read-service-provider-metadata.ts';
export { createSigningKey, loadSigningKey, type SigningKey } from './signing-key.ts';
