/** What a row says. Each has a shape of its own, so that colour is never the only signal. */
export const VERDICTS = [
  'waiting',
  'scanning',
  'passed',
  'required',
  'stopper',
  'recommended',
  'unknown',
  'fixing',
  'installing',
  'managed',
] as const;
export type Verdict = (typeof VERDICTS)[number];
