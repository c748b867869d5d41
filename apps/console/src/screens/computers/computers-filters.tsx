import { OPERATING_SYSTEMS } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { checkTexts } from '../../parts/checks/texts.ts';
import { FilterChip } from '../../parts/filter-chip.tsx';
import styles from '../../parts/filters.module.css';
import { SearchField } from '../../parts/search-field.tsx';
import { VerdictFilter } from '../../parts/verdict-filter.tsx';
import { systemTexts } from '../../parts/texts.ts';
import { computersTexts as texts } from './texts.ts';
import type { Computers } from './use-computers.ts';

/** Views, search and filters. They combine, and each is a step of the history. */
export function ComputersFilters({ computers }: { readonly computers: Computers }) {
  const text = useText();
  const { filters, filterBy } = computers;
  return (
    <>
      <Views computers={computers} />
      <div aria-label={text(texts.filters)} className={styles['bar']} role="search">
        <SearchField
          label={text(texts.search)}
          onChange={(search, options) => filterBy({ search }, options)}
          value={filters.search}
        />
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
        {filters.deadline !== undefined && (
          <FilterChip
            label={text(texts.deadline)}
            onRemove={() => filterBy({ deadline: undefined })}
            value={text(checkTexts[filters.deadline])}
          />
        )}
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
