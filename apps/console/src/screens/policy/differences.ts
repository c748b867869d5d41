import { diffArrays, structuredPatch } from 'diff';

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

/** Lines of a text, from one up to before another, that became others. Where none were, some came in. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Puts what was changed from one text to another into a third, which was made from the first one too.
 * @returns null: both changed the same lines, and only a person can say what is meant
 */
export function mergeInto(theirs: string, base: string, mine: string): string | null {
  const [old, own, other] = [base, mine, theirs].map((text) => text.split('\n')) as [string[], string[], string[]];
  const ours = stretchesOf(old, own);
  const fresh = stretchesOf(old, other).filter((stretch) => !ours.some((one) => isSameStretch(one, stretch)));
  if (ours.some((one) => fresh.some((stretch) => meet(one, stretch)))) return null;
  // From the end, so that what comes before keeps its place.
  const merged = [...ours, ...fresh]
    .toSorted((one, next) => next.from - one.from || next.to - one.to)
    .reduce((lines, { from, to, lines: put }) => lines.toSpliced(from, to - from, ...put), old);
  return merged.join('\n');
}

function stretchesOf(before: string[], after: string[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  let open: Stretch | null = null;
  for (const { value, added, removed } of diffArrays(before, after)) {
    if (!added && !removed) {
      if (open !== null) stretches.push(open);
      open = null;
    } else {
      const { from, to, lines }: Stretch = open ?? { from: at, to: at, lines: [] };
      open = { from, to: removed ? to + value.length : to, lines: added ? [...lines, ...value] : lines };
    }
    if (!added) at += value.length;
  }
  return open === null ? stretches : [...stretches, open];
}

/** Where one of the two puts lines in, their order is open as soon as they touch. */
function meet(one: Stretch, other: Stretch): boolean {
  const isIn = one.from === one.to || other.from === other.to;
  return isIn ? one.from <= other.to && other.from <= one.to : one.from < other.to && other.from < one.to;
}

function isSameStretch(one: Stretch, other: Stretch): boolean {
  return one.from === other.from && one.to === other.to && one.lines.join('\n') === other.lines.join('\n');
}
