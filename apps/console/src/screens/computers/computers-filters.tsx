import { OPERATING_SYSTEMS } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { VisuallyHidden } from '@vestibule/ui';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import styles from '../../parts/filters.module.css';
import { Mark } from '../../parts/icons.tsx';
import { VerdictFilter } from '../../parts/verdict-filter.tsx';
import { computersTexts as texts, systemTexts } from './texts.ts';
import type { Computers } from './use-computers.ts';

/** Views, search and filters. They combine, and each is a step of the history. */
export function ComputersFilters({ computers }: { readonly computers: Computers }) {
  const text = useText();
  const { filters, filterBy } = computers;
  return (
    <>
      <Views computers={computers} />
      <div aria-label={text(texts.filters)} className={styles['bar']} role="search">
        <label className={styles['field']}>
          <Mark name="search" />
          <VisuallyHidden>{text(texts.search)}</VisuallyHidden>
          <input
            autoComplete="off"
            maxLength={120}
            onChange={({ target }) =>
              filterBy({ search: target.value }, { isSameStep: filters.search !== undefined && target.value !== '' })
            }
            placeholder={text(texts.search)}
            spellCheck={false}
            type="search"
            value={filters.search ?? ''}
          />
        </label>
        <VerdictFilter onChange={(verdict) => filterBy({ verdict })} value={filters.verdict} />
        <select
          aria-label={text(texts.system)}
          className={styles['select']}
          onChange={({ target }) => filterBy({ system: target.value })}
          value={filters.system ?? ''}
        >
          <option value="">{text(texts.any)}</option>
          {OPERATING_SYSTEMS.map((system) => (
            <option key={system} value={system}>
              {text(systemTexts[system])}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

function Views({ computers }: { readonly computers: Computers }) {
  const text = useText();
  const search = useSearch();
  const views = [
    { view: undefined, label: texts.all },
    { view: 'waiting', label: texts.waiting },
    { view: 'blocked', label: texts.blocked },
  ] as const;
  return (
    <nav aria-label={text(texts.views)} className={styles['views']}>
      {views.map(({ view, label }) => (
        <Link
          href={`/computers${withChange(search, { view, after: undefined, from: undefined })}`}
          key={label.id}
          {...(computers.filters.view === view && { 'aria-current': 'true' })}
        >
          {text(label)}
        </Link>
      ))}
    </nav>
  );
}
