import { applyPatch, structuredPatch } from 'diff';

export interface DifferenceLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Tells lines with the same words apart. */
  readonly key: string;
}

/** Stretches of lines that differ, with what stands around them. */
export type Difference = readonly (readonly DifferenceLine[])[];

const KINDS = { '+': 'added', '-': 'removed', ' ': 'same' } as const;
const AROUND = 2;

/** What one text has that another has not, line by line. */
export function differenceOf(before: string, after: string): Difference {
  return structuredPatch('', '', before, after, '', '', { context: AROUND }).hunks.map(({ lines, oldStart }) =>
    lines.flatMap((line, index) => {
      const sign = line.charAt(0);
      if (sign !== '+' && sign !== '-' && sign !== ' ') return [];
      return [{ kind: KINDS[sign], text: line.slice(1), key: `${oldStart}.${index}` }];
    }),
  );
}

/**
 * Puts what was changed from one text to another into a third.
 * @returns null: both changed the same lines, and only a person can say what is meant
 */
export function mergeInto(theirs: string, base: string, mine: string): string | null {
  const merged = applyPatch(theirs, structuredPatch('', '', base, mine, '', '', { context: AROUND }));
  return merged === false ? null : merged;
}
