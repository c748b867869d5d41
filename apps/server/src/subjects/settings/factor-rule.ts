import { applicationConfigurationSchema, type SecondFactorRule } from '@vestibule/contracts';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import type { Application } from '../../repositories/companies.ts';
import type { WebSession } from '../../repositories/people.ts';
import type { PendingSignInRow } from '../../repositories/pending-sign-ins.ts';
import { satisfiesAuthnContext, type SignInMethod } from '../../protocols/saml/index.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { isSecondStep } from '../../protocols/entra/record.ts';

/**
 * What this application, or else the company, asks for next to the first factor; in mfa mode it is the device check. A
 * request that wants more than a password asks for a second factor by itself.
 */
export function secondFactorRule(
  context: ServerContext,
  application: Application,
  pending: Pick<PendingSignInRow, 'requestedAuthnContext'> | null = null,
): SecondFactorRule {
  // Whatever its settings say: a second step that asks for nothing else would prove nothing.
  if (isSecondStep(application)) return 'device';
  const { secondFactor, mode } = applicationConfigurationSchema.parse(application.settings);
  const configured = secondFactor ?? (mode === 'mfa' ? 'device' : context.configuration.secondFactor);
  const requested = pending?.requestedAuthnContext ?? null;
  return configured === 'off' && helpsSecondFactor(requested) ? 'required' : configured;
}

/** What a second factor can make of a password. */
const STRONGER: readonly SignInMethod[] = ['one-time-code', 'password+passkey'];

/** Whether a password is not what is asked for, and a second factor would make it so. */
function helpsSecondFactor(requested: PendingSignInRow['requestedAuthnContext']): boolean {
  return (
    !satisfiesAuthnContext(requested, 'password') && STRONGER.some((method) => satisfiesAuthnContext(requested, method))
  );
}

/** Whether the computer itself is the second factor in this sign-in: then only one counts that stands for its person. */
export function isDeviceTheFactor(
  context: ServerContext,
  application: Application,
  pending: Pick<PendingSignInRow, 'mode'> & Partial<Pick<PendingSignInRow, 'requestedAuthnContext'>>,
): boolean {
  const { mode, requestedAuthnContext = null } = pending;
  return mode === 'mfa' || secondFactorRule(context, application, { requestedAuthnContext }) === 'device';
}

/** The session as it stands where no computer was asked for as a factor: whichever reports there vouches for no one. */
export function withoutDevice<Session extends Pick<WebSession, 'factors'>>(session: Session): Session {
  return { ...session, factors: session.factors.filter((factor) => factor !== 'device') };
}

/** Whether the device check is a second factor anywhere in this company: then anyone who approves computers gives factors. */
export async function isDeviceAFactor(context: ServerContext): Promise<boolean> {
  const applications = await findAllApplications(context.database, context.company.id);
  return (
    context.configuration.secondFactor === 'device' ||
    applications.some((application) => secondFactorRule(context, application) === 'device')
  );
}
