import type { Evaluation } from './evaluate.ts';
import { isPassable, passageOf } from './passage.ts';
import type { Policy } from './policy-schema.ts';

/** The server's half of Continue: whether this verdict lets a person in. The screen's half is `continueOffer`. */
export function mayContinue(
  { securityChecks, policyMode }: Pick<Evaluation, 'securityChecks' | 'policyMode'>,
  { isPolicyEnforced }: Pick<Policy, 'isPolicyEnforced'>,
): boolean {
  return isPassable(passageOf({ checks: securityChecks, policyMode, isPolicyEnforced }));
}
