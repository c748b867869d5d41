import type { SecondFactorRule } from '@vestibule/contracts';
import type { Database } from '../../../database/open.ts';
import { findDeviceSession } from '../../../repositories/devices.ts';
import { type Asking, findAsking } from '../../../repositories/asking.ts';
import type { Person, WebSession } from '../../../repositories/people.ts';
import { isDeviceTheFactor, secondFactorRule, withoutDevice } from '../../settings/factor-rule.ts';
import { deviceSessionOf, type LeaveRefusal, type Question } from './leave.ts';
import { mayOpen } from '../second-step/may-open.ts';
import { factorStandingOf } from '../../policy/second-factor-device.ts';
import { refuse, type ServerContext } from '../../../context/server-context.ts';
import { signedInAt } from '../signed-in-at.ts';
import { isStrongEnough } from '../strong-enough.ts';

export interface SignedIn {
  readonly session: WebSession;
  readonly person: Person;
}

/** Who asks: the person, the session and its factors, and the computer that is named, read again. */
export async function askAboutPerson(
  context: ServerContext,
  database: Database,
  { claim, pending, application, webSessionId, purpose, asking }: Question,
): Promise<Asking | LeaveRefusal> {
  const asked = { companyId: context.company.id, webSessionId, deviceSessionId: deviceSessionOf(claim) };
  const signedIn = asking === undefined ? await findAsking(database, asked, context.now()) : asking;
  if (signedIn === null) return refuse('not_signed_in', 'The session is over.');
  const session = isDeviceTheFactor(context, application, pending)
    ? await withStandingFactors(database, signedIn)
    : withoutDevice(signedIn.session);
  if (!mayOpen(session, pending)) {
    return refuse('not_signed_in', 'This sign-in is good for what the identity provider asked for, and nothing else.');
  }
  if (pending.forceAuthentication && signedInAt(signedIn.session) < pending.createdAt) {
    return refuse('sign_in_expired', 'The application asks for a fresh sign-in.');
  }
  // Read with the session, at this moment: support may have blocked the account since the call came.
  const { person } = signedIn;
  if (person.disabledAt !== null) {
    return refuse('account_disabled', 'This account was disabled by support.');
  }
  if (pending.personId !== person.id) return refuse('not_signed_in', 'This sign-in belongs to another person.');
  const rule = secondFactorRule(context, application, pending);
  const isStrong = purpose === 'activation' || isStrongEnough(context, pending, session);
  if (!hasFactors(session, rule, purpose)) {
    // Where a factor may be given still, the session is none that has ended: `/saml/continue` leads on.
    const code = rule === 'required' ? 'sign_in_expired' : 'not_signed_in';
    return refuse(code, 'A second factor is asked for, which this sign-in does not have.');
  }
  if (!isStrong) return refuse('sign_in_expired', 'The application asks for another kind of sign-in than this one.');
  return { session, person, computer: signedIn.computer };
}

/** The session without the device as a factor, where nothing shows that the computer still stands for it. */
export async function withStandingFactors(database: Database, { session, person }: SignedIn): Promise<WebSession> {
  const { companyId, activatedBy, factors } = session;
  if (!factors.includes('device')) return session;
  const found = activatedBy === null ? null : await findDeviceSession(database, companyId, activatedBy);
  const isStanding = found !== null && (await factorStandingOf(database, found, person)) === 'factor';
  return isStanding ? session : withoutDevice(session);
}

const PROVEN_SECOND: readonly string[] = ['totp', 'passkey', 'recovery-code', 'upstream-mfa'];

function hasFactors({ factors, awaits }: WebSession, rule: SecondFactorRule, purpose: Question['purpose']): boolean {
  if (awaits === 'second-factor') return false;
  if (awaits === 'device' && purpose === 'assertion') return false;
  switch (rule) {
    case 'off':
      return true;
    case 'required':
      return factors.some((factor) => PROVEN_SECOND.includes(factor));
    case 'device':
      return purpose === 'activation' || factors.includes('device');
    default:
      return rule satisfies never;
  }
}
