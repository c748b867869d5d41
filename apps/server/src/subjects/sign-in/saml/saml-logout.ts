import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { findApplication, findApplicationByEntityId } from '../../../repositories/companies.ts';
import type { IssuedAssertion } from '../../../repositories/issued-assertions.ts';
import {
  endSessions,
  findEndedAssertions,
  findLiveAssertions,
  type LiveAssertion,
} from '../../../repositories/logout.ts';
import { rememberOnce } from '../../../repositories/ceremonies.ts';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import {
  acceptLogoutRequest,
  acceptLogoutResponse,
  claimedRequestOf,
  isSameNameId,
  type Received,
  type SamlErrorCode,
  serviceProviderSchema,
} from '../../../protocols/saml/index.ts';
import { audit } from '../../audit/audit.ts';
import {
  answerInitiator,
  beginChain,
  continueChain,
  type LogoutStep,
  takeChain,
  takeChainAsked,
} from './logout-chain.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

const SIGN_OUT_ASKED = `${ACCOUNT_PATHS.sessionStatus}?asked=sign-out`;

/**
 * Takes a LogoutRequest of an application, or an application's answer to ours.
 * @param from.answerTo the RelayState of an answer, also of one that cannot be read
 * @param from.browser what the browser shows in a sign-out
 */
export async function takeLogoutMessage(
  context: ServerContext,
  origin: Origin,
  received: Received,
  from: { readonly answerTo: string | null; readonly browser: string },
): Promise<LogoutStep | Refusal<SamlErrorCode>> {
  const taken = !received.ok
    ? await takeUnreadable(context, origin, refuse(received.code, received.message), from)
    : received.received.name === 'LogoutRequest'
      ? await takeRequest(context, origin, received, from.browser)
      : await takeAnswer(context, origin, received, from.browser);
  if ('refused' in taken) {
    const target = received.ok ? received.received.claimedIssuer : null;
    await audit(context, origin, {
      action: 'saml-logout',
      outcome: 'refused',
      target,
      details: { code: taken.refused, reason: taken.message },
    });
  }
  return taken;
}

/**
 * What cannot be read is believed in nothing, and still it came back with what only the application that was asked and this
 * browser know: the chain goes on, and that application counts as open.
 */
async function takeUnreadable(
  context: ServerContext,
  origin: Origin,
  refusal: Refusal<SamlErrorCode>,
  { answerTo, browser }: { readonly answerTo: string | null; readonly browser: string },
): Promise<LogoutStep | Refusal<SamlErrorCode>> {
  const chain = answerTo === null ? null : await takeChain(context, answerTo);
  if (chain === null) return refusal;
  await auditUnanswered(context, origin, chain.asked.applicationId, { code: refusal.refused, reason: refusal.message });
  return continueChain(context, chain, { wasEnded: false, browser });
}

/** Names the application that gave no answer that counts. */
async function auditUnanswered(
  context: ServerContext,
  origin: Origin,
  applicationId: string,
  details: { readonly code: SamlErrorCode; readonly reason: string },
): Promise<void> {
  const asked = await findApplication(context.database, context.company.id, applicationId);
  await audit(context, origin, {
    action: 'saml-logout',
    outcome: 'refused',
    target: asked?.entityId ?? null,
    // The chain is known to the application and this browser alone, and each step of it is taken once.
    isProven: true,
    details: { ...details, stillOpen: asked?.name ?? applicationId },
  });
}

type Readable = Extract<Received, { ok: true }>;

async function takeRequest(
  context: ServerContext,
  origin: Origin,
  { received }: Readable,
  browser: string,
): Promise<LogoutStep | Refusal<SamlErrorCode>> {
  const { database, company } = context;
  const now = context.now();
  const found = await findApplicationByEntityId(database, company.id, received.claimedIssuer);
  const application = found?.application ?? null;
  const serviceProvider = application === null ? null : serviceProviderSchema.parse(application.serviceProvider);
  // Common libraries sign none unless told to. Anyone could have written it, so the person decides on their own page.
  if (!received.isSigned && application !== null) return { kind: 'done', address: SIGN_OUT_ASKED };
  const accepted = acceptLogoutRequest(received, { serviceProvider, address: sloUrlOf(context), now });
  if (!accepted.ok) return refuse(accepted.code, accepted.message);
  if (application === null || serviceProvider === null) throw new Error('A request of an unknown issuer was accepted.');
  const { request } = accepted;
  const isNew = await rememberOnce(database, {
    companyId: company.id,
    keyHash: hashToken(`logout ${application.id} ${request.id}`),
    kind: 'logout-request',
    expiresAt: request.rememberUntil,
  });
  if (!isNew) return refuse('saml_request_replayed', 'This request was used before.');

  const isMeant = (assertion: IssuedAssertion) => {
    const isSession = request.sessionIndexes.length === 0 || request.sessionIndexes.includes(assertion.sessionIndex);
    const own = { format: assertion.nameIdFormat, value: assertion.nameId };
    const between = { issuer: entityIdOf(context), serviceProvider: serviceProvider.entityId };
    return isSession && isSameNameId(own, request.nameId, between);
  };
  const { id: requestId, relayState, binding } = request;
  const initiator = { applicationId: application.id, requestId, relayState, binding };
  const live = await findLiveAssertions(database, company.id, { applicationId: application.id });
  const meant = live.filter(({ assertion }) => isMeant(assertion));
  if (meant.length === 0) {
    const named = { applicationId: application.id, nameId: request.nameId.value };
    const ended = await findEndedAssertions(database, company.id, named);
    if (!ended.some(isMeant)) return answerUnknown(context, origin, application.entityId, initiator);
  }
  const webSessionIds = [...new Set(meant.map(({ assertion }) => assertion.webSessionId))];
  const others = await findOthers(context, webSessionIds, application.id);
  await endAll(context, origin, application.entityId, webSessionIds);
  return beginChain(context, others, initiator, browser);
}

/** No one was signed out by a name that the application was never given: it hears so, or the person is asked. */
async function answerUnknown(
  context: ServerContext,
  origin: Origin,
  target: string,
  initiator: Parameters<typeof answerInitiator>[1],
): Promise<LogoutStep> {
  const details = { code: 'UnknownPrincipal', reason: 'It names no sign-in that it was given.' };
  await audit(context, origin, { action: 'saml-logout', outcome: 'refused', target, details });
  return (await answerInitiator(context, initiator, 'unknown')) ?? { kind: 'done', address: SIGN_OUT_ASKED };
}

async function takeAnswer(
  context: ServerContext,
  origin: Origin,
  { received }: Readable,
  browser: string,
): Promise<LogoutStep | Refusal<SamlErrorCode>> {
  const chain = await findAnswered(context, received, browser);
  if (chain === null) return refuse('saml_request_replayed', 'This answers no request that is open.');
  const found = await findApplicationByEntityId(context.database, context.company.id, received.claimedIssuer);
  const application = found?.application ?? null;
  const accepted = acceptLogoutResponse(received, {
    serviceProvider: application === null ? null : serviceProviderSchema.parse(application.serviceProvider),
    address: sloUrlOf(context),
    now: context.now(),
    openRequestIds: application?.id === chain.asked.applicationId ? [chain.asked.requestId] : [],
  });
  if (!accepted.ok) {
    const details = { code: accepted.code, reason: accepted.message };
    await auditUnanswered(context, origin, chain.asked.applicationId, details);
  }
  // An answer that cannot be trusted is an application that may still be open; the others are told all the same.
  const wasEnded = accepted.ok && accepted.answer.outcome === 'success';
  return continueChain(context, chain, { wasEnded, browser });
}

/** The step that an answer belongs to. SAML wants our RelayState back, and many applications leave it out. */
async function findAnswered(context: ServerContext, received: Readable['received'], browser: string) {
  const chain = received.relayState === null ? null : await takeChain(context, received.relayState);
  if (chain !== null) return chain;
  const requestId = claimedRequestOf(received);
  return requestId === null ? null : takeChainAsked(context, requestId, browser);
}

async function findOthers(
  context: ServerContext,
  webSessionIds: readonly string[],
  exceptApplicationId: string,
): Promise<LiveAssertion[]> {
  if (webSessionIds.length === 0) return [];
  const live = await findLiveAssertions(context.database, context.company.id, { webSessionIds });
  return live.filter(({ application }) => application.id !== exceptApplicationId);
}

async function endAll(
  context: ServerContext,
  origin: Origin,
  target: string,
  webSessionIds: readonly string[],
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    await endSessions(transaction, context.company.id, webSessionIds, context.now());
    const details = { sessions: webSessionIds.length };
    await audit(context, origin, { action: 'saml-logout', outcome: 'done', target, details }, transaction);
  });
  await context.events.publish({ companyId: context.company.id, personId: null, subject: 'session' });
}

export function sloUrlOf({ publicUrl }: ServerContext): string {
  return `${publicUrl}/saml/slo`;
}

export function entityIdOf({ publicUrl }: ServerContext): string {
  return `${publicUrl}/saml/metadata`;
}
