/** A value that the order of a chart guarantees; its absence is a bug in the chart. */
export function given<T>(value: T | null): T {
  if (value === null) throw new Error('A chart reached a step before its input.');
  return value;
}
