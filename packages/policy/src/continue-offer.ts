import { LIMITS, type PolicyMode, type SecurityCheck } from '@vestibule/contracts';
import { passageOf } from './passage.ts';

export const SIGN_IN_MODES = ['frontline', 'onboarding', 'onboarding-v3', 'install', 'mfa', 'quick-start'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

export interface ContinueInput {
  readonly mode: SignInMode;
  readonly policyMode: PolicyMode;
  readonly isPolicyEnforced: boolean;
  readonly checks: readonly Pick<SecurityCheck, 'isPassed' | 'isRequired' | 'isSigninStopper' | 'state'>[];
  readonly isStatusPage: boolean;
  readonly isHome: boolean;
}

export interface ContinueOffer {
  /** `automatic`: Continue is there and is pressed by itself after `delayMs`. */
  readonly kind: 'absent' | 'disabled' | 'enabled' | 'automatic';
  readonly delayMs?: number;
}

/**
 * Whether Continue is shown, can be pressed, or happens by itself (specification, section 4, Continue behaviour). The
 * status page leads nowhere, so it has no Continue.
 */
export function continueOffer(input: ContinueInput): ContinueOffer {
  if (input.isStatusPage) return { kind: 'absent' };
  const passage = passageOf(input);
  switch (passage) {
    case 'refused':
      return { kind: 'absent' };
    case 'held':
      return { kind: 'disabled' };
    case 'lenient':
      return { kind: 'enabled' };
    case 'free':
      return offerWhenFree(input);
  }
}

/** A check that could not be read and does not hold is no failure: it does not keep the form from going by itself. */
function offerWhenFree({ mode, isHome, checks }: ContinueInput): ContinueOffer {
  switch (mode) {
    case 'onboarding':
    case 'onboarding-v3':
    case 'mfa':
      return { kind: 'automatic', delayMs: LIMITS.automaticContinueDelayMs };
    case 'frontline': {
      const hasFailed = checks.some(({ isPassed, state }) => !isPassed && state !== 'unknown');
      return isHome && !hasFailed ? { kind: 'automatic', delayMs: LIMITS.samlSubmitDelayMs } : { kind: 'enabled' };
    }
    case 'install':
    case 'quick-start':
      return { kind: 'enabled' };
  }
}
