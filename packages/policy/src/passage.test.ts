import { type PolicyMode, POLICY_MODES } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { type ContinueInput, continueOffer, SIGN_IN_MODES } from './continue-offer.ts';
import { mayContinue } from './may-continue.ts';

type Check = ContinueInput['checks'][number];

const passed: Check = { isPassed: true, isRequired: true, isSigninStopper: false, state: 'passed' };
const recommended: Check = { isPassed: false, isRequired: false, isSigninStopper: false, state: 'failed' };
const required: Check = { isPassed: false, isRequired: true, isSigninStopper: false, state: 'failed' };
const stopper: Check = { isPassed: false, isRequired: true, isSigninStopper: true, state: 'failed' };
const bareStopper: Check = { ...stopper, isRequired: false };
const fixing: Check = { ...required, state: 'fixing' };
const unknown: Check = { isPassed: false, isRequired: false, isSigninStopper: false, state: 'unknown' };
const blockingUnknown: Check = { ...unknown, isRequired: true };

const RESULTS = {
  nothing: [],
  passed: [passed],
  unknown: [passed, unknown],
  recommended: [passed, recommended],
  required: [passed, required],
  fixing: [fixing],
  blockingUnknown: [blockingUnknown],
  stopper: [recommended, stopper],
  bareStopper: [bareStopper],
  both: [required, stopper],
} satisfies Record<string, readonly Check[]>;
type Result = keyof typeof RESULTS;

const holding = (result: Result) => ['required', 'fixing', 'blockingUnknown'].includes(result);
const stopping = (result: Result) => ['stopper', 'bareStopper', 'both'].includes(result);

/** The table of the specification and the decisions, written out on its own. */
function expectedOffer(result: Result, input: Omit<ContinueInput, 'checks'>): string {
  if (input.isStatusPage) return 'absent';
  if (holding(result) || stopping(result)) {
    if (input.policyMode === 'Strict') return 'absent';
    return stopping(result) || input.isPolicyEnforced ? 'disabled' : 'enabled';
  }
  if (['onboarding', 'onboarding-v3', 'mfa'].includes(input.mode)) return 'automatic 3000';
  if (input.mode === 'frontline' && input.isHome && result !== 'recommended') return 'automatic 500';
  return 'enabled';
}

const cases = (Object.keys(RESULTS) as Result[]).flatMap((result) =>
  SIGN_IN_MODES.flatMap((mode) =>
    POLICY_MODES.flatMap((policyMode) =>
      [true, false].flatMap((isPolicyEnforced) =>
        [true, false].flatMap((isHome) =>
          [true, false].map((isStatusPage) => ({ result, mode, policyMode, isPolicyEnforced, isHome, isStatusPage })),
        ),
      ),
    ),
  ),
);

test(`[S4.037] [S4.041] [S4.042] all ${cases.length} cases of Continue`, () => {
  for (const { result, ...input } of cases) {
    const { kind, delayMs } = continueOffer({ ...input, checks: RESULTS[result] });
    const offer = delayMs === undefined ? kind : `${kind} ${delayMs}`;
    expect({ result, ...input, offer }).toEqual({ result, ...input, offer: expectedOffer(result, input) });
  }
});

test('the screen offers Continue exactly where the server lets the person through', () => {
  for (const { result, ...input } of cases.filter(({ isStatusPage }) => !isStatusPage)) {
    const { kind } = continueOffer({ ...input, checks: RESULTS[result] });
    const isOffered = kind === 'enabled' || kind === 'automatic';
    expect({ result, ...input, isOffered }).toEqual({ result, ...input, isOffered: serverAllows(result, input) });
  }
});

function serverAllows(
  result: Result,
  { policyMode, isPolicyEnforced }: { policyMode: PolicyMode; isPolicyEnforced: boolean },
) {
  const securityChecks = RESULTS[result].map((check) => ({
    ...check,
    checkType: 'FirewallEnable' as const,
    checkMessage: '',
    description: '',
    fixAction: null,
  }));
  return mayContinue({ securityChecks, policyMode }, { isPolicyEnforced });
}

describe('in words', () => {
  const input = { mode: 'frontline', isHome: true, isStatusPage: false } as const;
  test('[S4.038] [S4.039] [S4.040] onboarding, onboarding-v3 and mfa continue by themselves after 3 s', () => {
    for (const mode of ['onboarding', 'onboarding-v3', 'mfa'] as const) {
      expect(
        continueOffer({ ...input, mode, policyMode: 'Strict', isPolicyEnforced: true, checks: [passed, recommended] }),
      ).toEqual({ kind: 'automatic', delayMs: 3000 });
    }
  });

  test('[S4.043] other policies allow Continue', () => {
    expect(continueOffer({ ...input, policyMode: 'Permissive', isPolicyEnforced: false, checks: [required] })).toEqual({
      kind: 'enabled',
    });
  });

  test('no policy lets a failed sign-in stopper pass', () => {
    for (const policyMode of POLICY_MODES) {
      for (const isPolicyEnforced of [true, false]) {
        expect(serverAllows('stopper', { policyMode, isPolicyEnforced })).toBe(false);
      }
    }
  });
});
