import { audit } from '../audit/audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import type { SamlPostData } from '@vestibule/contracts';
import { asWord, PersonalWord } from '../../repositories/audit-words.ts';
import type { Person } from '../../repositories/people.ts';
import {
  fail,
  FAILURE_MESSAGES,
  type FailureCode,
  NOT_FRESH,
  type UpstreamFailure,
} from '../people/identity-providers/failure.ts';
import type { Intent, UpstreamIdentity } from '../people/identity-providers/intent.ts';
import type { Upstream } from '../people/identity-providers/settings.ts';
import { keepTrialResult } from '../people/identity-providers/trial.ts';
import type { UpstreamQuestion } from './upstream-question.ts';
import { declineNotFresh } from './saml/decline-sign-in.ts';

/** A refusal, and the sign-in it was for, so that the person can go on with it in another way. */
export interface UpstreamRefusal
  extends Refusal<
    | FailureCode
    | 'upstream_unknown'
    | 'upstream_person_unknown'
    | 'upstream_domain_wrong'
    | 'upstream_login_taken'
    | 'account_disabled'
    | 'sign_in_unknown'
    | 'too_many_attempts'
  > {
  readonly loginMarker: string | null;
}

/** Tells the application; where it cannot be told, the person. */
export async function notFresh(
  context: ServerContext,
  origin: Origin,
  upstream: Upstream,
  loginMarker: string | null,
): Promise<UpstreamRefusal | { readonly declined: SamlPostData; readonly loginMarker: string }> {
  const refusal = await failed(context, origin, upstream, loginMarker, NOT_FRESH);
  const declined = loginMarker === null ? null : await declineNotFresh(context, origin, loginMarker);
  return declined === null || loginMarker === null ? refusal : { declined, loginMarker };
}

/** A failure in what was begun: anyone who tries is told all of it. */
export async function failedIn(
  context: ServerContext,
  origin: Origin,
  upstream: Upstream,
  { loginMarker, trialId }: Intent,
  failure: UpstreamFailure,
): Promise<UpstreamRefusal | { readonly isTrialOver: true }> {
  if (trialId === null) return failed(context, origin, upstream, loginMarker, failure);
  await failed(context, origin, upstream, loginMarker, failure, { trialId });
  await keepTrialResult(context, trialId, {
    state: 'failed',
    code: failure.failure,
    reason: failure.reason.slice(0, 300),
  });
  return { isTrialOver: true };
}

export async function unknownUpstream(
  context: ServerContext,
  origin: Origin,
  loginMarker: string | null,
): Promise<UpstreamRefusal> {
  const refusal = unknown();
  await audit(context, origin, { action: 'upstream', outcome: 'refused', details: { code: refusal.refused } });
  return { ...refusal, loginMarker };
}

export function unknown(): Refusal<'upstream_unknown'> {
  return refuse('upstream_unknown', 'This way to sign in is not known here, or was switched off.');
}

export async function failed(
  context: ServerContext,
  origin: Origin,
  upstream: Upstream,
  loginMarker: string | null,
  { failure, reason }: UpstreamFailure,
  trial: { readonly trialId?: string } = {},
): Promise<UpstreamRefusal> {
  const refusal = refuse(failure, FAILURE_MESSAGES[failure]);
  const details = { code: refusal.refused, reason: reason.slice(0, 300), ...trial };
  await auditUpstream(context, origin, 'refused', upstream, details, { isProven: trial.trialId !== undefined });
  return { ...refusal, loginMarker };
}

export function unusable(reason: string): UpstreamFailure {
  return fail('upstream_failed', reason);
}

/** Another person is signed in, who is asked: each word goes with the person whose it is. */
export async function auditQuestion(
  context: ServerContext,
  origin: Origin,
  upstream: Upstream,
  { signedIn, named }: UpstreamQuestion,
  { subject }: UpstreamIdentity,
): Promise<void> {
  const account = { subjectId: named?.id ?? null, upstreamId: upstream.row.id, account: subject };
  const details = {
    code: 'other_person_signed_in',
    subject: new PersonalWord(account, subject),
    signedIn: asWord(signedIn),
    ...(named === null ? {} : { named: asWord(named) }),
  };
  await auditUpstream(context, origin, 'refused', upstream, details, { isProven: true });
}

export async function auditUpstream(
  context: ServerContext,
  origin: Origin,
  outcome: 'done' | 'refused',
  { row }: Upstream,
  details: Record<string, unknown>,
  { person = null, isProven = false }: { readonly person?: Person | null; readonly isProven?: boolean } = {},
): Promise<void> {
  const of = { subjectId: person?.id ?? null, upstreamId: row.id, account: null };
  const event = { outcome, target: row.name, about: row.id, isProven, of, details };
  await audit(context, origin, { action: 'upstream', ...event });
}
