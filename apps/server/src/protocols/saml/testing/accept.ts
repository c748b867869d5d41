import { type AcceptedRequest, acceptAuthnRequest } from '../authn-request.ts';
import { receivePost } from '../post-binding.ts';
import { receiveRedirect } from '../redirect-binding.ts';
import type { ServiceProvider } from '../service-provider.ts';
import { ENTITY_ID, NOW, SSO_URL, serviceProvider } from './fixtures.ts';

const registered = serviceProvider();

/** The whole way of a posted request, with the record of the one registered application. */
export function acceptPost(
  fields: Record<string, unknown>,
  record: ServiceProvider = registered,
  now = NOW,
): AcceptedRequest {
  const received = receivePost(fields);
  return received.ok ? accept(received.received, record, now) : received;
}

export function acceptRedirect(rawQuery: string, record: ServiceProvider = registered, now = NOW): AcceptedRequest {
  const received = receiveRedirect(rawQuery);
  return received.ok ? accept(received.received, record, now) : received;
}

function accept(received: Parameters<typeof acceptAuthnRequest>[0], record: ServiceProvider, now: Date) {
  const found = received.claimedIssuer === ENTITY_ID ? record : null;
  return acceptAuthnRequest(received, { serviceProvider: found, ssoUrl: SSO_URL, now });
}

/** The code of a refusal, or 'accepted'. */
export function codeOf(result: AcceptedRequest): string {
  return result.ok ? 'accepted' : result.code;
}
