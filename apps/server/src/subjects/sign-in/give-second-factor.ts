import type { PasskeyAssertion, PasskeyRequestOptions } from '@vestibule/contracts';
import { findConfirmedFactors, findPasskey } from '../../repositories/second-factors.ts';
import type { Caller } from '../../context/caller.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { codeAttempt, forgive, mayTry } from '../people/attempts.ts';
import { beginCeremony, PASSKEY_SECOND_FACTOR, takeCeremony } from '../people/factors/ceremonies.ts';
import { auditFactor, refuseFactor } from '../people/factors/factor-audit.ts';
import { createChallenge, isAssertionRight, readChallenge, requestOptions } from '../people/factors/passkeys.ts';
import { isRecoveryCodeRight } from '../people/factors/recovery-codes.ts';
import { addFactor, describeProgress, type SessionCookies } from './sessions.ts';
import { isTotpRight } from '../people/factors/totp.ts';
import type { Visit } from '../people/visit.ts';

export type GivenFactor =
  | { readonly method: 'totp' | 'recovery-code'; readonly code: string }
  | { readonly method: 'passkey'; readonly response: PasskeyAssertion };

/** Takes the second factor: to go on signing in, for an application that asks for more, or as fresh proof. */
export async function giveSecondFactor(
  context: ServerContext,
  visit: Visit,
  caller: Caller,
  given: GivenFactor,
  loginMarker: string | undefined,
): Promise<
  | (SessionCookies & { readonly continueTo: string })
  | Refusal<'code_wrong' | 'passkey_refused' | 'too_many_attempts' | 'sign_in_unknown' | 'not_signed_in'>
> {
  const { person } = caller;
  const progress = await describeProgress(context, caller, loginMarker);
  if (isRefusal(progress)) return progress;
  const refusal =
    given.method === 'passkey'
      ? await whyPasskeyIsWrong(context, caller, given.response)
      : await whyCodeIsWrong(context, visit, caller, given);
  const event = { what: 'given', method: given.method } as const;
  if (refusal !== null) return refuseFactor(context, visit, person, event, refusal);
  const session = await addFactor(context, visit, caller, given.method, loginMarker);
  if (!isRefusal(session)) await auditFactor(context, visit, person, event);
  return session;
}

/** Begins to give a passkey: only the person's own may answer. */
export async function beginPasskeyFactor(
  context: ServerContext,
  { session, person }: Caller,
): Promise<PasskeyRequestOptions | Refusal<'not_found'>> {
  const factors = await findConfirmedFactors(context.database, { companyId: person.companyId, personId: person.id });
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  if (passkeys.length === 0) return refuse('not_found', 'There is no passkey of this person.');
  const challenge = createChallenge();
  await beginCeremony(context, PASSKEY_SECOND_FACTOR, challenge, { sessionId: session.id });
  return requestOptions(context, challenge, passkeys);
}

/**
 * Tries at a recovery code are not counted: they have 78 bits, and no one who guesses at the codes of an app shall shut this
 * way in.
 */
async function whyCodeIsWrong(
  context: ServerContext,
  visit: Visit,
  { person }: Caller,
  { method, code }: Extract<GivenFactor, { code: string }>,
): Promise<Refusal<'code_wrong' | 'too_many_attempts'> | null> {
  const holder = { companyId: person.companyId, personId: person.id };
  const wrong = refuse('code_wrong', 'This code is wrong, over, or was used before.');
  if (method === 'recovery-code') return (await isRecoveryCodeRight(context, holder, code)) ? null : wrong;
  const attempt = await codeAttempt(context, person, visit);
  if (!(await mayTry(context, attempt))) {
    return refuse('too_many_attempts', 'Too many codes in a short time. Wait a few minutes and try again.');
  }
  if (!(await isTotpRight(context, holder, code))) return wrong;
  await forgive(context, attempt);
  return null;
}

async function whyPasskeyIsWrong(
  context: ServerContext,
  { session, person }: Caller,
  response: PasskeyAssertion,
): Promise<Refusal<'passkey_refused'> | null> {
  const challenge = readChallenge(response.response.clientDataJSON);
  const ceremony = challenge === null ? null : await takeCeremony(context, PASSKEY_SECOND_FACTOR, challenge);
  const passkey = await findPasskey(context.database, context.company.id, response.id);
  const own = passkey?.personId === person.id ? passkey : null;
  const isRight =
    challenge !== null &&
    ceremony?.sessionId === session.id &&
    (await isAssertionRight(context, response, challenge, own));
  return isRight ? null : refuse('passkey_refused', 'This passkey was not accepted.');
}
