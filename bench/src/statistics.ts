/** Nearest-rank percentile of unsorted values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'kB';
  readonly goal: string;
  readonly runs: number;
  readonly median: number;
  readonly p95: number;
  readonly values: readonly number[];
}

/** Sums up one series of runs, rounded to tenths. */
export function summarise(name: string, unit: Figure['unit'], goal: string, values: readonly number[]): Figure {
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    name,
    unit,
    goal,
    runs: values.length,
    median: round(percentile(values, 0.5)),
    p95: round(percentile(values, 0.95)),
    values: values.map(round),
  };
}
