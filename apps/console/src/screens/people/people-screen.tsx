import { adminStatusCall } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { Button, lazyPart, LostWindow } from '@vestibule/ui';
import { Suspense, useDeferredValue, useState } from 'react';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { CommandLine } from '../../parts/command.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded, State } from '../../parts/state.tsx';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleTable } from './people-table.tsx';
import { peopleTexts as texts } from './texts.ts';
import { type People, usePeople } from './use-people.ts';

const AddPerson = lazyPart(async () => (await import('../add-person/add-person.tsx')).AddPerson, LostWindow);

/** Finds one of many people. Everything that is chosen here stands in the address. */
export function PeopleScreen() {
  const text = useText();
  const { locale } = useI18n();
  const people = usePeople();
  const status = useAnswer(adminStatusCall);
  const total = status.data?.company?.people;
  const mayAdd = isAtLeast(useMe().role, 'administrator');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHead
        actions={
          mayAdd && (
            <Button kind="primary" onPress={() => setIsAdding(true)}>
              {text(texts.add)}
            </Button>
          )
        }
        isLive
        page="people"
        title={text(texts.title)}
        {...(total !== undefined && { count: new Intl.NumberFormat(locale).format(total) })}
      />
      <RoleStrip />
      <PeopleFilters blocked={status.data?.company?.blockedPeople ?? null} people={people} />
      <Found people={people} />
      <Suspense>{isAdding && <AddPerson isOpen onClose={() => setIsAdding(false)} />}</Suspense>
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
