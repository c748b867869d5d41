import { applicationConfigurationSchema, type GateState, type ShownGate } from '@vestibule/contracts';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import type { Application } from '../../../repositories/companies.ts';
import { isSecondStep } from '../../../protocols/entra/record.ts';
import { isDeviceTheFactor } from '../../settings/factor-rule.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { signInModeOf } from '../../settings/sign-in-mode.ts';

/** Work applications that observing does not open, since the computer is the second factor there; and what opens each. */
export async function findStaysClosed(context: ServerContext, { state }: GateState): Promise<ShownGate['staysClosed']> {
  if (state === 'enforcing') return [];
  const all = await findAllApplications(context.database, context.company.id);
  return all
    .filter((one) => one.disabledAt === null)
    .filter((one) => isDeviceTheFactor(context, one, { mode: signInModeOf(context, one) }))
    .map((one) => ({ application: one.name, open: openingOf(context, one) }));
}

/** @returns null: only the identity provider whose second step it is takes it out */
function openingOf({ configuration }: ServerContext, application: Application): string | null {
  if (isSecondStep(application)) return null;
  const { mode, secondFactor } = applicationConfigurationSchema.parse(application.settings);
  const isOwnRule = secondFactor === 'device';
  const isRuleOfCompany = secondFactor === null && configuration.secondFactor === 'device';
  if (mode !== 'mfa' && !isOwnRule) return 'vestibule company settings set secondFactor=off';
  const settings = [
    ...(mode === 'mfa' ? ['mode=frontline'] : []),
    ...(isOwnRule || isRuleOfCompany ? ['secondFactor=off'] : []),
  ];
  return `vestibule application settings set "${application.name}" ${settings.join(' ')}`;
}
