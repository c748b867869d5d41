import { readMessageHead } from '../message-head.ts';
import { attributeOf, childElements, isNamed } from '../read-xml.ts';
import type { ReceivedMessage } from '../received-message.ts';
import { malformed, refuse, type SamlRefusal } from '../saml-refusal.ts';
import { STATUS_PREFIX } from '../status.ts';
import { checkHead, type Endpoint, trustMessage } from '../trust-message.ts';
import type { Element } from '@xmldom/xmldom';

/** An application's answer to our LogoutRequest. */
export interface LogoutAnswer {
  readonly issuer: string;
  /** One of `openRequestIds`. It is answered now: take it out of them. */
  readonly inResponseTo: string;
  /** `partial`: the application signed the person out, and could not reach everybody behind it. */
  readonly outcome: 'success' | 'partial' | 'failed';
  readonly relayState: string | null;
}

export type AcceptedLogoutAnswer = { readonly ok: true; readonly answer: LogoutAnswer } | SamlRefusal;

export interface LogoutAnswerOptions extends Endpoint {
  /** Ids of the requests sent to this service provider and not answered yet. */
  readonly openRequestIds: readonly string[];
}

/**
 * Decides whether a received LogoutResponse answers a request of ours. It must be signed where the application has a
 * certificate on record. Of one that has none it is taken unsigned: the id that it answers is known to that application and
 * this browser alone, and nothing ends by it.
 *
 * @param options `address` is that of single logout
 * @returns the answer, or a refusal with one of the codes `saml_request_*`; `saml_request_replayed` when it answers
 *   no request that is open
 */
export function acceptLogoutResponse(received: ReceivedMessage, options: LogoutAnswerOptions): AcceptedLogoutAnswer {
  const mustBeSigned = options.serviceProvider === null || options.serviceProvider.certificates.length > 0;
  const trusted = trustMessage(received, options.serviceProvider, mustBeSigned);
  if (!trusted.ok) return trusted;
  const read = readMessageHead(trusted.document, 'LogoutResponse');
  if (!read.ok) return read;
  const { head } = read;
  const refusal = checkHead(head, received.isSigned, trusted.serviceProvider, options);
  if (refusal !== null) return refusal;
  const [status, ...rest] = head.children;
  const outcome = status === undefined || rest.length > 0 ? null : readOutcome(status);
  if (outcome === null) return malformed('The answer does not hold exactly one status.');
  const inResponseTo = attributeOf(head.root, 'InResponseTo');
  if (inResponseTo === undefined || !options.openRequestIds.includes(inResponseTo)) {
    return refuse('saml_request_replayed', 'This answers no request that is open.');
  }
  return { ok: true, answer: { issuer: head.issuer, inResponseTo, outcome, relayState: received.relayState } };
}

const ID_MAXIMUM_LENGTH = 256;

/** Which request a message says that it answers: not verified, to find what waits for it. */
export function claimedRequestOf({ unverified }: Pick<ReceivedMessage, 'unverified'>): string | null {
  const root = unverified.documentElement;
  const id = root === null ? undefined : attributeOf(root, 'InResponseTo');
  return id === undefined || id.length > ID_MAXIMUM_LENGTH ? null : id;
}

function readOutcome(status: Element): LogoutAnswer['outcome'] | null {
  if (!isNamed(status, 'samlp', 'Status')) return null;
  const [code] = childElements(status) ?? [];
  if (code === undefined || !isNamed(code, 'samlp', 'StatusCode')) return null;
  if (attributeOf(code, 'Value') !== `${STATUS_PREFIX}Success`) return 'failed';
  const second = childElements(code)?.[0];
  return second !== undefined && attributeOf(second, 'Value') === `${STATUS_PREFIX}PartialLogout`
    ? 'partial'
    : 'success';
}
