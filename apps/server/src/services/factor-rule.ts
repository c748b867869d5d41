import { applicationConfigurationSchema, type SecondFactorRule } from '@vestibule/contracts';
import type { Application } from '../repositories/companies.ts';
import type { WebSession } from '../repositories/people.ts';
import type { PendingSignInRow } from '../repositories/pending-sign-ins.ts';
import { type DeviceEvidence, provenSignInMethod, satisfiesAuthnContext, type SignInMethod } from '../saml/index.ts';
import type { ServerContext } from './server-context.ts';
import { signInMethodOf, upstreamOf } from './sign-in-method.ts';

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
  const { secondFactor, mode } = applicationConfigurationSchema.parse(application.settings);
  const configured = secondFactor ?? (mode === 'mfa' ? 'device' : context.configuration.secondFactor);
  const requested = pending?.requestedAuthnContext ?? null;
  return configured === 'off' && !satisfiesAuthnContext(requested, 'password') ? 'required' : configured;
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
