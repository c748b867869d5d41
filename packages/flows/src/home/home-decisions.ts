import { type CheckResult, type CheckType, type FixActionType, type FixOutcome, LIMITS } from '@vestibule/contracts';
import { continueOffer, resultStatusOf, type ShownResultStatus } from '@vestibule/policy';
import { continuationOf, type Continuation } from '../continuation/continuation.ts';
import { given } from '../given.ts';
import type { HomeContext } from './home-context.ts';
import type { FixState } from './home-view.ts';

type Offer = ReturnType<typeof continueOffer>;

/** What the home chart concludes from its context; pure, and asked by the chart and by the view alike. */

/** Whether and how the person may go on, by the newest verdict. */
export function offerOf(context: HomeContext): Offer {
  const offer = offerByVerdict(context);
  return offer.kind === 'automatic' && context.isAnswered ? { kind: 'enabled' } : offer;
}

function offerByVerdict({ start, result, visit }: HomeContext): Offer {
  return continueOffer({
    mode: start?.mode ?? 'frontline',
    policyMode: given(result).policyMode,
    isPolicyEnforced: start?.isPolicyEnforced ?? true,
    checks: given(result).securityChecks,
    isHome: !visit.isStatusPage,
    isStatusPage: visit.isStatusPage,
  });
}

/** Where Continue leads. */
export function continuationFor({ start, loginMarker, visit, ports }: HomeContext): Continuation {
  return continuationOf({
    mode: start?.mode ?? 'frontline',
    isPending: loginMarker !== null,
    isFci: start?.isFci ?? false,
    successUrl: ports.memory.read('checkInfo')?.successUrl ?? null,
    back: visit.back,
    origin: visit.origin,
  });
}

/** The application has had its answer, and the newest verdict would let the person in once more: it may refuse another. */
export function isAnsweredBefore(context: HomeContext): boolean {
  const { isAnswered, hasSent, result } = context;
  return (isAnswered || hasSent) && result !== null && ['enabled', 'automatic'].includes(offerOf(context).kind);
}

export function statusOf({ start, result, isEnrolled }: HomeContext): ShownResultStatus {
  return resultStatusOf({
    checks: result?.securityChecks ?? null,
    isEnrolled,
    isQuickStart: start?.mode === 'quick-start',
  });
}

export function hasFailed(result: CheckResult | null): boolean {
  return result?.securityChecks.some((check) => check.state === 'failed' || check.blocksWhileUnknown === true) ?? false;
}

/** Nothing failed, and the server lets the person in. */
export function hasPassed(result: CheckResult): boolean {
  return !hasFailed(result) && result.complianceStatus === 'Compliant';
}

/** How long the staged scan takes over all checks: none in fast-check mode or on a repeat. */
export function scanDurationMs({ skipsAnimation, start }: HomeContext): number {
  const isFast = skipsAnimation || start?.settings.user.isFastCheckModeEnabled === true;
  return isFast ? LIMITS.scanAnimationFastMs : LIMITS.scanAnimationMs;
}

/** Which flow brings the verdicts of this page. */
export function flowOf({ visit, start, accountId }: HomeContext): 'status' | 'first-version' | 'second-version' {
  if (visit.isStatusPage) return 'status';
  const hasEndpoints = (start?.settings.silo.devicesV2ApiEndpoints.length ?? 0) > 0;
  return accountId === null && hasEndpoints ? 'second-version' : 'first-version';
}

/** A fix that did not hold keeps its sentence only while its check still fails. */
export function openFixes(fixes: HomeContext['fixes'], { securityChecks }: CheckResult): HomeContext['fixes'] {
  const open = Object.entries(fixes).filter(([type, state]) => {
    const check = securityChecks.find((candidate) => candidate.checkType === type);
    return state.kind === 'running' || state.outcome.outcome === 'fixed' || check?.state === 'failed';
  });
  return Object.fromEntries(open);
}

export function withStarted(fixes: HomeContext['fixes'], types: readonly FixActionType[]): HomeContext['fixes'] {
  const started = types.map((type): [CheckType, FixState] => [type, { kind: 'running' }]);
  return { ...fixes, ...Object.fromEntries(started) };
}

export function withEnded(fixes: HomeContext['fixes'], outcomes: readonly FixOutcome[]): HomeContext['fixes'] {
  const ended = outcomes.map((outcome): [CheckType, FixState] => [outcome.fixActionType, { kind: 'ended', outcome }]);
  return { ...fixes, ...Object.fromEntries(ended) };
}

/** Checks whose fix runs now: all of them were begun as fix actions. */
export function runningFixes({ fixes }: HomeContext): readonly FixActionType[] {
  return Object.entries(fixes).flatMap(([type, state]) => (state?.kind === 'running' ? [type as FixActionType] : []));
}
