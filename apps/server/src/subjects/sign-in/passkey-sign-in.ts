import type { PasskeyAssertion, PasskeyRequestOptions } from '@vestibule/contracts';
import { findPerson } from '../../repositories/people.ts';
import { findPasskey } from '../../repositories/second-factors.ts';
import { audit } from '../audit/audit.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { beginCeremony, PASSKEY_SIGN_IN, takeCeremony } from '../people/factors/ceremonies.ts';
import { mayUsePasskeyHere } from '../people/local-sign-in.ts';
import {
  createChallenge,
  isAssertionRight,
  readChallenge,
  requestOptions,
  userHandleOf,
} from '../people/factors/passkeys.ts';
import { maySignIn } from '../people/attempts.ts';
import { type OpenedSession, openSession } from './sessions.ts';
import type { Visit } from '../people/visit.ts';

/** Begins a sign-in without a login: nothing is asked, so nothing can be learned about who exists. */
export async function beginPasskeySignIn(context: ServerContext): Promise<PasskeyRequestOptions> {
  const challenge = createChallenge();
  await beginCeremony(context, PASSKEY_SIGN_IN, challenge, {});
  return requestOptions(context, challenge, []);
}

/** Signs a person in by passkey, which is both factors: something they have, opened with a finger or a PIN. */
export async function signInWithPasskey(
  context: ServerContext,
  visit: Visit,
  response: PasskeyAssertion,
  loginMarker: string | undefined,
): Promise<
  OpenedSession | Refusal<'credentials_wrong' | 'account_disabled' | 'sign_in_unknown' | 'too_many_attempts'>
> {
  const challenge = readChallenge(response.response.clientDataJSON);
  const ceremony = challenge === null ? null : await takeCeremony(context, PASSKEY_SIGN_IN, challenge);
  const passkey = await findPasskey(context.database, context.company.id, response.id);
  const person = passkey === null ? null : await findPerson(context.database, context.company.id, passkey.personId);
  const { userHandle } = response.response;
  const isRight =
    challenge !== null && ceremony !== null && (await isAssertionRight(context, response, challenge, passkey));
  const isTheirs = person !== null && (userHandle ?? null) === userHandleOf(person);
  const isWrong = !isRight || !isTheirs || !(await mayUsePasskeyHere(context, person));
  if (passkey === null || isWrong) {
    await audit(context, visit, {
      action: 'sign-in',
      outcome: 'refused',
      target: person,
      about: person?.id,
      details: { code: 'credentials_wrong', factors: ['passkey'] },
    });
    return notAccepted();
  }
  const tooOften = await maySignIn(context, person, visit);
  if (tooOften !== null) return tooOften;
  return openSession(context, visit, person, {
    factors: ['passkey'],
    loginMarker,
    // Since it was looked at, it may have been taken away, or its person may have been told to sign in elsewhere.
    whyNoMore: async (transaction) => {
      const kept = await findPasskey(transaction, context.company.id, response.id);
      const holder = await findPerson(transaction, context.company.id, person.id);
      const isGood = holder !== null && kept?.id === passkey.id;
      return isGood && (await mayUsePasskeyHere({ ...context, database: transaction }, holder)) ? null : notAccepted();
    },
  });
}

function notAccepted(): Refusal<'credentials_wrong'> {
  return refuse('credentials_wrong', 'This passkey was not accepted.');
}
