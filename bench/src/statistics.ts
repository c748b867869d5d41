/** Nearest-rank percentile of unsorted values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** What a series must reach; what is left out may be anything. */
export interface Goal {
  readonly medianAtMost?: number;
  readonly medianAtLeast?: number;
  readonly p95AtMost?: number;
}

export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'kB' | 'MB' | '%' | 'points' | 'CLS' | 'count' | '×';
  readonly goal: string;
  readonly isMet: boolean;
  readonly runs: number;
  readonly median: number;
  readonly p95: number;
  readonly values: readonly number[];
}

const DIGITS: { readonly [unit in Figure['unit']]: number } = {
  ms: 1,
  kB: 1,
  MB: 1,
  '%': 3,
  points: 0,
  CLS: 4,
  count: 0,
  '×': 1,
};

/** Sums up one series of runs. */
export function summarise(name: string, unit: Figure['unit'], goal: Goal, values: readonly number[]): Figure {
  const factor = 10 ** DIGITS[unit];
  const round = (value: number) => Math.round(value * factor) / factor;
  const median = round(percentile(values, 0.5));
  const p95 = round(percentile(values, 0.95));
  return {
    name,
    unit,
    goal: describe(goal),
    // Written so that a series without a value does not meet anything.
    isMet:
      !Number.isNaN(median) &&
      median <= (goal.medianAtMost ?? Infinity) &&
      median >= (goal.medianAtLeast ?? -Infinity) &&
      p95 <= (goal.p95AtMost ?? Infinity),
    runs: values.length,
    median,
    p95,
    values: values.map(round),
  };
}

function describe({ medianAtMost, medianAtLeast, p95AtMost }: Goal): string {
  const parts = [
    ...(medianAtMost === undefined ? [] : [`median at most ${medianAtMost}`]),
    ...(medianAtLeast === undefined ? [] : [`median at least ${medianAtLeast}`]),
    ...(p95AtMost === undefined ? [] : [`p95 at most ${p95AtMost}`]),
  ];
  return parts.join(', ');
}
