export {
  authnContextClassOf,
  type RequestedAuthnContext,
  type SignInMethod,
  satisfiesAuthnContext,
} from './authn-context.ts';
export { type AcceptedRequest, type AcceptOptions, type AuthnRequest, acceptAuthnRequest } from './authn-request.ts';
export {
  type ErrorStatus,
  type IssuedResponse,
  type IssueErrorOptions,
  type IssueOptions,
  issueErrorResponse,
  issueResponse,
} from './issue-response.ts';
export { SAML_LIMITS } from './limits.ts';
export { createMetadata, type MetadataOptions } from './metadata.ts';
export { NAME_ID_FORMATS, type NameIdFormat, type Person } from './name-id.ts';
export { receivePost } from './post-binding.ts';
export type { Received, ReceivedRequest } from './received-request.ts';
export { receiveRedirect } from './redirect-binding.ts';
export { DEVICE_STANDING_ATTRIBUTE, type DeviceStanding } from './response-xml.ts';
export type { SamlErrorCode, SamlRefusal } from './saml-refusal.ts';
export { type ServiceProvider, type ServiceProviderInput, serviceProviderSchema } from './service-provider.ts';
export { createSigningKey, loadSigningKey, type SigningKey } from './signing-key.ts';
