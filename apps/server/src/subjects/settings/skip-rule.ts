import { personConfigurationSchema } from '@vestibule/contracts';
import type { Application } from '../../repositories/companies.ts';
import type { Person } from '../../repositories/people.ts';
import type { PendingSignInRow } from '../../repositories/pending-sign-ins.ts';
import { secondFactorRule } from './factor-rule.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { whyWayIsShut } from './way-around.ts';

/** Skipping is off by default, frontline only, never under Strict, in mfa or where an installation is required. */
export function mayNotSkip(
  context: ServerContext,
  person: Pick<Person, 'settings'>,
  pending: Pick<PendingSignInRow, 'mode'>,
  application: Application,
): Refusal<'skipping_not_allowed' | 'installation_required'> | null {
  if (isInstallationRequired(context, person)) {
    return refuse('installation_required', 'Your company asks for Workplace to be installed.');
  }
  const why = whyWayIsShut(context.configuration.skipping, application.name, context.now());
  if (context.configuration.skipping.isAllowed && why !== null) return refuse('skipping_not_allowed', why);
  const isPossible =
    context.configuration.skipping.isAllowed &&
    pending.mode === 'frontline' &&
    context.policy.policy.workplaceAccessPolicy !== 'Strict' &&
    secondFactorRule(context, application) !== 'device';
  return isPossible ? null : refuse('skipping_not_allowed', 'Going on without Workplace is not allowed here.');
}

export function isInstallationRequired(context: ServerContext, person: Pick<Person, 'settings'>): boolean {
  const own = personConfigurationSchema.parse(person.settings).requireNativeAppInstallation;
  return own ?? context.configuration.requireNativeAppInstallation;
}
