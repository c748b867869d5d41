import { applicationConfigurationSchema, type SignInMode } from '@vestibule/contracts';
import type { Application } from '../../repositories/companies.ts';
import { isSecondStep } from '../../protocols/entra/record.ts';
import { secondFactorRule } from './factor-rule.ts';
import type { ServerContext } from '../../context/server-context.ts';

/**
 * The mode a sign-in to this application runs in: the configured one. Where the device check is asked for as second factor,
 * the plain mode could never end, so it is mfa.
 */
export function signInModeOf(context: ServerContext, application: Application): SignInMode {
  if (isSecondStep(application)) return 'mfa';
  const { mode } = applicationConfigurationSchema.parse(application.settings);
  return mode === 'frontline' && secondFactorRule(context, application) === 'device' ? 'mfa' : mode;
}
