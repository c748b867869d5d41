import { useText } from '@vestibule/texts';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import filters from '../../parts/filters.module.css';
import { policyTexts as texts } from './texts.ts';
import { type View, VIEWS } from './use-policy.ts';

const LABELS = { checks: texts.checks, text: texts.text, history: texts.history } as const;

/** One text, seen in three ways; each has an address. */
export function PolicyViews({ view }: { readonly view: View }) {
  const text = useText();
  const search = useSearch();
  return (
    <nav aria-label={text(texts.view)} className={filters['views']}>
      {VIEWS.map((one) => (
        <Link
          aria-current={one === view ? 'page' : undefined}
          href={`/policy${withChange(search, { view: one === 'checks' ? undefined : one, after: undefined, from: undefined })}`}
          key={one}
        >
          {text(LABELS[one])}
        </Link>
      ))}
    </nav>
  );
}
