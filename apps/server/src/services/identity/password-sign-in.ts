import { findPersonByLogin } from '../../repositories/people.ts';
import { audit } from '../audit.ts';
import { isPasswordRight } from '../passwords.ts';
import { type Refusal, refuse, type ServerContext } from '../server-context.ts';
import { forgive, giveBack, mayTry, passwordAttempt } from './attempts.ts';
import { type OpenedSession, openSession } from './sessions.ts';
import type { Visit } from './visit.ts';

type SignInRefusal = 'credentials_wrong' | 'account_disabled' | 'too_many_attempts' | 'sign_in_unknown';

/**
 * Signs a person in with login and password. A login that does not exist, one without a password and a company that has
 * switched passwords off get the same answer after the same time.
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
      target: input.login.slice(0, 255),
      details: { code, factors: ['password'] },
    });
    return refuse(code, message);
  };
  const attempt = passwordAttempt(context, input.login, visit.address);
  if (!(await mayTry(context, attempt))) {
    return refused('too_many_attempts', 'Too many wrong passwords. Wait half a minute and try again.');
  }
  const person = await findPersonByLogin(context.database, context.company.id, input.login);
  const isRight = await isPasswordRight(person?.passwordHash ?? null, input.password);
  if (isRight === 'busy') {
    await giveBack(context, attempt);
    return refused('too_many_attempts', 'Too many people sign in at this moment. Try again.');
  }
  if (!isRight || person === null || !context.configuration.isLocalSignInEnabled) {
    return refused('credentials_wrong', 'Login or password is wrong.');
  }
  await forgive(context, attempt);
  return openSession(context, visit, person, { factors: ['password'], loginMarker: input.loginMarker });
}
