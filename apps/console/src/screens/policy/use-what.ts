import type { CheckPolicy } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { useTimes } from '../../parts/use-times.ts';
import { limitsOf, useLimitInWords } from './limits.ts';
import { SEVERITY_TEXTS } from './severities.ts';
import { policyTexts as texts } from './texts.ts';

export interface WhatOfCheck {
  readonly severity: string;
  /** What else the policy says of it, in one line; empty: nothing. */
  readonly more: string;
}

/** What a policy says of a check, in words. */
export function useWhat(): (check: CheckPolicy | undefined) => WhatOfCheck {
  const text = useText();
  const times = useTimes();
  const inWords = useLimitInWords();
  return (check) => {
    const [, word = texts.off] = SEVERITY_TEXTS.find(([severity]) => severity === check?.severity) ?? [];
    if (check === undefined) return { severity: text(word), more: '' };
    const { reportOnly, startDate, graceDays, unknown, exemptions, parameters } = check;
    const rules = check.for ?? [];
    const parts = [
      ...(reportOnly ? [text(texts.reportOnly)] : []),
      ...(startDate === undefined ? [] : [text(texts.from, { day: times.day(startDate) })]),
      ...(graceDays === 0 ? [] : [text(texts.grace, { days: graceDays })]),
      ...(unknown === undefined ? [] : [text(unknown === 'allow' ? texts.unknownAllow : texts.unknownBlock)]),
      ...limitsOf(parameters).map(inWords),
      ...(rules.length === 0 ? [] : [text(texts.forSome, { count: rules.length })]),
      ...(exemptions.length === 0 ? [] : [text(texts.exemptions, { count: exemptions.length })]),
    ];
    return { severity: text(word), more: parts.join(' · ') };
  };
}
