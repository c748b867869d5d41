import { applicationConfigurationSchema, type SecondFactorRule } from '@vestibule/contracts';
import { findAllApplications } from '../repositories/admin-applications.ts';
import type { Application } from '../repositories/companies.ts';
import type { WebSession } from '../repositories/people.ts';
import type { PendingSignInRow } from '../repositories/pending-sign-ins.ts';
import { type DeviceEvidence, provenSignInMethod, satisfiesAuthnContext, type SignInMethod } from '../saml/index.ts';
import type { ServerContext } from './server-context.ts';
import { signInMethodOf, upstreamOf } from './sign-in-method.ts';
import { isSecondStep } from '../second-step/record.ts';

/** Every way a person can prove who they are here. */
const METHODS: readonly SignInMethod[] = [
  'password',
  'one-time-code',
  'passkey',
  'upstream',
  'upstream+second-factor',
  'password+device',
];

/**
 * What this application, or else the company, asks for beside the first factor; in mfa mode it is the device check. A
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
  return configured === 'off' && !satisfiesAuthnContext(requested, 'password') ? 'required' : configured;
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

/** The session as it stands where no computer was asked for as a factor: whichever reports there vouches for nobody. */
export function withoutDevice<Session extends Pick<WebSession, 'factors'>>(session: Session): Session {
  return { ...session, factors: session.factors.filter((factor) => factor !== 'device') };
}

/** Whether the device check is a second factor anywhere in this company: then whoever approves computers gives factors. */
export async function isDeviceAFactor(context: ServerContext): Promise<boolean> {
  const applications = await findAllApplications(context.database, context.company.id);
  return (
    context.configuration.secondFactor === 'device' ||
    applications.some((application) => secondFactorRule(context, application) === 'device')
  );
}

/**
 * Whether a session's person has signed in as strongly as the application wants.
 * @param evidence what the device proves at this moment, once that is known
 */
export function isStrongEnough(
  { requestedAuthnContext }: Pick<PendingSignInRow, 'requestedAuthnContext'>,
  session: Pick<WebSession, 'factors' | 'upstreamClaims'>,
  evidence: DeviceEvidence | null = null,
): boolean {
  const method = signInMethodOf(session);
  const proven = evidence === null ? method : provenSignInMethod(method, evidence);
  return satisfiesAuthnContext(requestedAuthnContext, proven, upstreamOf(session)?.level);
}

/** Whether there is any way to sign in here as strongly as an application wants. */
export function canBeStrongEnough(requested: PendingSignInRow['requestedAuthnContext']): boolean {
  return METHODS.some((method) => satisfiesAuthnContext(requested, method));
}
