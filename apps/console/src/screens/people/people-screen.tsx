import { adminStatusCall } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useDeferredValue } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { CommandLine } from '../../parts/command.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded, State } from '../../parts/state.tsx';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleTable } from './people-table.tsx';
import { peopleTexts as texts } from './texts.ts';
import { type People, usePeople } from './use-people.ts';

/** Finds one of many people. Everything that is chosen here stands in the address. */
export function PeopleScreen() {
  const text = useText();
  const { locale } = useI18n();
  const people = usePeople();
  const status = useAnswer(adminStatusCall);
  const total = status.data?.company?.people;
  return (
    <>
      <PageHead
        isLive
        page="people"
        title={text(texts.title)}
        {...(total !== undefined && { count: new Intl.NumberFormat(locale).format(total) })}
      />
      <PeopleFilters blocked={status.data?.company?.blockedPeople ?? null} people={people} />
      <Found people={people} />
    </>
  );
}

function Found({ people }: { readonly people: People }) {
  const text = useText();
  const { answer, filters, filterBy, before } = people;
  const page = useDeferredValue(answer.data);
  if (page === undefined) {
    if (answer.error === null) return <LoadingRows />;
    return <NotLoaded onTryAgain={() => void answer.refetch()} problem={answer.error.problem} />;
  }
  if (page.people.length > 0) return <PeopleTable before={before} isOld={answer.isPlaceholderData} page={page} />;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (!isFiltered) {
    return (
      <State
        actions={<CommandLine command="vestibule person import people.csv --dry-run" />}
        mark="people"
        title={text(texts.empty)}
      >
        {text(texts.emptyText)}
      </State>
    );
  }
  const without = {
    search: undefined,
    view: undefined,
    role: undefined,
    verdict: undefined,
    group: undefined,
    without: undefined,
  };
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
