import { ADMIN_ROLES } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { FilterChip } from '../../parts/filter-chip.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { roleTexts } from '../../parts/texts.ts';
import { VerdictFilter } from '../../parts/verdict-filter.tsx';
import styles from '../../parts/filters.module.css';
import { broughtTexts, peopleTexts as texts } from './texts.ts';
import type { People } from './use-people.ts';

export interface PeopleFiltersProps {
  readonly people: People;
  /** How many are blocked; null while it is not known. */
  readonly blocked: number | null;
}

/** Views, search and filters. They combine, and each is a step of the history. */
export function PeopleFilters({ people, blocked }: PeopleFiltersProps) {
  const text = useText();
  const { filters, filterBy } = people;
  return (
    <>
      <Views blocked={blocked} people={people} />
      <div role="search" aria-label={text(texts.filters)} className={styles['bar']}>
        <SearchField
          label={text(texts.search)}
          onChange={(search, options) => filterBy({ search }, options)}
          value={filters.search}
        />
        <select
          aria-label={text(texts.role)}
          className={styles['select']}
          onChange={({ target }) => filterBy({ role: target.value })}
          value={filters.role ?? ''}
        >
          <option value="">{text(texts.anyRole)}</option>
          {ADMIN_ROLES.map((role) => (
            <option key={role} value={role}>
              {text(roleTexts[role])}
            </option>
          ))}
        </select>
        <VerdictFilter onChange={(verdict) => filterBy({ verdict })} value={filters.verdict} />
        <GroupFilter people={people} />
        {filters.without !== undefined && (
          <FilterChip
            label={text(texts.without)}
            onRemove={() => filterBy({ without: undefined })}
            value={text(broughtTexts[filters.without])}
          />
        )}
      </div>
    </>
  );
}

function Views({ people, blocked }: PeopleFiltersProps) {
  const text = useText();
  const search = useSearch();
  const views = [
    { view: undefined, label: texts.all, count: null },
    { view: 'not-blocked', label: texts.notBlocked, count: null },
    { view: 'blocked', label: texts.blocked, count: blocked },
  ] as const;
  return (
    <nav aria-label={text(texts.views)} className={styles['views']}>
      {views.map(({ view, label, count }) => (
        <Link
          href={`/people${withChange(search, { view, after: undefined, from: undefined })}`}
          key={label.id}
          {...(people.filters.view === view && { 'aria-current': 'true' })}
        >
          {text(label)}
          {count !== null && <span className={styles['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** A group is chosen by its whole name; then it is a chip that can be taken out. */
function GroupFilter({ people: { filters, filterBy } }: { readonly people: People }) {
  const text = useText();
  const { group } = filters;
  if (group !== undefined) {
    return <FilterChip label={text(texts.group)} onRemove={() => filterBy({ group: undefined })} value={group} />;
  }
  return (
    <form
      action={(form) => {
        const typed = form.get('group');
        if (typeof typed === 'string') filterBy({ group: typed.trim() });
      }}
    >
      <input
        aria-label={text(texts.group)}
        autoComplete="off"
        className={styles['select']}
        maxLength={120}
        name="group"
        placeholder={text(texts.group)}
        spellCheck={false}
        type="text"
      />
    </form>
  );
}
