/** Days as a person chooses them, both included: `2026-10-01`. */
export interface Days {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

const DAY_MS = 86_400_000;
/** So many days are still shown by the quarter of an hour. */
const DAYS_BY_QUARTER = 2;

/** When days begin and end in the zone of the browser, as the server takes it. */
export function momentsOf({ since, until }: Days): { readonly from?: string; readonly until?: string } {
  return {
    ...(since !== undefined && { from: new Date(`${since}T00:00:00.000`).toISOString() }),
    ...(until !== undefined && { until: new Date(`${until}T23:59:59.999`).toISOString() }),
  };
}

/** By what sign-ins in these days are counted: quarters of an hour as long as they can be told apart. */
export function spanOf(days: Days, now: Date): 'day' | 'quarter-hour' {
  const { from, until } = momentsOf(days);
  if (from === undefined) return until === undefined ? 'quarter-hour' : 'day';
  const end = until === undefined ? now.getTime() : Date.parse(until);
  return end - Date.parse(from) <= DAYS_BY_QUARTER * DAY_MS ? 'quarter-hour' : 'day';
}
