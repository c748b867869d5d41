import type { CheckType } from '@vestibule/contracts';
import { mayContinue } from '@vestibule/policy';
import type { Application } from '../../repositories/companies.ts';
import type { Device } from '../../repositories/devices.ts';
import type { Person } from '../../repositories/people.ts';
import type { PendingSignInRow } from '../../repositories/pending-sign-ins.ts';
import type { StoredReport } from '../../repositories/reports.ts';
import type { JudgedBefore, SignInNote } from '../../repositories/sign-ins.ts';
import type { Origin, Refusal, ServerContext } from '../../context/server-context.ts';
import { observationOf } from '../policy/gate/gate-state.ts';
import type { Verdict } from '../policy/judge.ts';
import type { Leave } from './issue/leave.ts';

interface Judged {
  readonly verdict: Verdict;
  readonly newest: Pick<StoredReport, 'receivedAt'>;
  readonly device: Device;
  readonly person: Person;
  readonly pending: PendingSignInRow;
  readonly application: Application;
  /** What the list says so far; null: it has no such sign-in. */
  readonly before: JudgedBefore | null;
}

/** What a verdict means for a sign-in, for the list of them. @returns null when it says what it said before */
export function noteOfVerdict(
  context: ServerContext,
  { correlationId }: Origin,
  { verdict, newest, device, person, pending, application, before }: Judged,
): SignInNote | null {
  const { evaluation, reportId, isExpired } = verdict;
  if (before === null || before.endedAt !== null || isExpired) return null;
  const blockers = mayContinue(evaluation, context.policy.policy) ? [] : evaluation.blocking;
  const stoppers = before.stoppedBy.filter((check) => !before.fixed.includes(check));
  const isEnforced = observationOf(context, person, application, pending) === 'enforced';
  const isKeptOut = before.outcome === 'stopped' || before.outcome === 'fixing';
  const isAsKnown = blockers.length === 0 || isEnforced === isKeptOut;
  if (before.reportId === reportId && isSame(blockers, stoppers) && isAsKnown) return null;
  // A report that was sent for another sign-in says nothing of this one's time.
  const at = newest.receivedAt < pending.createdAt ? context.now() : newest.receivedAt;
  const fixed = stoppers.filter((check) => !blockers.includes(check));
  const checks = evaluation.securityChecks;
  const counts = { passed: checks.filter(({ isPassed }) => isPassed).length, checks: checks.length };
  const step = { at: at.toISOString(), reportId };
  return {
    at,
    correlationId,
    deviceRowId: device.id,
    reportId,
    hasAnswered: true,
    blockers,
    isEnforced,
    steps: [
      ...(fixed.length === 0 ? [] : [{ ...step, kind: 'fixed', id: 'fixed', values: { checks: fixed } } as const]),
      blockers.length === 0
        ? { ...step, kind: 'passed', id: 'met-policy', values: counts }
        : {
            ...step,
            kind: isEnforced ? 'stopped' : 'passed',
            id: isEnforced ? 'kept-out' : 'would-keep-out',
            values: { ...counts, count: blockers.length, stoppers: blockers },
          },
    ],
  };
}

function isSame(some: readonly CheckType[], others: readonly CheckType[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

/** How a response opened its application. */
export function noteOfResponse(
  { now }: Pick<ServerContext, 'now'>,
  { correlationId }: Origin,
  { standing, evidence, observed, reportId, grantId }: Leave,
  { answers }: Pick<PendingSignInRow, 'answers'>,
): SignInNote {
  const at = now();
  const met = standing === 'compliant' || standing === 'grace';
  const how =
    standing === 'temporary'
      ? ({ end: 'access', id: 'let-in-by-access', way: 'temporary-access' } as const)
      : standing === 'skipped'
        ? ({ end: 'access', id: 'let-in-without-workplace', way: 'skip-installation' } as const)
        : evidence === 'upstream'
          ? ({ end: 'not-checked', id: 'let-in-by-provider', way: 'phone' } as const)
          : observed === undefined || met
            ? ({ end: 'met', id: 'let-in' } as const)
            : observed === 'gate'
              ? ({ end: 'observed', id: 'let-in-report-only', way: 'report-only' } as const)
              : ({ end: 'observed', id: 'let-in-not-enforced', way: 'not-enforced' } as const);
  const { id, ...end } = how;
  return {
    at,
    correlationId,
    ...end,
    reportId: reportId ?? undefined,
    grantId: grantId ?? undefined,
    steps: [
      {
        at: at.toISOString(),
        kind: 'let-in',
        id: answers === 0 ? id : 'answered-again',
        reportId: reportId ?? undefined,
        grantId: grantId ?? undefined,
      },
    ],
  };
}

/** Refusals that stand until something is done. The others come of a page that asks again by itself. */
const STANDING: ReadonlySet<string> = new Set([
  'account_disabled',
  'device_blocked',
  'device_not_approved',
  'not_signed_in',
  'policy_not_met',
  'sign_in_expired',
]);

/** A response that was refused. */
export function noteOfRefusal(
  { now }: Pick<ServerContext, 'now'>,
  { correlationId }: Origin,
  { refused }: Refusal,
): SignInNote {
  const at = now();
  return {
    at,
    correlationId,
    refusal: STANDING.has(refused) ? refused : undefined,
    steps: [{ at: at.toISOString(), kind: 'refused', id: 'refused', values: { code: refused } }],
  };
}

/** An application that was told no: the sign-in is over with that. */
export function noteOfDecline(
  { now }: Pick<ServerContext, 'now'>,
  { correlationId }: Origin,
  code: string,
  personId?: string,
): SignInNote {
  const at = now();
  return {
    at,
    correlationId,
    personId,
    end: 'declined',
    refusal: code,
    steps: [{ at: at.toISOString(), kind: 'refused', id: 'declined', values: { code } }],
  };
}
