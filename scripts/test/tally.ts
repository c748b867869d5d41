/** How many tests of a runner passed and failed. One gate counts as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface StepResult extends Tally {
  /** What a person reads when something failed. */
  readonly output: string;
  /** Why nothing ran, in one sentence. */
  readonly skipReason?: string;
  /** Set when the minutes were over before all of it had run. */
  readonly cut?: {
    readonly minutes: number;
    /** How many files had ended. */
    readonly ended: number;
    /** Names of files, or that it is all of them. */
    readonly left: readonly string[];
  };
}

export function single(ok: boolean, output: string): StepResult {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output: ok ? '' : output };
}

export function skippedStep(skipReason: string): StepResult {
  return { passed: 0, failed: 0, skipped: 1, output: '', skipReason };
}

/** @param minutes that were over before anything of the step had run */
export function lateStep(minutes: number): StepResult {
  return { ...skippedStep(`the ${minutes} minutes were over`), cut: { minutes, ended: 0, left: ['all of it'] } };
}

export function sum(tallies: readonly Tally[]): Tally {
  const add = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') };
}

/** What vitest's JSON reporter writes, as far as it is counted. */
export interface VitestCounts {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests?: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/**
 * Counts a run of vitest. A file that broke before its first test counts as one failure, a run that failed without a
 * failed test too, and so does a run without any test.
 */
export function tallyOf(report: VitestCounts | null, exitCode: number): Tally {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const counted = report.numFailedTests + brokenFiles.length;
  const saidNothing = report.numPassedTests === 0 || exitCode !== 0;
  return {
    passed: report.numPassedTests,
    failed: counted === 0 && saidNothing ? 1 : counted,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}
