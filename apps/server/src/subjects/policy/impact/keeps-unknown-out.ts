import { isPassable, passageOf, standingOf, variantsOf } from '@vestibule/policy';
import type { ServerContext } from '../../../context/server-context.ts';

/** Whether no one gets through with a computer that is not registered, where the policy is enforced today. */
export function keepsUnknownOut({ configuration, policy: { policy }, now }: ServerContext): boolean {
  if (configuration.registration.mode === 'verified') return true;
  const { checks, workplaceAccessPolicy, isPolicyEnforced } = policy;
  const { KnownDevice: check } = checks;
  if (check === undefined) return false;
  return variantsOf(check).every((variant) => {
    const standing = standingOf(variant.check, { deviceId: undefined, login: undefined }, now());
    const failed = [{ ...standing, isPassed: false }];
    return !isPassable(passageOf({ checks: failed, policyMode: workplaceAccessPolicy, isPolicyEnforced }));
  });
}
