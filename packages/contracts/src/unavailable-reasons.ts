/** Why a fact could not be read. Unknown is never pass and never fail; the reason is shown to the person. */
export const UNAVAILABLE_REASONS = [
  'not-supported',
  'tool-missing',
  'timed-out',
  'access-denied',
  'unexpected-output',
  'no-session',
  'blocked-by-policy',
  'not-reported',
  'malformed',
  'clock-wrong',
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];
