import { adminGateCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, classes } from '@vestibule/ui';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { withChange } from '../../hooks/use-address.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import filterStyles from '../../parts/filters.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded, State } from '../../parts/state.tsx';
import { ApproveSeenAct } from './approve-seen.tsx';
import { Detail } from './detail.tsx';
import { waitingTexts as texts } from './texts.ts';
import { useWaiting, type WaitingList } from './use-waiting.ts';
import styles from './waiting.module.css';
import { WaitingItems } from './waiting-items.tsx';

/** What only a person can decide. Kind and open item stand in the address. */
export function WaitingScreen() {
  const text = useText();
  const { role } = useMe();
  const waiting = useWaiting();
  const gate = useAnswer(adminGateCall).data;
  const [isApprovingSeen, setIsApprovingSeen] = useState(false);
  const { counts, items } = waiting;
  const mayApproveSeen = isAtLeast(role, 'administrator') && gate?.state === 'observing' && counts.computers > 0;
  return (
    <>
      <PageHead
        actions={mayApproveSeen && <Button onPress={() => setIsApprovingSeen(true)}>{text(texts.approveSeen)}…</Button>}
        isLive
        page="waiting"
        title={text(texts.title)}
        {...(items !== undefined && { count: counts.all })}
      />
      <RoleStrip />
      <Kinds waiting={waiting} />
      <Found waiting={waiting} />
      {isApprovingSeen && <ApproveSeenAct onClose={() => setIsApprovingSeen(false)} />}
    </>
  );
}

function Kinds({ waiting: { filters, counts } }: { readonly waiting: WaitingList }) {
  const text = useText();
  const search = useSearch();
  const kinds = [
    { kind: undefined, label: texts.all, count: counts.all },
    { kind: 'access', label: texts.access, count: counts.access },
    { kind: 'second', label: texts.second, count: counts.second },
    { kind: 'computers', label: texts.computers, count: counts.computers },
    { kind: 'deadlines', label: texts.deadlines, count: counts.deadlines },
  ] as const;
  return (
    <nav aria-label={text(texts.kinds)} className={filterStyles['views']}>
      {kinds.map(({ kind, label, count }) => (
        <Link
          href={`/waiting${withChange(search, { kind, item: undefined, after: undefined, from: undefined })}`}
          key={label.id}
          {...(filters.kind === kind && { 'aria-current': 'true' })}
        >
          {text(label)}
          {count > 0 && <span className={filterStyles['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}

function Found({ waiting }: { readonly waiting: WaitingList }) {
  const text = useText();
  const { items, problem, filters } = waiting;
  if (items === undefined) {
    if (problem === null) return <LoadingRows />;
    return <NotLoaded onTryAgain={waiting.tryAgain} problem={problem} />;
  }
  const shown = items.filter(({ kind }) => filters.kind === undefined || kind === filters.kind);
  if (shown.length === 0 && filters.after === undefined) {
    if (items.length === 0) {
      return (
        <State mark="check" title={text(texts.empty)}>
          {text(texts.emptyText)}
        </State>
      );
    }
    return (
      <State
        actions={<Button onPress={waiting.showAll}>{text(texts.showAll)}</Button>}
        mark="check"
        title={text(texts.nothingOfKind)}
      >
        {text(texts.nothingOfKindText)}
      </State>
    );
  }
  // The one who has waited longest is open until another one is chosen.
  const chosen = filters.item === undefined ? shown[0] : items.find(({ id }) => id === filters.item);
  return (
    <div className={classes(styles['page'], filters.item !== undefined && styles['isOpen'])}>
      <WaitingItems chosen={chosen?.id} shown={shown} waiting={waiting} />
      <Detail
        item={chosen}
        key={chosen?.id}
        onClose={() => waiting.open(undefined)}
        wasChosen={filters.item !== undefined}
      />
    </div>
  );
}
