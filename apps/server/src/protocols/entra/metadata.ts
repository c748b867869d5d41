import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { SigningKey } from '../saml/index.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** Path of the second step below the gate's address. */
export const SECOND_STEP_PATH = '/second-step';

/** What the identity provider is told of one method. Each has its own issuer: an answer to one is none to another. */
export function addressesOf({ publicUrl }: Pick<ServerContext, 'publicUrl'>, applicationId: string) {
  const issuer = `${publicUrl}${SECOND_STEP_PATH}/${applicationId}`;
  return {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorize: `${issuer}/authorize`,
    keys: `${issuer}/keys`,
  };
}

/** The discovery document: what Entra ID asks of an external method, and nothing that is not so. */
export function describeProvider(context: Pick<ServerContext, 'publicUrl'>, applicationId: string) {
  const { issuer, authorize, keys } = addressesOf(context, applicationId);
  return {
    issuer,
    authorization_endpoint: authorize,
    jwks_uri: keys,
    scopes_supported: ['openid'],
    response_types_supported: ['id_token'],
    response_modes_supported: ['form_post'],
    grant_types_supported: ['implicit'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claim_types_supported: ['normal'],
    claims_supported: ['sub', 'acr', 'amr'],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** The published keys, with their certificates: the active one first, and the next one during a change. */
export function describeKeys(published: readonly SigningKey[]) {
  return { keys: published.map(describeKey) };
}

function describeKey({ certificatePem, certificateBase64, keyId }: SigningKey) {
  const { kty, n, e } = createPublicKey(certificatePem).export({ format: 'jwk' });
  const thumbprint = createHash('sha1').update(new X509Certificate(certificatePem).raw).digest('base64url');
  return { kty, n, e, use: 'sig', alg: 'RS256', kid: keyId, x5t: thumbprint, x5c: [certificateBase64] };
}
