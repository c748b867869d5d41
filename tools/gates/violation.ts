/** What is planted for a gate, which has to see it. */
export interface Violation {
  readonly what: string;
  readonly file: string;
  /** Null takes the file away. */
  readonly text: string | null;
  /** What the gate says about it. */
  readonly found: RegExp;
}
