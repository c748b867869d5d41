import type { SecurityCheck } from '@vestibule/contracts';
import type { CallBody, SupportInfo } from '@vestibule/flows';

/** What support asks for, as far as it is known. */
export interface SupportDetails {
  readonly contact: SupportInfo;
  readonly user: CallBody<'userDetails'> | null;
  readonly computer: SupportComputer;
  /** Computer and server have not answered yet. */
  readonly isAsking: boolean;
  /** Null: no one knows. */
  readonly checks: readonly SecurityCheck[] | null;
}

export interface SupportComputer {
  readonly name: string;
  readonly login: string;
  readonly osVersion: string;
  /** 'Chrome 143' */
  readonly browser: string;
  readonly clientVersion: string;
  /** Null: the server has not judged it. */
  readonly isClientUpToDate: boolean | null;
  readonly isLaptop: boolean;
}

/** The lists of the page, in its order. */
export interface SortedChecks {
  readonly important: readonly SecurityCheck[];
  readonly recommended: readonly SecurityCheck[];
  readonly unknown: readonly SecurityCheck[];
  readonly passed: readonly SecurityCheck[];
}

export function sortChecks(checks: readonly SecurityCheck[]): SortedChecks {
  const failed = checks.filter(({ isPassed, state }) => !isPassed && state !== 'unknown');
  const isImportant = ({ isRequired, isSigninStopper }: SecurityCheck) => isRequired || isSigninStopper;
  return {
    // What stops the sign-in comes first.
    important: failed
      .filter(isImportant)
      .toSorted((left, right) => Number(right.isSigninStopper) - Number(left.isSigninStopper)),
    recommended: failed.filter((check) => !isImportant(check)),
    unknown: checks.filter(({ isPassed, state }) => !isPassed && state === 'unknown'),
    passed: checks.filter(({ isPassed }) => isPassed),
  };
}
