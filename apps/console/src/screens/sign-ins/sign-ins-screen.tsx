import { adminSignInSeriesCall, adminSignInsCall } from '@vestibule/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useI18n, useText } from '@vestibule/texts';
import { Button, classes } from '@vestibule/ui';
import { useDeferredValue } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded, State } from '../../parts/state.tsx';
import { Newer } from './newer.tsx';
import { SignInsChart } from './sign-ins-chart.tsx';
import { SignInsFilters } from './sign-ins-filters.tsx';
import styles from './sign-ins.module.css';
import { SignInsTable } from './sign-ins-table.tsx';
import { Story } from './story.tsx';
import { signInsTexts as texts } from './texts.ts';
import { NO_FILTERS, type SignIns, useSignIns } from './use-sign-ins.ts';

const EVERY_MS = 30_000;

/** Every sign-in, and why. View, filters, page and the open row stand in the address. */
export function SignInsScreen() {
  const text = useText();
  const { locale } = useI18n();
  const signIns = useSignIns();
  const stopped = useAnswer(adminSignInSeriesCall, { query: { by: 'quarter-hour' } }, { everyMs: EVERY_MS });
  const { answer, filters, total } = signIns;
  const isLive = answer.error === null && filters.after === undefined && filters.until === undefined;
  return (
    <>
      <PageHead
        count={total === null ? undefined : new Intl.NumberFormat(locale).format(total)}
        isLive={isLive}
        page="sign-ins"
        title={text(texts.title)}
      />
      <div className={classes(styles['page'], filters.open !== undefined && styles['withStory'])}>
        <div className={styles['list']}>
          <SignInsFilters signIns={signIns} stoppedNow={stopped.data?.stoppedNow ?? null} />
          <SignInsChart signIns={signIns} />
          <Found isLive={isLive} signIns={signIns} />
        </div>
        {filters.open !== undefined && (
          <Story id={filters.open} key={filters.open} onClose={() => signIns.open(undefined)} />
        )}
      </div>
    </>
  );
}

function Found({ signIns, isLive }: { readonly signIns: SignIns; readonly isLive: boolean }) {
  const text = useText();
  const queries = useQueryClient();
  const { answer, isFiltered, filterBy, filters, before, total } = signIns;
  const page = useDeferredValue(answer.data);
  if (page === undefined) {
    if (answer.error === null) return <LoadingRows />;
    return <NotLoaded onTryAgain={() => void answer.refetch()} problem={answer.error.problem} />;
  }
  const shown = page.signIns;
  function take() {
    for (const { method, path } of [adminSignInsCall, adminSignInSeriesCall])
      void queries.invalidateQueries({ queryKey: [`${method} ${path}`] });
  }
  return (
    <>
      {isLive && !answer.isPlaceholderData && <Newer onTake={take} shown={shown} signIns={signIns} />}
      {shown.length > 0 && (
        <SignInsTable before={before} isOld={answer.isPlaceholderData} open={filters.open} page={page} total={total} />
      )}
      {shown.length === 0 && !isFiltered && (
        <State mark="sign-ins" title={text(texts.empty)}>
          {text(texts.emptyText)}
        </State>
      )}
      {shown.length === 0 && isFiltered && (
        <State
          actions={<Button onPress={() => filterBy(NO_FILTERS)}>{text(texts.noFilters)}</Button>}
          mark="search"
          title={text(texts.nothingFound)}
        >
          {text(texts.nothingFoundText)}
        </State>
      )}
    </>
  );
}
