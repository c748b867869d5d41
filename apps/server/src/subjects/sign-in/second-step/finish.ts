import { hashToken } from '../../../operations/crypto/tokens.ts';
import { finishIssuedAssertion, isFor } from '../../../repositories/issued-assertions.ts';
import { findPendingSignIn } from '../../../repositories/pending-sign-ins.ts';
import type { WebSession } from '../../../repositories/people.ts';
import { signAnswer } from '../../../protocols/entra/answer.ts';
import { addressesOf } from '../../../protocols/entra/metadata.ts';
import { methodOf } from '../../../protocols/entra/methods.ts';
import { audit } from '../../audit/audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { findJudged } from '../issue/judged-by.ts';
import { findMethod } from './begin.ts';

/** What is posted to the identity provider. */
export interface SecondStepAnswer {
  readonly kind: 'answer';
  readonly redirectUri: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Answers a request of Entra ID, for a person whom the gate has let through a moment ago. Where what they were let through by has
 * changed since, the gate is asked again.
 * @param given.handle what the gate gave the page: it works once, for this browser's sign-in, for a minute
 */
export async function finishSecondStep(
  context: ServerContext,
  origin: Origin,
  given: { readonly loginMarker: string; readonly handle: string; readonly session: WebSession },
): Promise<SecondStepAnswer | { readonly kind: 'gate'; readonly location: string } | Refusal<'sign_in_unknown'>> {
  const { database, company } = context;
  const taking = {
    companyId: company.id,
    assertionId: hashToken(given.handle),
    sessionIndex: given.loginMarker,
    webSessionId: given.session.id,
    now: context.now(),
  };
  const judged = await findJudged(database, taking);
  if (judged === null || !isFor(judged.issued, taking)) return refuseUnknown();
  const found = await findPendingSignIn(database, company.id, given.loginMarker);
  const request = found?.pending.secondStep ?? null;
  const method = found === null ? null : await findMethod(context, found.application.id);
  if (request?.kind !== 'entra' || method === null) return refuseUnknown();
  // An administrator may have taken the address out since.
  if (!method.record.redirectUris.includes(request.redirectUri)) return refuseUnknown();
  const issued = judged.isSame ? await finishIssuedAssertion(database, taking) : null;
  if (issued === null) return { kind: 'gate', location: `/saml/continue?login=${given.loginMarker}` };
  const { application } = method;
  const proof = methodOf(issued.evidence, request.amr);
  const isMet = proof !== null;
  await audit(context, origin, {
    action: 'second-step',
    outcome: isMet ? 'done' : 'refused',
    target: application.name,
    isProven: true,
    details: isMet
      ? { personId: issued.personId, acr: request.acr, amr: proof, standing: issued.standing }
      : { code: 'unmet_authentication_requirements', evidence: issued.evidence, wanted: request.amr },
  });
  if (!isMet) return answerWith(request, { error: 'unmet_authentication_requirements' });
  const idToken = await signAnswer(context.samlKeys.active, {
    issuer: addressesOf(context, application.id).issuer,
    clientId: application.entityId,
    subject: request.subject,
    nonce: request.nonce,
    acr: request.acr,
    method: proof,
    now: context.now(),
  });
  return answerWith(request, { id_token: idToken });
}

/** The state goes back as it came, and not at all where none came. */
export function answerWith(
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  fields: Readonly<Record<string, string>>,
): SecondStepAnswer {
  return { kind: 'answer', redirectUri, fields: { ...fields, ...(state === null ? {} : { state }) } };
}

function refuseUnknown(): Refusal<'sign_in_unknown'> {
  return refuse('sign_in_unknown', 'This sign-in is not known here, is over, or was finished before.');
}
