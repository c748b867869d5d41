import { useI18n, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useDeferredValue } from 'react';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded, State } from '../../parts/state.tsx';
import { ComputersFilters } from './computers-filters.tsx';
import { ComputersTable } from './computers-table.tsx';
import { computersTexts as texts } from './texts.ts';
import { type Computers, useComputers } from './use-computers.ts';

/** Finds computers by what keeps them out. Everything that is chosen here stands in the address. */
export function ComputersScreen() {
  const text = useText();
  const { locale } = useI18n();
  const computers = useComputers();
  const total = computers.answer.data?.total;
  return (
    <>
      <PageHead
        isLive
        page="computers"
        title={text(texts.title)}
        {...(total !== undefined && { count: new Intl.NumberFormat(locale).format(total) })}
      />
      <ComputersFilters computers={computers} />
      <Found computers={computers} />
    </>
  );
}

function Found({ computers }: { readonly computers: Computers }) {
  const text = useText();
  const { answer, filters, filterBy, before } = computers;
  const page = useDeferredValue(answer.data);
  if (page === undefined) {
    if (answer.error === null) return <LoadingRows />;
    return <NotLoaded onTryAgain={() => void answer.refetch()} problem={answer.error.problem} />;
  }
  if (page.devices.length > 0) return <ComputersTable before={before} isOld={answer.isPlaceholderData} page={page} />;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (!isFiltered) {
    return (
      <State mark="computers" title={text(texts.empty)}>
        {text(texts.emptyText)}
      </State>
    );
  }
  const without = { search: undefined, view: undefined, verdict: undefined, system: undefined, deadline: undefined };
  return (
    <State
      actions={<Button onPress={() => filterBy(without)}>{text(texts.noFilters)}</Button>}
      mark="search"
      title={text(texts.nothingFound)}
    >
      {text(texts.nothingFoundText)}
    </State>
  );
}
