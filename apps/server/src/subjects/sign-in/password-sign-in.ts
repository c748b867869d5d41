import { findPerson, findPersonByLogin } from '../../repositories/people.ts';
import { revokeWebSession } from '../../repositories/web-sessions.ts';
import { audit } from '../audit/audit.ts';
import { isPasswordRight } from '../people/passwords.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { forgive, giveBack, maySignIn, mayTry, passwordAttempt } from '../people/attempts.ts';
import { signsInHere } from '../people/local-sign-in.ts';
import { type OpenedSession, openSession } from './sessions.ts';
import type { Visit } from '../people/visit.ts';

type SignInRefusal = 'credentials_wrong' | 'account_disabled' | 'too_many_attempts' | 'sign_in_unknown';

/**
 * Signs a person in with login and password. A login that does not exist, one without a password, someone who signs in at
 * the company's own identity provider and a company that has switched passwords off get the same answer.
 */
export async function signInWithPassword(
  context: ServerContext,
  visit: Visit,
  input: { readonly login: string; readonly password: string; readonly loginMarker?: string | undefined },
): Promise<OpenedSession | Refusal<SignInRefusal>> {
  const refused = async <const Code extends SignInRefusal>(code: Code, message: string) => {
    await audit(context, visit, {
      action: 'sign-in',
      outcome: 'refused',
      target: person ?? input.login.slice(0, 255),
      about: person?.id,
      details: { code, factors: ['password'] },
    });
    return refuse(code, message);
  };
  const person = await findPersonByLogin(context.database, context.company.id, input.login);
  const attempt = await passwordAttempt(context, input.login, person, visit);
  if (!(await mayTry(context, attempt))) {
    return refused('too_many_attempts', 'Too many passwords in a short time. Wait half a minute and try again.');
  }
  const isRight = await isPasswordRight(person?.passwordHash ?? null, input.password);
  if (isRight === 'busy') {
    await giveBack(context, attempt);
    return refused('too_many_attempts', 'Too many sign-ins right now. Try again.');
  }
  if (!isRight || person === null || !(await signsInHere(context, person))) {
    return refused('credentials_wrong', 'Login or password is wrong.');
  }
  await forgive(context, attempt);
  const tooOften = await maySignIn(context, person, visit);
  if (tooOften !== null) return refused(tooOften.refused, tooOften.message);
  const opened = await openSession(context, visit, person, { factors: ['password'], loginMarker: input.loginMarker });
  if (isRefusal(opened)) return opened;
  // A change of the password ends every session there is by then. One that comes after was asked for with the old one.
  const { database, company, now } = context;
  const found = await findPerson(database, company.id, person.id);
  if (found?.passwordHash === person.passwordHash) return opened;
  await revokeWebSession(database, company.id, opened.sessionId, now());
  return refused('credentials_wrong', 'Login or password is wrong.');
}
