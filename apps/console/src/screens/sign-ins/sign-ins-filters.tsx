import { adminApplicationsCall, CHECK_TYPES, SIGN_IN_OUTCOMES, type SignInOutcome } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { checkTexts } from '../../parts/checks/texts.ts';
import styles from '../../parts/filters.module.css';
import { SearchField } from '../../parts/search-field.tsx';
import { ChosenFilters } from './chosen-filters.tsx';
import own from './sign-ins.module.css';
import { outcomeTexts } from '../../parts/sign-ins/texts.ts';
import { signInsTexts as texts } from './texts.ts';
import type { SignIns } from './use-sign-ins.ts';

export interface SignInsFiltersProps {
  readonly signIns: SignIns;
  /** How many are stopped right now; null while it is not known. */
  readonly stoppedNow: number | null;
}

/** Views, search and filters. They combine, and each is a step of the history. */
export function SignInsFilters({ signIns, stoppedNow }: SignInsFiltersProps) {
  const text = useText();
  const { filters, filterBy } = signIns;
  return (
    <>
      <Views signIns={signIns} stoppedNow={stoppedNow} />
      <div aria-label={text(texts.filters)} className={styles['bar']} role="search">
        <SearchField
          label={text(texts.search)}
          onChange={(search, options) => filterBy({ search }, options)}
          value={filters.search}
        />
        <OutcomeFilter signIns={signIns} />
        <ApplicationFilter signIns={signIns} />
        <Choice
          any={text(texts.anyCheck)}
          label={text(texts.check)}
          onChange={(check) => filterBy({ check })}
          options={CHECK_TYPES.map((check) => ({ value: check, label: text(checkTexts[check]) }))}
          value={filters.check}
        />
        <Day label={text(texts.from)} onChange={(since) => filterBy({ since })} value={filters.since} />
        <Day label={text(texts.until)} onChange={(until) => filterBy({ until })} value={filters.until} />
        <ChosenFilters signIns={signIns} />
      </div>
    </>
  );
}

function Views({ signIns, stoppedNow }: SignInsFiltersProps) {
  const text = useText();
  const search = useSearch();
  const views = [
    { view: undefined, label: texts.all, count: null },
    { view: 'stopped-now', label: texts.stoppedNow, count: stoppedNow },
    { view: 'around', label: texts.around, count: null },
  ] as const;
  return (
    <nav aria-label={text(texts.views)} className={styles['views']}>
      {views.map(({ view, label, count }) => (
        <Link
          href={`/sign-ins${withChange(search, { view, after: undefined, from: undefined })}`}
          key={label.id}
          {...(signIns.filters.view === view && { 'aria-current': 'true' })}
        >
          {text(label)}
          {count !== null && <span className={styles['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** One outcome; an address may name several, which are a choice of their own then. */
function OutcomeFilter({ signIns: { filters, filterBy } }: { readonly signIns: SignIns }) {
  const text = useText();
  const { outcome } = filters;
  const nameOf = (several: string) =>
    several
      .split(',')
      .map((one) => text(outcomeTexts[one as SignInOutcome]))
      .join(', ');
  const all = [...SIGN_IN_OUTCOMES, ...(outcome?.includes(',') === true ? [outcome] : [])];
  return (
    <Choice
      any={text(texts.anyOutcome)}
      label={text(texts.outcome)}
      onChange={(chosen) => filterBy({ outcome: chosen })}
      options={all.map((value) => ({ value, label: nameOf(value) }))}
      value={outcome}
    />
  );
}

function ApplicationFilter({ signIns: { filters, filterBy } }: { readonly signIns: SignIns }) {
  const text = useText();
  const applications = useAnswer(adminApplicationsCall).data?.applications ?? [];
  return (
    <Choice
      any={text(texts.anyApplication)}
      label={text(texts.application)}
      onChange={(application) => filterBy({ application })}
      options={applications.map(({ id, name }) => ({ value: id, label: name }))}
      value={filters.application}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The empty text for all of them. */
  readonly onChange: (value: string) => void;
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className={styles['select']}
      onChange={({ target }) => onChange(target.value)}
      value={value ?? ''}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <label className={own['date']}>
      {label}
      <input
        className={styles['select']}
        onChange={({ target }) => onChange(target.value)}
        type="date"
        value={value ?? ''}
      />
    </label>
  );
}
