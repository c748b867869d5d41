import type { SecurityCheck } from '@vestibule/contracts';
import { blockingChecks } from './passage.ts';

/** What a check result comes to (specification, section 4). '' while nothing has been judged. */
export const RESULT_STATUSES = [
  '',
  'checks-failed',
  'checks-recommended',
  'checks-passed',
  'device-management-enrolled',
] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];
/** Each also in quick start, with a space before it: ' quick-start' alone while nothing has been judged. */
export type ShownResultStatus = ResultStatus | `${ResultStatus} quick-start`;

export interface ResultStatusInput {
  /** Null while scanning. */
  readonly checks: readonly Pick<SecurityCheck, 'isPassed' | 'isRequired' | 'isSigninStopper' | 'state'>[] | null;
  /** The computer was enrolled in the managed-device service during this visit. */
  readonly isEnrolled: boolean;
  readonly isQuickStart: boolean;
}

/** What could not be read is no failure, unless the policy lets it hold the person: then the check is required. */
export function resultStatusOf({ checks, isEnrolled, isQuickStart }: ResultStatusInput): ShownResultStatus {
  const status = statusOf(checks, isEnrolled);
  return isQuickStart ? `${status} quick-start` : status;
}

function statusOf(checks: ResultStatusInput['checks'], isEnrolled: boolean): ResultStatus {
  if (checks === null) return '';
  if (blockingChecks(checks).length > 0) return 'checks-failed';
  if (checks.some(({ isPassed, state }) => !isPassed && state !== 'unknown')) return 'checks-recommended';
  return isEnrolled ? 'device-management-enrolled' : 'checks-passed';
}
