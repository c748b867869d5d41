import type { SignInOutcome } from '@vestibule/contracts';
import { chartTexts as texts } from './texts.ts';

export type Counts = Readonly<Record<SignInOutcome, number>>;

/** What is told apart in the bars, from the bottom up. Every outcome is in one of them. */
export const CHART_PARTS = [
  { part: 'through', label: texts.through, outcomes: ['through'] },
  { part: 'fixed', label: texts.fixed, outcomes: ['fixed'] },
  { part: 'around', label: texts.around, outcomes: ['access', 'observed', 'not-checked'] },
  { part: 'stopped', label: texts.stopped, outcomes: ['stopped', 'fixing', 'asked-to-install'] },
  { part: 'arrived', label: texts.arrived, outcomes: ['arrived'] },
] as const satisfies readonly { readonly outcomes: readonly SignInOutcome[]; readonly [name: string]: unknown }[];

export type ChartPart = (typeof CHART_PARTS)[number]['part'];

export function countOf(counts: Counts, wanted: ChartPart): number {
  return CHART_PARTS.filter(({ part }) => part === wanted)
    .flatMap(({ outcomes }): readonly SignInOutcome[] => outcomes)
    .reduce((sum, outcome) => sum + counts[outcome], 0);
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
